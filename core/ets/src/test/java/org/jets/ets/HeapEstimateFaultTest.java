package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.t;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Objects;
import java.util.Queue;
import java.util.function.IntPredicate;
import org.jets.ets.quota.HeapWatch;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

/** Tests estimates of another thread in a full heap, with a fault at each allocation in turn. */
class HeapEstimateFaultTest {
  @Test
  void run_noMemoryAtAnyAllocation_endsAndALaterWriteBeginsAnother() throws Exception {
    IntPredicate run = AllocationFaults.load(Estimating.class);
    assertThat(run.test(0)).as("no fault").isFalse();
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(5);
  }

  /** Makes two estimates; false if the fault was not reached. */
  static final class Estimating implements IntPredicate {
    private static final long HEAP = 10_000_000;

    /** More terms than a write walks over. */
    private static final Term MANY = ListTerm.of(Collections.nCopies(60_000, a("x")));

    @Override
    public boolean test(int fault) {
      Queue<Runnable> walks = new ArrayDeque<>();
      HeapWatch watch = new HeapWatch(HEAP, () -> HEAP, () -> 0);
      TableSpace space = new TableSpace();
      watch.poll();
      HeapQuota quota = new HeapQuota(space, watch, walks::add, 0);
      space.join(FakeProcesses.NODE, FakeProcesses.CREATION, new FakeProcesses());
      space.heapQuota(quota);
      Owner owner = space.newOwner();
      EtsTable table = owner.newTable("t", TableOptions.set());
      table.insert(t(1, MANY));
      watch.collected();
      boolean isFired = run(table, walks, quota, fault);
      // Now there is an estimate, and another one finds out the freed memory.
      table.deleteAllObjects();
      table.insert(t(1, MANY));
      isFired &= run(table, walks, quota, fault);
      owner.close();
      space.leave();
      return isFired && fault > 0;
    }

    /** Starts a walk, makes it fail, and starts another one that succeeds. */
    private static boolean run(EtsTable table, Queue<Runnable> walks, HeapQuota quota, int fault) {
      fill(table, walks);
      Runnable walk = Objects.requireNonNull(walks.poll());
      boolean isFired;
      AllocationFaults.arm(fault);
      try {
        walk.run();
      } finally {
        isFired = AllocationFaults.disarm();
      }
      if (isFired && fault > 0) {
        fill(table, walks);
        Objects.requireNonNull(walks.poll()).run();
      }
      assertThat(walks).isEmpty();
      assertThat(quota.bytes()).as("fault %d", fault).isLessThan(HEAP * 8 / 10);
      return isFired;
    }

    /** Writes until an estimate begins, or a write is refused. */
    private static void fill(EtsTable table, Queue<Runnable> walks) {
      for (int n = 2; n < 200 && walks.isEmpty(); n++) {
        try {
          table.insert(t(n, MANY));
        } catch (SystemLimitException e) {
          assertThat(walks).isNotEmpty();
        }
      }
    }
  }
}
