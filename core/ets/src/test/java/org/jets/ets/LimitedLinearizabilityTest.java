package org.jets.ets;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.ets.LimitedOperations.AccessedOperations;
import org.jets.ets.LimitedOperations.EvictingOperations;
import org.jets.ets.LimitedOperations.ExpiringOperations;
import org.jets.ets.LimitedOperations.RejectingOperations;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the guarantees of sets that refuse objects, that evict keys, and whose objects expire by a
 * clock that an operation advances: see {@link LimitedVerifier}. It uses model checking and stress,
 * on every store. A table with room for all keys that its threads can add is checked as a plain
 * one, and so is a bag. At a reduced scale, which is for other JDKs, it uses only stress, and omits
 * maps of other libraries.
 */
@Tag("lincheck")
class LimitedLinearizabilityTest {
  private static final int MODEL_SCENARIOS = 1;
  private static final int MODEL_INVOCATIONS = 10;
  private static final int STRESS_SCENARIOS = 3;
  private static final int STRESS_INVOCATIONS = 100;

  /** A loop over all buckets or locks of a map is not to be taken for one that waits. */
  private static final int LONGEST_LOOP = 100;

  /** The keys of a plain table's operations, and the most that two threads add to them. */
  private static final int MOST_IN_ROOMY = 8;

  /** More than the operations on a bag can add. */
  private static final int MOST_IN_ROOMY_BAG = 100;

  /** Under stress a unit is longer than a tick of the wheels, so that objects are removed. */
  private static final int STRESS_UNIT_MILLIS = 100;

  /** The limits of a table. */
  private enum Limit {
    REJECTING(RejectingOperations.class),
    EVICTING(EvictingOperations.class),
    AFTER_WRITE(ExpiringOperations.class),
    AFTER_ACCESS(AccessedOperations.class),
    ROOMY(SetOperations.class),
    ROOMY_BAG(BagOperations.class);

    final Class<?> operations;

    Limit(Class<?> operations) {
      this.operations = operations;
    }

    TableOptions of(TableOptions options, int unitMillis) {
      Duration life = Duration.ofMillis((long) ExpiringOperations.LIFE * unitMillis);
      return switch (this) {
        case REJECTING ->
            options.withMaxObjects(RejectingOperations.MOST).withRejectionWhenFull(true);
        case EVICTING -> options.withMaxObjects(EvictingOperations.MOST);
        case AFTER_WRITE -> options.withExpiryAfterWrite(life);
        case AFTER_ACCESS -> options.withExpiryAfterAccess(life);
        case ROOMY -> options.withMaxObjects(MOST_IN_ROOMY);
        case ROOMY_BAG ->
            options.withMaxObjects(MOST_IN_ROOMY_BAG).withExpiryAfterWrite(Duration.ofDays(1));
      };
    }
  }

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void rejectingSet_everyInterleaving_refusesWhatIsTooMuch(Variant set) {
    everyInterleaving(set, Limit.REJECTING);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void rejectingSet_underStress_refusesWhatIsTooMuch(Variant set) {
    underStress(set, Limit.REJECTING);
  }

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void evictingSet_everyInterleaving_hasNoWrongObject(Variant set) {
    everyInterleaving(set, Limit.EVICTING);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void evictingSet_underStress_hasNoWrongObject(Variant set) {
    underStress(set, Limit.EVICTING);
  }

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void evictingSet_everyInterleavingBelowTheBound_isLinearizable(Variant set) {
    everyInterleaving(set, Limit.ROOMY);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void evictingSet_underStressBelowTheBound_isLinearizable(Variant set) {
    underStress(set, Limit.ROOMY);
  }

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void expiringSet_everyInterleaving_hasObjectsForTheirTime(Variant set) {
    everyInterleaving(set, Limit.AFTER_WRITE);
    everyInterleaving(set, Limit.AFTER_ACCESS);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void expiringSet_underStress_hasObjectsForTheirTime(Variant set) {
    underStress(set, Limit.AFTER_WRITE);
    underStress(set, Limit.AFTER_ACCESS);
  }

  /** The objects of a bag have times and places of their own, but none of them leaves. */
  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bags")
  void limitedBag_everyInterleavingBelowTheLimits_isLinearizable(Variant bag) {
    everyInterleaving(bag, Limit.ROOMY_BAG);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void limitedBag_underStressBelowTheLimits_isLinearizable(Variant bag) {
    underStress(bag, Limit.ROOMY_BAG);
  }

  private static void everyInterleaving(Variant set, Limit limit) {
    if (TestScale.isReduced()) {
      return;
    }
    workOn(set, limit, 1);
    ModelCheckingOptions model = new ModelCheckingOptions();
    model
        .actorsPerThread(2)
        .iterations(TestScale.count(MODEL_SCENARIOS))
        .invocationsPerIteration(MODEL_INVOCATIONS);
    model.loopIterationsBeforeThreadSwitch(LONGEST_LOOP).loopBound(5 * LONGEST_LOOP);
    Untraced.addTo(model);
    run(model, limit);
  }

  private static void underStress(Variant set, Limit limit) {
    if (TestScale.isReduced() && set.isOfOthers()) {
      return;
    }
    workOn(set, limit, STRESS_UNIT_MILLIS);
    StressOptions stress = new StressOptions();
    stress
        .actorsPerThread(3)
        .iterations(TestScale.count(STRESS_SCENARIOS))
        .invocationsPerIteration(STRESS_INVOCATIONS);
    if (limit == Limit.REJECTING) {
      // The random ones are the same for each store, and few of their lookups find an object.
      Scenarios.ofRejecting().forEach(stress::addCustomScenario);
    }
    run(stress, limit);
  }

  private static void workOn(Variant set, Limit limit, int unit) {
    ExpiringOperations.unitMillis = unit;
    SharedTable.workOn(set, limit.of(set.options(), unit));
  }

  private static void run(Options<?, ?> options, Limit limit) {
    options.threads(2).actorsBefore(2).actorsAfter(2);
    if (limit != Limit.ROOMY && limit != Limit.ROOMY_BAG) {
      options.verifier(LimitedVerifier.class);
    }
    options.check(limit.operations);
  }
}
