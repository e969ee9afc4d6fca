package org.jets.collections;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * The code that the model checker does not trace: no other thread can change its result, and it
 * changes nothing that another thread reads. A switch of threads within it shows nothing that a
 * switch before or after it does not show. The checker would spend most of its time there.
 */
final class Untraced {
  private static final String INTERNAL = "org.jets.collections.internal.";

  private Untraced() {}

  /** Lets the model checker pass over this code. */
  static void addTo(ModelCheckingOptions options) {
    // Calls that only go deep would also be taken for a thread that waits.
    options.addGuarantee(forClasses(INTERNAL + "sync.StackRoom").allMethods().ignore());
    // Routing nodes never change, and a builder is used by one thread.
    options.addGuarantee(
        forClasses(INTERNAL + "lfca.RoutingNode", INTERNAL + "lfca.RoutingBuilder")
            .allMethods()
            .ignore());
    // The mappings of a leaf, which never change. Its stamp and its versions do.
    options.addGuarantee(
        forClasses(INTERNAL + "lfca.ImmutableLeaf")
            .methods(
                "ceiling",
                "entry",
                "get",
                "hasAt",
                "higher",
                "joinedWith",
                "key",
                "part",
                "prefix",
                "prefixIsOf",
                "search",
                "searchToPut",
                "size",
                "surrounds",
                "value",
                "withInserted",
                "withValue",
                "without")
            .ignore());
    // A cursor's own copy of a bucket: only its method read comes to the bucket itself.
    options.addGuarantee(
        forClasses(INTERNAL + "linear.BucketCopy")
            .methods("add", "keep", "sort", "set", "key")
            .ignore());
    // Reads that only fetch memory, and whose result is not used.
    options.addGuarantee(
        forClasses(INTERNAL + "linear.HashOrderCursor").methods("touchAhead").ignore());
    // No thread works on the map before its operations begin, nor once they are over.
    options.addGuarantee(
        forClasses(name -> name.endsWith("Operations"))
            .methods("newMap", "checkAtRest", "text")
            .ignore());
  }
}
