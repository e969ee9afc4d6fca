package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the creation of tables while other threads delete all tables that they find, or end the
 * owner.
 */
class TableCreationTest {
  private static final int TABLES = 20;

  private final TableSpace space = new TableSpace();
  private final Owner other = space.newOwner();
  private final ExecutorService executor = Executors.newFixedThreadPool(2);

  @AfterEach
  void end() {
    executor.shutdownNow();
  }

  /** Makes tables until the owner has ended; any other error fails the test. */
  private static int makeUntilEnded(Owner owner) {
    int made = 0;
    try {
      while (made < TABLES) {
        owner.newTable("t", TableOptions.set().withPublicAccess());
        made++;
      }
    } catch (IllegalStateException e) {
      assertThat(owner.isAlive()).isFalse();
    }
    return made;
  }

  private void deleteFound() {
    for (Term found : space.all()) {
      try {
        other.open(found).drop();
      } catch (NoSuchTableException e) {
        // The owner's end has deleted it first.
      }
    }
  }

  @Test
  void newTable_ownerEndsAndOthersDelete_failsAsSuchOrIsMade() throws Exception {
    for (int round = 0; round < TestScale.count(2_000); round++) {
      Owner owner = space.newOwner();
      CyclicBarrier start = new CyclicBarrier(3);
      List<Callable<Integer>> calls =
          List.of(
              () -> {
                start.await();
                return makeUntilEnded(owner);
              },
              () -> {
                start.await();
                owner.close();
                deleteFound();
                return 0;
              });
      List<Future<Integer>> futures = calls.stream().map(executor::submit).toList();
      start.await();
      for (int n = 0; n < 10; n++) {
        deleteFound();
      }
      for (Future<Integer> future : futures) {
        future.get();
      }
      assertThat(space.all()).isEmpty();
    }
  }

  @Test
  void newId_besideOpaqueReferences_isAnother() {
    TableSpace space = new TableSpace();
    Reference reference = space.opaque().add("value");
    assertThat(space.newId()).isNotEqualTo(reference);
    assertThat(space.opaque().get(space.newId())).isNull();
  }
}
