package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jets.node.FullHeapJvm;
import org.jets.node.NodeOptions;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.testkit.LiveHeap;
import org.junit.jupiter.api.Test;

/** The memory of connections that are seldom used, on a small heap. */
class IdleConnectionTest {
  private static final int CONNECTIONS = 100;

  /** The bytes of a long message that fits into one fragment. */
  private static final int LONG = 100_000;

  @Test
  void connections_seldomUsedOnASmallHeap_takeLittle() throws Exception {
    List<String> output = FullHeapJvm.output(SmallHeap.class).lines().toList();

    assertThat(output.get(0)).contains("maxConnections=(64, 128)");
    assertThat(Long.parseLong(output.get(1))).as("bytes of a connection").isLessThan(64 << 10);
  }

  /** The JVM with a small heap. */
  static final class SmallHeap {
    /** Shared by all connections, so that it does not count. */
    private static final byte[] FRAME = ByteBuffer.allocate(4 + LONG).putInt(LONG).array();

    private static final byte[] TWO_TICKS = new byte[2 * Integer.BYTES];

    private SmallHeap() {}

    /**
     * Prints the default options, and the bytes of a connection that has read and written long
     * messages.
     */
    public static void main(String[] args) throws IOException {
      System.out.println(NodeOptions.defaults());
      DistributionOptions options = Wire.options().build();
      ReceiveBudget received = new ReceiveBudget(options);
      SendBudget sent = new SendBudget(options);
      List<Object> held = new ArrayList<>();
      hold(held, options, received, sent);
      long before = LiveHeap.bytes();
      for (int i = 1; i < CONNECTIONS; i++) {
        hold(held, options, received, sent);
      }
      System.out.println((LiveHeap.bytes() - before) / (CONNECTIONS - 1));
      if (held.isEmpty()) {
        throw new AssertionError("nothing is held");
      }
    }

    /** Adds all that a connection allocates besides its socket and threads. */
    private static void hold(
        List<Object> held, DistributionOptions options, ReceiveBudget received, SendBudget sent)
        throws IOException {
      MessageReader reader = new MessageReader(Flags.OURS, Wire.JAVA, Wire.BEAM, options, received);
      InputStream wire =
          new SequenceInputStream(
              new ByteArrayInputStream(FRAME), new ByteArrayInputStream(TWO_TICKS));
      FrameInput input = new FrameInput(wire, wire, Integer.BYTES, options.maxFrameBytes);
      input.beginMessages(options, reader.account());
      for (int frame = 0; frame < 3; frame++) {
        assertThat(input.next()).isTrue();
        input.endRound();
      }
      assertThat(input.next()).isFalse();
      assertThat(reader.account().bytes()).isZero();
      FrameOutput output = new FrameOutput(OutputStream.nullOutputStream());
      MessageWriter writer = new MessageWriter(Flags.OURS, output, reader.account());
      ListTerm payload = ListTerm.of(Collections.nCopies(LONG / 8, IntegerTerm.of(1000)));
      writer.write(
          new SendQueue.Entry(
              new ControlMessage.Send(null, Pid.of(Wire.BEAM, 1, 0, 1), payload),
              Thread.currentThread(),
              0));
      assertThat(writer.isIdle()).isTrue();
      output.flush();
      for (int tick = 0; tick < 2; tick++) {
        output.endRound();
        output.rest();
        output.writeInt(0);
        output.flush();
      }
      held.add(reader);
      held.add(input);
      held.add(output);
      held.add(writer);
      held.add(new SendQueue(options, sent));
    }
  }
}
