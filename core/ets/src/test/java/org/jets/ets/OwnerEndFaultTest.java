package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.t;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Tests the end of owners in a full heap, with a fault at each allocation in turn. */
class OwnerEndFaultTest {

  @Test
  void close_noMemoryAtAnyAllocation_closedAgainEachTableHasPassedOrIsDeleted() throws Exception {
    IntPredicate run = AllocationFaults.load(Closing.class);
    assertThat(run.test(0)).as("no fault").isFalse();
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(10);
  }

  @Test
  void giveAway_noMemoryAtAnyAllocation_isGivenAndToldOrNeither() throws Exception {
    IntPredicate run = AllocationFaults.load(Giving.class);
    assertThat(run.test(0)).as("no fault").isFalse();
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(3);
  }

  /** Closes an owner with tables with and without heirs; false if the fault was not reached. */
  static final class Closing implements IntPredicate {
    @Override
    public boolean test(int fault) {
      TableSpace space = new TableSpace();
      Owner owner = space.newOwner();
      Owner heir = space.newOwner();
      owner.newTable("told", TableOptions.set().withNamedTable().withHeir(heir.pid(), a("data")));
      owner.newTable("lost", TableOptions.set().withNamedTable());
      owner.newTable("silent", TableOptions.orderedSet().withNamedTable().withHeir(heir.pid()));
      owner.newTable("last", TableOptions.bag().withNamedTable()).safeFixtable(true);
      boolean hasFailed = false;
      boolean isFired;
      AllocationFaults.arm(fault);
      try {
        owner.close();
      } catch (OutOfMemoryError e) {
        hasFailed = true;
      } finally {
        isFired = AllocationFaults.disarm();
      }
      assertThat(hasFailed).as("fault %d", fault).isEqualTo(isFired && fault > 0);
      owner.close();
      assertThat(owner.isAlive()).isFalse();
      assertThat(space.all())
          .as("fault %d", fault)
          .containsExactlyInAnyOrder(a("told"), a("silent"));
      assertThat(heir.open("told").info(a("owner"))).contains(heir.pid());
      assertThat(heir.open("silent").info(a("owner"))).contains(heir.pid());
      assertThat(heir.pollTransfer())
          .as("fault %d", fault)
          .contains(t("ETS-TRANSFER", a("told"), owner.pid(), a("data")));
      assertThat(heir.pollTransfer()).isEmpty();
      assertNothingIsLocked(space, owner, heir);
      heir.close();
      assertThat(space.all()).isEmpty();
      return isFired && fault > 0;
    }
  }

  /** Gives a table away; false if the fault was not reached. */
  static final class Giving implements IntPredicate {
    @Override
    public boolean test(int fault) {
      TableSpace space = new TableSpace();
      Owner owner = space.newOwner();
      Owner receiver = space.newOwner();
      EtsTable table = owner.newTable("given", TableOptions.set().withNamedTable());
      boolean isFired;
      AllocationFaults.arm(fault);
      try {
        table.giveAway(receiver, a("gift"));
      } catch (OutOfMemoryError e) {
        assertThat(e).hasMessage("injected");
      } finally {
        isFired = AllocationFaults.disarm();
      }
      boolean isTold = receiver.pollTransfer().isPresent();
      assertThat(table.info(a("owner")))
          .as("fault %d", fault)
          .contains(isTold ? receiver.pid() : owner.pid());
      if (!isTold) {
        table.giveAway(receiver, a("gift"));
        assertThat(receiver.pollTransfer()).isPresent();
      }
      assertNothingIsLocked(space, owner, receiver);
      owner.close();
      assertThat(space.all()).containsExactly(a("given"));
      receiver.close();
      assertThat(space.all()).isEmpty();
      return isFired && fault > 0;
    }
  }

  private static void assertNothingIsLocked(TableSpace space, Owner... owners) {
    assertThat(space.transfers().isLocked()).isFalse();
    for (Owner owner : owners) {
      assertThat(CompletableFuture.supplyAsync(owner::pollTransfer))
          .succeedsWithin(10, TimeUnit.SECONDS)
          .isNotNull();
    }
  }
}
