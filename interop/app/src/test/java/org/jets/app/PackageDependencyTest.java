package org.jets.app;

import java.util.List;
import java.util.Set;
import org.jets.testkit.PackageLayers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The packages that each package of this module may use. The front is {@link Main}, which knows all
 * commands; the form of a command knows none.
 */
class PackageDependencyTest {
  /** A slice uses itself and those on later lines, never one on its own line or before it. */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of(PackageLayers.FRONT),
          Set.of("demo"),
          Set.of("node"),
          Set.of("shell"),
          Set.of(PackageLayers.VOCABULARY));

  private static final Set<String> VOCABULARY =
      Set.of("Command", "CommandLines", "CommandRunner", "UsageException");

  private static PackageLayers layers;

  @BeforeAll
  static void readClasses() {
    layers = new PackageLayers("org.jets.app", DOWNWARDS, VOCABULARY);
  }

  @Test
  void classes_eachSlice_hasItsPlaceInTheOrder() {
    layers.checkEachSliceHasAPlace();
  }

  @Test
  void vocabulary_eachName_isThatOfAClass() {
    layers.checkVocabularyIsThere();
  }

  @Test
  void slices_all_areFreeOfCycles() {
    layers.checkNoCycles();
  }

  @Test
  void dependencies_betweenSlices_pointDown() {
    layers.checkArrowsPointDown();
  }

  @Test
  void classes_eachPackage_areNotTooMany() {
    layers.checkSizes();
  }
}
