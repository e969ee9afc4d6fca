package org.jets.bench;

import java.util.List;
import java.util.Set;
import org.jets.testkit.PackageLayers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The packages that each package of the benchmarks may use. */
class BenchPackageDependencyTest {
  /** A slice uses itself and those on later lines, never one on its own line or before it. */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of(PackageLayers.FRONT),
          Set.of("scale", "peers"),
          Set.of("tables"),
          Set.of("maps", "terms"),
          Set.of("harness.run", "harness.report", "harness.comparison", "harness.turns"),
          Set.of("harness"));

  private static final Set<String> VOCABULARY = Set.of();

  private static PackageLayers layers;

  @BeforeAll
  static void readClasses() {
    layers = new PackageLayers("org.jets.bench", DOWNWARDS, VOCABULARY);
  }

  @Test
  void classes_eachSlice_hasItsPlaceInTheOrder() {
    layers.checkEachSliceHasAPlace();
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
