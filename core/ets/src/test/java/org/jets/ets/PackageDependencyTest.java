package org.jets.ets;

import java.util.List;
import java.util.Set;
import org.jets.testkit.PackageDependencyContract;
import org.jets.testkit.PackageLayers;

/**
 * Tests the allowed dependencies between packages of this module. The root package counts as two
 * slices: the vocabulary that is listed here, which the rooms use, and the front, which is the
 * rest.
 */
class PackageDependencyTest extends PackageDependencyContract {
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of("erl", "view"),
          Set.of(PackageLayers.FRONT),
          Set.of("bridge"),
          Set.of("indexing"),
          Set.of(
              "plan",
              "expiry",
              "feed",
              "fixation",
              "file",
              "durable",
              "reference",
              "transfer",
              "timing"),
          Set.of("eviction"),
          Set.of("watch", "index"),
          Set.of("match", "store"),
          Set.of("cell"),
          Set.of("quota"),
          Set.of("reclaim", "event", "observe"),
          Set.of(PackageLayers.VOCABULARY),
          Set.of("argument", "log", "limit"));

  private static final Set<String> VOCABULARY =
      Set.of(
          "Access",
          "Backend",
          "BadArgumentException",
          "EtsException",
          "FunctionClauseException",
          "Heir",
          "KeyRange",
          "LoadOptions",
          "NoSuchKeyException",
          "NoSuchTableException",
          "OptionTerms",
          "Quota",
          "SaveOptions",
          "SystemLimitException",
          "TableAccessException",
          "TableFileException",
          "TableLogException",
          "TableOptions",
          "TableType",
          "TableTypeException",
          "WriteConcurrency");

  PackageDependencyTest() {
    super("org.jets.ets", DOWNWARDS, VOCABULARY);
  }
}
