package org.jets.ets;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jets.ets.fixation.Fixations;
import org.jets.ets.fixation.TraversalFixation;
import org.jets.ets.store.Stores;
import org.jets.terms.Reference;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks parts of a traversal that begin concurrently with its end, and with one another, by model
 * checking. It does not run at a reduced scale, which is for other JDKs.
 */
@Tag("lincheck")
class TraversalFixationLinearizabilityTest {
  private static final int INVOCATIONS = 200;

  @Tag("model-checking")
  @Test
  void begin_besideEnd_leavesNothingFixed() {
    if (TestScale.isReduced()) {
      return;
    }
    ModelCheckingOptions options = new ModelCheckingOptions();
    options.iterations(0).invocationsPerIteration(TestScale.count(INVOCATIONS));
    Scenarios.ofTraversals().forEach(options::addCustomScenario);
    options.check(Operations.class);
  }

  /** A traversal of a table. The fixation is queried only while no thread begins or ends a part. */
  public static class Operations {
    private final Owner owner = new TableSpace().newOwner();

    private final Fixations fixations =
        new Fixations(
            Stores.newStore(
                Backend.STRIPED,
                OwnedTable.config(Reference.of(owner.space().node(), 0, 1), TableOptions.set())),
            false);

    private final TraversalFixation traversal =
        new TraversalFixation(fixations, owner.fixedTables(), this);

    @Operation
    public void begin() {
      traversal.begin();
    }

    @Operation
    public void end() {
      traversal.end();
    }

    @Operation
    public boolean isFixed() {
      return fixations.isFixed();
    }

    @Operation
    public boolean isOwnerIdle() {
      return owner.fixedTables().isEmpty();
    }
  }
}
