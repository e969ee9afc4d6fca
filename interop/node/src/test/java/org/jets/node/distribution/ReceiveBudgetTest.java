package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bounds over all connections of a node on what it receives. */
@Timeout(60)
class ReceiveBudgetTest {
  private static final int LONG = ReceiveBudget.MAX_SHORT_BYTES + 1;

  private static DistributionOptions options() {
    return DistributionOptions.of(TestNode.newName(), TestNode.COOKIE).build();
  }

  private static void open(Fragments fragments, long sequence, int bytes) throws Exception {
    fragments.begin(sequence, 2, List.of(), ByteBuffer.allocate(bytes));
  }

  @Test
  void beginDecoding_shortMessage_takesNoTurn() {
    ReceiveBudget budget = new ReceiveBudget(1, 1);
    budget.beginDecoding(new DecodeTurns.Turn(), LONG);

    budget.beginDecoding(new DecodeTurns.Turn(), ReceiveBudget.MAX_SHORT_BYTES);
  }

  @Test
  void read_longMessageThatCannotBeRead_givesItsTurnBack() {
    ReceiveBudget budget = new ReceiveBudget(1, 1);
    byte[] frame = new byte[LONG + 2];
    frame[0] = MessageReader.PASS_THROUGH;
    frame[1] = (byte) MessageReader.VERSION;
    MessageReader reader =
        new MessageReader(Wire.PASS_THROUGH, Wire.JAVA, Wire.BEAM, options(), budget);

    assertThatThrownBy(() -> reader.read(frame, 0, frame.length))
        .isInstanceOf(ProtocolException.class);

    budget.beginDecoding(new DecodeTurns.Turn(), LONG);
  }

  @Test
  void fragments_overTheBoundOfAll_onlyTheLargerShareIsRefused() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(100_000, 1);
    Fragments large = new Fragments(options(), budget);
    Fragments small = new Fragments(options(), budget);
    open(large, 1, 90_000);
    open(small, 1, 20_000);
    assertThat(budget.fragmentBytes()).isEqualTo(110_000);

    open(small, 2, 10_000);
    assertThatThrownBy(() -> open(large, 2, 1))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("withReceiveBytes");

    large.release();
    assertThat(budget.fragmentBytes()).isEqualTo(30_000);
    open(small, 3, 65_000);
  }

  @Test
  void fragments_completeOrLetGo_countNoMore() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(200_000, 1);
    Fragments fragments = new Fragments(options(), budget);
    open(fragments, 1, 50_000);
    open(fragments, 2, 10_000);

    fragments.add(1, 1, ByteBuffer.allocate(50_000));
    assertThat(budget.fragmentBytes()).isEqualTo(10_000);
    fragments.release();
    fragments.release();

    assertThat(budget.fragmentBytes()).isZero();
    assertThat(budget.mayHold(200_000)).isTrue();
  }
}
