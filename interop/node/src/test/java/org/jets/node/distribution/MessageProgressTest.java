package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.jets.node.Await;
import org.jets.terms.Binary;
import org.junit.jupiter.api.Test;

/** Messages that come slowly, or of which the rest does not come. */
class MessageProgressTest {
  private static final Duration TIME = Duration.ofMinutes(2);

  private static final DistributionOptions OPTIONS = Wire.options().messageProgress(TIME).build();

  private static final int MEBIBYTE = 1 << 20;

  /** The bytes of a frame: some at once, and then some after each wait. */
  private static final class Slowly extends InputStream {
    final ByteBuffer left;
    private final int each;
    private final Duration wait;
    private int next;
    long nanos;

    Slowly(int frameBytes, int first, int each, Duration wait) {
      this.left = ByteBuffer.allocate(Integer.BYTES + frameBytes).putInt(0, frameBytes);
      this.next = first;
      this.each = each;
      this.wait = wait;
    }

    /** Keeps the reader from polling. */
    @Override
    public int available() {
      return 1;
    }

    @Override
    public int read() {
      throw new AssertionError("a frame is read byte by byte");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (next == 0) {
        nanos += wait.toNanos();
        next = each;
      }
      int count = Math.min(Math.min(next, length), left.remaining());
      next -= count;
      left.get(bytes, offset, count);
      return count;
    }

    FrameInput input() {
      FrameInput input = new FrameInput(this, this, Integer.BYTES, 1 << 28, () -> nanos);
      input.beginMessages(OPTIONS, Wire.account());
      return input;
    }
  }

  @Test
  void frame_bytesDrip_isRefusedAfterTheTime() {
    Slowly wire = new Slowly(8 * MEBIBYTE, 4 * MEBIBYTE, 1, Duration.ofSeconds(10));
    FrameInput input = wire.input();

    assertThatThrownBy(input::next)
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("withMessageProgress");
    assertThat(Duration.ofNanos(wire.nanos)).isBetween(TIME, TIME.multipliedBy(2));
  }

  @Test
  void frame_slowLink_isRead() throws Exception {
    Slowly wire = new Slowly(MEBIBYTE, 0, 3_000, Duration.ofSeconds(10));

    assertThat(wire.input().next()).isTrue();
    assertThat(Duration.ofNanos(wire.nanos)).isGreaterThan(TIME.multipliedBy(20));
  }

  /** At this rate the first message was read to its end, but this one takes much more. */
  @Test
  void frame_slowLinkAndMuchHeld_isRefused() {
    Slowly wire = new Slowly(16 * MEBIBYTE, 8 * MEBIBYTE, 3_000, Duration.ofSeconds(10));

    assertThatThrownBy(wire.input()::next).isInstanceOf(ProtocolException.class);
  }

  @Test
  void frame_oneLongPause_isRead() throws Exception {
    Slowly wire = new Slowly(MEBIBYTE, 1_000, MEBIBYTE, Duration.ofHours(5));

    assertThat(wire.input().next()).isTrue();
  }

  @Test
  void fragments_restDoesNotCome_areRefusedAfterTheTime() throws Exception {
    Fragments fragments = new Fragments(OPTIONS, Wire.account());
    fragments.begin(1, 3, List.of(), ByteBuffer.allocate(1 << 16));
    fragments.begin(2, 3, List.of(), ByteBuffer.allocate(1 << 16));
    long second = Duration.ofSeconds(1).toNanos();
    for (long at = 0; at < 2 * TIME.toSeconds(); at++) {
      fragments.check(at * second);
    }

    // The second message goes on.
    fragments.add(2, 2, ByteBuffer.allocate(1 << 16));
    assertThatThrownBy(() -> fragments.check(TIME.multipliedBy(2).toNanos()))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("--message-progress");
  }

  @Test
  void fragments_oneInEachTime_areRead() throws Exception {
    Fragments fragments = new Fragments(OPTIONS, Wire.account());
    int count = 20;
    fragments.begin(1, count, List.of(), ByteBuffer.allocate(1 << 16));
    Fragments.Partial complete = null;
    for (int i = 1; i < count; i++) {
      fragments.check(TIME.multipliedBy(i).minusSeconds(10).toNanos());
      complete = fragments.add(1, count - i, ByteBuffer.allocate(1 << 16));
      fragments.check(TIME.multipliedBy(i).toNanos());
    }

    assertThat(complete).isNotNull();
  }

  @Test
  void connection_halfAMessageAndTicks_isClosed() throws Exception {
    try (TestNode node =
            TestNode.start(options -> options.messageProgress(Duration.ofMillis(200)));
        AttackPeer peer =
            AttackPeer.connect(node.distribution.port(), "half@h", "distributiontest")) {
      peer.sendFirstFragment(
          new ControlMessage.Send(peer.newPid(), node.newPid(), Binary.of(new byte[MEBIBYTE])));

      peer.awaitCut(Await.BOUND.toMillis());
    }
  }
}
