package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.math.BigInteger;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that no function makes an integer larger than the largest of OTP 29. */
class CounterLimitTest {
  private static final IntegerTerm LARGEST =
      IntegerTerm.of(BigInteger.ONE.shiftLeft(4_194_240).subtract(BigInteger.ONE));
  private static final IntegerTerm SMALLEST = IntegerTerm.of(LARGEST.bigIntegerValue().negate());

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final EtsTable table = owner.newTable("t", TableOptions.set());

  @AfterEach
  void close() {
    owner.close();
  }

  private static void assertTooLarge(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SystemLimitException.class,
            error -> assertThat(error.reason()).isEqualTo(a("system_limit")))
        .hasMessageContaining("4194240 bits");
  }

  @Test
  void updateCounter_sumBeyondTheLargestInteger_changesNothing() {
    table.insert(t(1, LARGEST, 5));
    table.insert(t(2, SMALLEST));
    assertTooLarge(() -> table.updateCounter(i(1), 1));
    assertTooLarge(() -> table.updateCounter(i(1), CounterOp.add(2, i(1), i(1), i(7))));
    assertTooLarge(
        () -> table.updateCounter(i(1), List.of(CounterOp.add(3, 1), CounterOp.add(2, 1))));
    assertTooLarge(() -> table.updateCounter(i(2), -1));
    assertTooLarge(() -> table.updateCounter(i(7), 1, t("x", LARGEST)));
    assertThat(table.lookup(i(1))).containsExactly(t(1, LARGEST, 5));
    assertThat(table.lookup(i(2))).containsExactly(t(2, SMALLEST));
    assertThat(table.member(i(7))).isFalse();
    assertThat(table.updateCounter(i(1), -1).bitLength()).isEqualTo(4_194_240);
  }

  private List<Term> results(Term body) {
    return table.select(MatchSpec.compile(l(t(t(2, "$1"), l(), l(body)))));
  }

  @Test
  void select_bitOperationsBeyondTheLargestInteger_exit() {
    table.insert(t(2, SMALLEST));
    assertThat(results(t("bxor", LARGEST, -1))).containsExactly(a("EXIT"));
    assertThat(results(t("band", "$1", -2))).containsExactly(a("EXIT"));
    assertThat(results(t("bxor", LARGEST, 1)).get(0)).isInstanceOf(IntegerTerm.class);
    assertThat(results(t("band", LARGEST, "$1"))).containsExactly(i(1));
  }
}
