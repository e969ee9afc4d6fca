package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.terms.Binary;
import org.jets.terms.Pid;
import org.junit.jupiter.api.Test;

/** A message in fragments of which only the beginning arrives. */
class FragmentCutTest {
  private static final int FRAGMENTS = 3;

  /** Cuts a long message as OTP does, but into small pieces. */
  private static byte[] fragmented(TestNode node) throws IOException {
    Send message = new Send(Pid.of(RawPeer.NAME, 1, 0, 7), node.newPid(), Binary.of(new byte[120]));
    byte[] frame = Wire.write(Wire.FRAGMENTS, List.of(message));
    // The frame is a length, 131, 68, the number of atoms, which is 0, and then the two terms.
    int header = Integer.BYTES + 3;
    int size = (frame.length - header + FRAGMENTS - 1) / FRAGMENTS;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream output = new DataOutputStream(bytes);
    for (int i = 0; i < FRAGMENTS; i++) {
      int from = header + i * size;
      int length = Math.min(size, frame.length - from);
      output.writeInt(2 + 2 * Long.BYTES + (i == 0 ? 1 : 0) + length);
      output.writeByte(MessageReader.VERSION);
      output.writeByte(i == 0 ? MessageReader.DIST_FRAG_HEADER : MessageReader.DIST_FRAG_CONT);
      output.writeLong(1);
      output.writeLong(FRAGMENTS - i);
      if (i == 0) {
        output.writeByte(0);
      }
      output.write(frame, from, length);
    }
    return bytes.toByteArray();
  }

  @Test
  void received_cutAtEachByte_isNoMessageAndEndsTheConnection() throws Exception {
    try (TestNode node = TestNode.start()) {
      byte[] bytes = fragmented(node);
      for (int count = 0; count < bytes.length; count++) {
        try (RawPeer peer = RawPeer.shakeHands(node)) {
          peer.write(bytes, count);
        }
        node.listener.awaitEvent("up " + RawPeer.NAME.name());
        node.listener.awaitEvent("down " + RawPeer.NAME.name());
        assertThat(node.listener.hasMessages()).as("after %d bytes", count).isFalse();
      }
      try (RawPeer peer = RawPeer.shakeHands(node)) {
        peer.write(bytes);
        assertThat(node.listener.awaitMessage()).isInstanceOf(Send.class);
      }
    }
  }
}
