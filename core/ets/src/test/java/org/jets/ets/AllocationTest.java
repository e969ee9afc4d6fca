package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the allocations of the most frequent calls, on every store. */
@DisabledIfSystemProperty(
    named = "jets.expiry",
    matches = "far",
    disabledReason = "a cell with its time is allocated too")
class AllocationTest {
  private static final int CALLS = 20_000;

  /** Until the compiler is through, also where other programs leave it little time. */
  private static final int ROUNDS = 500;

  /** The largest error of the thread's counter of bytes, over all calls. */
  private static final int TOLERANCE = CALLS;

  private final Owner owner = new TableSpace().newOwner();

  /** The last result, kept so that the compiler cannot eliminate lookups. */
  private Object kept = "";

  /** Returns the least bytes of all calls of a round, of as many rounds as that takes. */
  private static long bytes(Runnable call, long enough) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && least > enough; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int n = 0; n < CALLS; n++) {
        call.run();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  private static void assertAllocates(long most, Runnable call) {
    assertThat(bytes(call, most)).isLessThanOrEqualTo(most);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void lookup_set_allocatesAtMostTheList(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    Term key = i(5_000);
    Tuple object = t(5_000, 1);
    table.insert(object);
    long list = bytes(() -> kept = List.of(object), 0);
    assertAllocates(list + TOLERANCE, () -> kept = table.lookup(key));
    Term absent = i(5_001);
    assertAllocates(TOLERANCE, () -> kept = table.lookup(absent));
    assertThat(kept).isEqualTo(List.of());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void member_anyTable_allocatesNothing(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    Term key = i(5_000);
    table.insert(List.of(t(5_000, 1), t(5_000, 2)));
    assertAllocates(TOLERANCE, () -> kept = table.member(key));
    assertThat(kept).isEqualTo(true);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insert_presentKey_allocatesTheKeyOrWhatIsCopied(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    Tuple packed = t(5_000, 1).packed();
    table.insert(packed);
    long copied = variant.copiesToWrite() ? 96 : 0;
    assertAllocates((copied + 16) * CALLS + TOLERANCE, () -> table.insert(packed));
    Tuple plain = t(5_000, 1);
    long copiedForAnother = variant.copiesToWrite() ? 112 : 0;
    assertAllocates((copiedForAnother + 24 + 16) * CALLS + TOLERANCE, () -> table.insert(plain));
    Tuple large = t(5_000, 1, 2, 3);
    assertAllocates(copied * CALLS + TOLERANCE, () -> table.insert(large));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void next_lastingOrder_allocatesTheAnswerAndTheStep(Variant variant) {
    assumeThat(variant.hasLastingOrder()).isTrue();
    EtsTable table = owner.newTable("t", variant.options());
    for (int n = 5_000; n < 5_100; n++) {
      table.insert(t(n, 1));
    }
    Term key = table.first().orElseThrow();
    assertAllocates(112L * CALLS + TOLERANCE, () -> kept = table.next(key));
    assertAllocates(112L * CALLS + TOLERANCE, () -> kept = table.first());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void lookup_manyObjects_copiesNone(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    for (int n = 0; n < 1_000; n++) {
      table.insert(t(5_000, n));
    }
    Term key = i(5_000);
    assertAllocates(32L * CALLS + TOLERANCE, () -> kept = table.lookup(key));
  }
}
