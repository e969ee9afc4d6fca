package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.SyncMode;
import org.jets.terms.Atom;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;

/**
 * Tests that a durable table whose caller runs out of memory loses nothing and keeps no folder,
 * with a fault at each allocation in turn.
 */
class DurableFaultTest {
  /** Runs a scenario with each fault, or in a quick run with some of them. */
  private static void runAll(Class<? extends IntPredicate> scenario, int stepIfQuick)
      throws Exception {
    IntPredicate run = AllocationFaults.load(scenario);
    assertThat(run.test(0)).as("no fault").isFalse();
    int step = TestScale.count(stepIfQuick) < stepIfQuick ? stepIfQuick : 1;
    int faults = 1;
    while (run.test(faults)) {
      faults += step;
    }
    assertThat(faults).as("allocations").isGreaterThan(1);
  }

  @Test
  void end_noMemoryAtAnyAllocation_releasesTheFolder() throws Exception {
    runAll(Ending.class, 1);
  }

  @Test
  void write_noMemoryAtAnyAllocation_keepsTableAndLogAlike() throws Exception {
    runAll(Writing.class, 7);
  }

  private static void remove(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static LocalTable open(Owner owner, Path folder) {
    DurableOptions options = DurableOptions.in(folder).withSync(SyncMode.never());
    return owner.newTable("t", TableOptions.bag().withDurable(options));
  }

  /** Runs a call with a fault. Returns whether the call has returned. */
  private static boolean isDone(Runnable call, int fault, boolean[] isReached) {
    AllocationFaults.arm(fault);
    try {
      call.run();
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    } finally {
      isReached[0] |= AllocationFaults.disarm() && fault > 0;
    }
  }

  /** Ends a table in each way, with a fault. */
  static final class Ending implements IntPredicate {
    @Override
    public boolean test(int fault) {
      boolean[] isReached = new boolean[1];
      try {
        test(LocalTable::close, false, fault, isReached);
        test(LocalTable::drop, true, fault, isReached);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return isReached[0];
    }

    private static void test(
        Consumer<LocalTable> end, boolean isDropped, int fault, boolean[] isReached)
        throws IOException {
      Path root = Files.createTempDirectory("jets");
      Owner owner = new TableSpace().newOwner();
      LocalTable table = open(owner, root.resolve("t"));
      table.insert(t(1, 1));
      boolean isDone = isDone(() -> end.accept(table), fault, isReached);
      owner.close();
      try (LocalTable again = open(new TableSpace().newOwner(), root.resolve("t"))) {
        if (isDone || !isDropped) {
          assertThat(again.size())
              .as("dropped %s, fault %s", isDropped, fault)
              .isEqualTo(isDropped ? 0 : 1);
        }
      }
      remove(root);
    }
  }

  /** Makes a table with a fault, and writes to it. */
  static final class Writing implements IntPredicate {
    @Override
    public boolean test(int fault) {
      boolean[] isReached = new boolean[1];
      try {
        test(
            table -> {
              table.insert(t(1, 1));
              table.insert(List.of(t(2, 2), t(3, 3)));
              table.delete(i(0));
              table.matchDelete(t(Atom.of("_"), 3));
            },
            fault,
            isReached);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return isReached[0];
    }

    private static void test(Consumer<LocalTable> writes, int fault, boolean[] isReached)
        throws IOException {
      Path root = Files.createTempDirectory("jets");
      LocalTable table = open(new TableSpace().newOwner(), root.resolve("t"));
      table.insert(t(0, 0));
      boolean isDone = isDone(() -> writes.accept(table), fault, isReached);
      List<Tuple> objects = sorted(table);
      boolean isClosed = true;
      try {
        table.close();
      } catch (TableLogException e) {
        isClosed = false;
      }
      assertThat(isClosed || !isDone).as("fault %s", fault).isTrue();
      try (LocalTable again = open(new TableSpace().newOwner(), root.resolve("t"))) {
        if (isClosed) {
          assertThat(sorted(again)).as("fault %s", fault).isEqualTo(objects);
        }
      }
      remove(root);
    }

    private static List<Tuple> sorted(LocalTable table) {
      return table.tab2list().stream().sorted(TermOrder.STANDARD).toList();
    }
  }
}
