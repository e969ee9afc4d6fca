package org.jets.testkit;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The tests of the packages that each package of a module may use. A module names its layers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // Reads the classes once.
public abstract class PackageDependencyContract {
  private final PackageLayers layers;

  /** Reads the classes of a module: see {@link PackageLayers}. */
  protected PackageDependencyContract(
      String root, List<Set<String>> downwards, Set<String> vocabulary) {
    layers = new PackageLayers(root, downwards, vocabulary);
  }

  @Test
  protected final void classes_eachSlice_hasItsPlaceInTheOrder() {
    layers.checkEachSliceHasAPlace();
  }

  @Test
  protected final void vocabulary_eachName_isThatOfAClass() {
    layers.checkVocabularyIsThere();
  }

  @Test
  protected final void slices_all_areFreeOfCycles() {
    layers.checkNoCycles();
  }

  @Test
  protected final void dependencies_betweenSlices_pointDown() {
    layers.checkArrowsPointDown();
  }

  @Test
  protected final void classes_eachPackage_areNotTooMany() {
    layers.checkSizes();
  }
}
