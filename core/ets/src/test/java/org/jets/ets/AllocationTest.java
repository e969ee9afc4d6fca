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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the allocations of the most frequent calls, on every store. */
class AllocationTest {
  private static final int CALLS = 20_000;

  /** The largest error of the thread's counter of bytes, over all calls. */
  private static final int TOLERANCE = CALLS;

  private final Owner owner = new TableSpace().newOwner();

  /** The last result, kept so that the compiler cannot eliminate lookups. */
  private Object kept = "";

  private static long bytes(Runnable call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 10; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int n = 0; n < CALLS; n++) {
        call.run();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void lookup_set_allocatesAtMostTheList(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    Term key = i(5_000);
    Tuple object = t(5_000, 1);
    table.insert(object);
    long list = bytes(() -> kept = List.of(object));
    assertThat(bytes(() -> kept = table.lookup(key))).isLessThanOrEqualTo(list + TOLERANCE);
    Term absent = i(5_001);
    assertThat(bytes(() -> kept = table.lookup(absent))).isLessThanOrEqualTo(TOLERANCE);
    assertThat(kept).isEqualTo(List.of());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void member_anyTable_allocatesNothing(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    Term key = i(5_000);
    table.insert(List.of(t(5_000, 1), t(5_000, 2)));
    assertThat(bytes(() -> kept = table.member(key))).isLessThanOrEqualTo(TOLERANCE);
    assertThat(kept).isEqualTo(true);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insert_presentKey_allocatesNothingOrWhatIsCopied(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    Tuple object = t(5_000, 1);
    table.insert(object);
    long copied = variant.copiesToWrite() ? 96 : 0;
    assertThat(bytes(() -> table.insert(object))).isLessThanOrEqualTo(copied * CALLS + TOLERANCE);
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
    assertThat(bytes(() -> kept = table.next(key))).isLessThanOrEqualTo(112L * CALLS + TOLERANCE);
    assertThat(bytes(() -> kept = table.first())).isLessThanOrEqualTo(112L * CALLS + TOLERANCE);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void lookup_manyObjects_copiesNone(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    for (int n = 0; n < 1_000; n++) {
      table.insert(t(5_000, n));
    }
    Term key = i(5_000);
    assertThat(bytes(() -> kept = table.lookup(key))).isLessThanOrEqualTo(32L * CALLS + TOLERANCE);
  }
}
