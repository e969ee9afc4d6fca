package org.jets.ets;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import java.util.List;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * The code that the model checker does not trace: no other thread can change its result, and it
 * changes nothing that another thread reads. A switch of threads within it shows nothing that a
 * switch before or after it does not show. The checker would spend most of its time there.
 */
final class Untraced {
  /** Packages of immutable objects and of pure functions of them. */
  private static final List<String> PACKAGES = List.of("org.jets.terms.", "org.jets.ets.match.");

  /** Classes of immutable objects, of pure functions, or of objects that one thread uses. */
  private static final Set<String> CLASSES =
      Set.of(
          "org.jets.collections.internal.sync.StackRoom",
          "org.jets.ets.CounterOp",
          "org.jets.ets.CounterUpdate$Ops",
          "org.jets.ets.ElementOp",
          "org.jets.ets.ElementUpdate$Ops",
          "org.jets.ets.TableOptions",
          "org.jets.ets.cell.Cells",
          "org.jets.ets.plan.EqualTerms",
          "org.jets.ets.plan.GuardKeys",
          "org.jets.ets.plan.HeadKeys",
          "org.jets.ets.plan.Interval",
          "org.jets.ets.plan.Intervals",
          "org.jets.ets.plan.KeyConstraints",
          "org.jets.ets.plan.KeyPlanner",
          "org.jets.ets.plan.PlannedSpec",
          "org.jets.ets.quota.TermBytes",
          "org.jets.ets.store.StandardKeyOrder",
          "org.jets.ets.store.StoreConfig",
          "org.jets.ets.store.TermHashing");

  /** Updates of one call. Their method {@code update} must not touch the store. */
  private static final Set<String> UPDATES =
      Set.of(
          "org.jets.ets.CounterUpdate",
          "org.jets.ets.ElementUpdate",
          "org.jets.ets.IncrementUpdate",
          "org.jets.ets.cell.MatchDelete",
          "org.jets.ets.cell.MatchReplace");

  /** That which a thread uses under one lock alone. */
  private static final Set<String> GUARDED =
      Set.of(
          "org.jets.ets.eviction.CellList",
          "org.jets.ets.eviction.FrequencySketch",
          "org.jets.ets.expiry.TimerWheel");

  private static final String BUCKETS = "org.jets.collections.internal.linear.";

  private Untraced() {}

  /** Lets the model checker pass over this code. */
  static void addTo(ModelCheckingOptions options) {
    options.addGuarantee(forClasses(Untraced::isSequential).allMethods().ignore());
    options.addGuarantee(forClasses(UPDATES::contains).methods("update").ignore());
    // A snapshot makes and fills its store before another thread can find it.
    options.addGuarantee(
        forClasses(name -> name.startsWith("org.jets.ets.store."))
            .methods("newStore", "load")
            .ignore());
    // A batch belongs to one thread: only its method lock comes to what threads share.
    options.addGuarantee(
        forClasses("org.jets.ets.store.Batch")
            .methods("size", "keys", "key", "hasFixedForms", "apply", "notePresent", "present")
            .ignore());
    // A cursor's own copy of a bucket: only its method read comes to the bucket itself.
    options.addGuarantee(
        forClasses(BUCKETS + "BucketCopy").methods("add", "keep", "sort", "set", "key").ignore());
    // One lock guards each of these. A loop over all buckets of a wheel is not endless.
    options.addGuarantee(forClasses(GUARDED::contains).allMethods().ignore());
    // The background removes what has expired, at times that the checker cannot choose.
    options.addGuarantee(forClasses("org.jets.ets.expiry.ExpiryThread").allMethods().ignore());
    // Reads that only fetch memory, and whose result is not used.
    options.addGuarantee(forClasses(BUCKETS + "HashOrderCursor").methods("touchAhead").ignore());
    // No thread works on the table before its operations begin, nor once they are over. Other
    // methods make arguments. They may initialize classes of the JDK, which the checker must not
    // interrupt.
    options.addGuarantee(
        forClasses(Untraced::isOfOperations)
            .methods("newTable", "checkAtRest", "k", "object", "values", "number", "spec")
            .ignore());
  }

  private static boolean isSequential(String className) {
    return CLASSES.contains(className) || PACKAGES.stream().anyMatch(className::startsWith);
  }

  private static boolean isOfOperations(String className) {
    return className.endsWith("Operations")
        || className.endsWith("OneKey")
        || className.equals(SharedTable.class.getName());
  }
}
