package org.jets.collections;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.testkit.PackageDependencyContract;
import org.jets.testkit.PackageLayers;

/**
 * The packages that each package of this module may use. The root package counts as two slices: the
 * vocabulary that is listed here, and the front, which is all the rest.
 */
class PackageDependencyTest extends PackageDependencyContract {
  /** A slice uses itself and those on later lines, never one on its own line or before it. */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of(PackageLayers.FRONT),
          Set.of(
              "internal.catree",
              "internal.lfca",
              "internal.linear",
              "internal.longs",
              "internal.split"),
          Set.of("internal.avl", "internal.bplus"),
          Set.of("internal.container"),
          Set.of("internal.cursor"),
          Set.of("internal.order", "internal.sync"),
          Set.of(PackageLayers.VOCABULARY));

  private static final Set<String> INTERFACES_AND_ORDERS =
      Set.of(
          "CursorMap",
          "MapSnapshot",
          "LongObjectConsumer",
          "LongObjectFunction",
          "HashingStrategy",
          "ExactHashingStrategy",
          "NaturalHashing",
          "IdentityHashing",
          "PrefixComparator",
          "ExactPrefixComparator");

  private static final Set<String> OPTIONS_AND_SHAPES =
      Set.of(
          "StripedOptions",
          "ContentionAdaptingOptions",
          "LockedAvlOptions",
          "SequentialContainer",
          "AdaptingTreeShape",
          "AdaptingTreeRegion",
          "LockFreeTreeShape");

  private static final Set<String> VOCABULARY =
      Stream.of(INTERFACES_AND_ORDERS, OPTIONS_AND_SHAPES)
          .flatMap(Set::stream)
          .collect(Collectors.toSet());

  PackageDependencyTest() {
    super("org.jets.collections", DOWNWARDS, VOCABULARY);
  }
}
