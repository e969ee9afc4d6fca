package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jets.ets.quota.HeapWatch;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/**
 * Tests that a call which runs out of memory loses no object that it was to return, with a fault at
 * each allocation in turn.
 */
class TakeFaultTest {
  @Test
  void take_noMemoryAtAnyAllocation_returnsTheObjectsOrLeavesThem() throws Exception {
    IntPredicate run = AllocationFaults.load(Taking.class);
    assertThat(run.test(0)).as("no fault").isFalse();
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(3);
  }

  /** The kind of count of what a table takes. */
  private enum Count {
    NONE,
    QUOTA,
    HEAP
  }

  /** Takes the objects of a key with a fault, in each table; false if no call reached it. */
  static final class Taking implements IntPredicate {
    private static final long HEAP = 10_000_000;

    private static Map<String, Function<LocalTable, List<Tuple>>> calls(TableType type) {
      Map<String, Function<LocalTable, List<Tuple>>> calls = new LinkedHashMap<>();
      calls.put("take", table -> table.take(i(1)));
      if (!type.isSet()) {
        calls.put("takeAll", table -> table.takeAll(List.of(i(5), i(1))));
      }
      return calls;
    }

    @Override
    public boolean test(int fault) {
      boolean isReached = false;
      for (Variant variant : (Iterable<Variant>) Variant.all()::iterator) {
        for (Count count : Count.values()) {
          for (String call : calls(variant.type()).keySet()) {
            isReached |= test(variant, count, call, fault);
          }
        }
      }
      return isReached;
    }

    private static TableSpace space(Count count) {
      TableSpace space = new TableSpace();
      switch (count) {
        case NONE -> {}
        case QUOTA -> space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(Long.MAX_VALUE - 1));
        case HEAP -> {
          HeapWatch watch = new HeapWatch(HEAP, () -> HEAP * 6 / 10, () -> 0);
          watch.poll();
          watch.collected();
          space.heapQuota(new HeapQuota(space, watch));
        }
      }
      return space;
    }

    private static boolean test(Variant variant, Count count, String call, int fault) {
      String about = variant + ", " + count + ", " + call + ", fault " + fault;
      try (Owner owner = space(count).newOwner()) {
        LocalTable table = owner.newTable("t", variant.options());
        table.insert(t(1, t(2, t(3, 4))));
        table.insert(t(1, t(5, t(6, 7))));
        List<Tuple> before = List.copyOf(table.lookup(i(1)));
        List<Tuple> taken = List.of();
        boolean isFired;
        AllocationFaults.arm(fault);
        try {
          taken = calls(variant.type()).get(call).apply(table);
        } catch (OutOfMemoryError e) {
          // The objects are still there.
        } finally {
          isFired = AllocationFaults.disarm();
        }
        assertThat(taken.isEmpty() ? table.lookup(i(1)) : taken).as(about).isEqualTo(before);
        assertThat(table.size()).as(about).isEqualTo(taken.isEmpty() ? before.size() : 0);
        return isFired && fault > 0;
      }
    }
  }
}
