package org.jets.bench.locks;

import java.util.List;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operations under a delegation lock, with each kind of indicator of readers. */
@Tag("lincheck")
class DelegationLockLinearizabilityTest {
  private static final int MODEL_SCENARIOS = 4;
  private static final int MODEL_INVOCATIONS = 150;
  private static final int STRESS_SCENARIOS = 5;
  private static final int STRESS_INVOCATIONS = 300;

  private static final List<Class<?>> ALL =
      List.of(DelegatedOperations.class, WithIngressEgress.class, WithNonZeroIndicator.class);

  /** With counts of arrivals and departures. */
  public static class WithIngressEgress extends DelegatedOperations {
    /** For Lincheck. */
    public WithIngressEgress() {
      super(new IngressEgressCounts(2));
    }
  }

  /** With a tree of counts. */
  public static class WithNonZeroIndicator extends DelegatedOperations {
    /** For Lincheck. */
    public WithNonZeroIndicator() {
      super(new NonZeroIndicator(1));
    }
  }

  @Test
  void operations_everyInterleaving_areLinearizable() {
    for (Class<?> operations : ALL) {
      new ModelCheckingOptions()
          .threads(2)
          .actorsPerThread(2)
          .actorsBefore(1)
          .actorsAfter(1)
          .iterations(TestScale.count(MODEL_SCENARIOS))
          .invocationsPerIteration(MODEL_INVOCATIONS)
          .check(operations);
    }
  }

  @Test
  void operations_underStress_areLinearizable() {
    for (Class<?> operations : ALL) {
      new StressOptions()
          .threads(3)
          .actorsPerThread(3)
          .iterations(TestScale.count(STRESS_SCENARIOS))
          .invocationsPerIteration(STRESS_INVOCATIONS)
          .check(operations);
    }
  }
}
