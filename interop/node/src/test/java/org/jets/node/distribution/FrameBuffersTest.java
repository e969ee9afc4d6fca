package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Atom;
import org.junit.jupiter.api.Test;

/** The buffers of connections: kept while they are used, and released when they are not needed. */
class FrameBuffersTest {
  private static final byte[] LONG = frame(new byte[100_000]);
  private static final byte[] TICK = frame(new byte[0]);

  /** The bound of a node whose maximum heap has 256 MiB, and its limit of connections. */
  private static final long RECEIVE_BYTES = 64 << 20;

  private static final int CONNECTIONS = 256;
  private static final int FAIR = 126;

  private static byte[] frame(byte[] bytes) {
    return ByteBuffer.allocate(Integer.BYTES + bytes.length)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  /** Returns an input that has read none of these parts, each of which it reads by itself. */
  private static FrameInput input(ReceiveBudget.Account account, byte[]... parts) {
    InputStream wire = InputStream.nullInputStream();
    for (byte[] part : parts) {
      wire = new SequenceInputStream(wire, new ByteArrayInputStream(part));
    }
    FrameInput input = new FrameInput(wire, wire, Integer.BYTES, 1 << 28);
    input.beginMessages(Wire.options().build(), account);
    return input;
  }

  @Test
  void input_waitsBetweenLongFrames_keepsItsBuffer() throws Exception {
    FrameInput input = input(Wire.account(), LONG, TICK, LONG, TICK);
    assertThat(input.next()).isTrue();
    assertThat(input.next()).isTrue();
    byte[] buffer = input.array();

    for (int frame = 0; frame < 2; frame++) {
      input.endRound();
      assertThat(input.next()).isTrue();
    }

    assertThat(input.array()).isSameAs(buffer);
  }

  @Test
  void input_onlyTicksForARound_releasesItsBuffer() throws Exception {
    ReceiveBudget.Account account = Wire.account();
    FrameInput input = input(account, LONG, TICK, TICK);
    assertThat(input.next()).isTrue();
    assertThat(account.bytes()).isGreaterThan(BufferUse.IDLE_BYTES);

    for (int tick = 0; tick < 2; tick++) {
      input.endRound();
      assertThat(input.next()).isTrue();
    }

    assertThat(input.next()).isFalse();
    assertThat(account.bytes()).isZero();
    assertThat(input.array().length).isLessThan(BufferUse.IDLE_BYTES);
  }

  @Test
  void output_pausesAndRounds_allBytesAreWrittenInOrder() throws Exception {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    FrameOutput output = new FrameOutput(written);
    for (int i = 1; i <= 20; i++) {
      byte[] bytes = new byte[i % 5 == 0 ? 100_000 : 1];
      bytes[0] = (byte) i;
      output.write(bytes, 0, bytes.length);
      expected.write(bytes);
      output.flush();
      if (i % 2 == 0) {
        output.endRound();
      }
      output.rest();
    }

    assertThat(written.toByteArray()).isEqualTo(expected.toByteArray());
  }

  @Test
  void use_ofARound_isIdleAfterAWholeRoundWithoutMuch() {
    int large = 1 << 17;
    BufferUse use = new BufferUse();
    use.note(large);
    assertThat(use.isIdle(large)).isFalse();
    use.endRound();
    assertThat(use.isIdle(large)).as("used in the round").isFalse();

    use.note(BufferUse.IDLE_BYTES);
    assertThat(use.isIdle(large)).as("within the round").isFalse();
    use.endRound();
    assertThat(use.isIdle(large)).isTrue();
    use.endRound();
    assertThat(use.isIdle(BufferUse.IDLE_BYTES)).as("a small buffer").isFalse();
  }

  /**
   * Other connections, each within its share, hold all that there may be. Connections that have
   * received a long message before then receive a short one with new atoms.
   */
  @Test
  void input_othersHoldTheBound_connectionsThatNeedLittleAreNotClosed() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(RECEIVE_BYTES, 1);
    List<ReceiveBudget.Account> accounts = new ArrayList<>();
    List<FrameInput> fair = new ArrayList<>();
    for (int i = 0; i < FAIR; i++) {
      ReceiveBudget.Account account = budget.newAccount();
      accounts.add(account);
      FrameInput input = input(account, LONG, TICK, frame(tenAtoms(i)));
      fair.add(input);
      assertThat(input.next()).isTrue();
      assertThat(input.next()).isTrue();
    }
    holdTheBound(budget, CONNECTIONS - FAIR);

    for (int i = 0; i < FAIR; i++) {
      FrameInput input = fair.get(i);
      assertThat(input.next()).isTrue();
      IncomingAtoms atoms =
          new IncomingAtoms(new AtomBudget(Wire.options().build()), accounts.get(i));
      List<Atom> read = atoms.read(ByteBuffer.wrap(input.array(), input.offset(), input.length()));
      assertThat(read).hasSize(10);
    }
  }

  private static void holdTheBound(ReceiveBudget budget, int connections) throws IOException {
    int small = 60_000;
    for (int i = 0; i < connections; i++) {
      long left = RECEIVE_BYTES - budget.bytes() - (long) small * (connections - i - 1);
      budget.newAccount().add(Math.max(small, Math.min(1 << 20, left)));
    }
    assertThat(budget.bytes()).isEqualTo(RECEIVE_BYTES);
  }

  /** Returns a list of ten new atoms, for the first ten slots. */
  private static byte[] tenAtoms(int client) {
    ByteBuffer bytes = ByteBuffer.allocate(1_000).put((byte) 10);
    for (int i = 0; i < 5; i++) {
      bytes.put((byte) 0x88);
    }
    bytes.put((byte) 0);
    for (int slot = 0; slot < 10; slot++) {
      byte[] name = ("fair_" + client + "_" + slot).getBytes(StandardCharsets.UTF_8);
      bytes.put((byte) slot).put((byte) name.length).put(name);
    }
    return bytes.array();
  }
}
