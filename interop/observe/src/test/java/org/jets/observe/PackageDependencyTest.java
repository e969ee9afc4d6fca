package org.jets.observe;

import java.util.List;
import java.util.Set;
import org.jets.testkit.PackageDependencyContract;
import org.jets.testkit.PackageLayers;

/** Tests the allowed dependencies between packages of this module. */
class PackageDependencyTest extends PackageDependencyContract {
  private static final List<Set<String>> DOWNWARDS =
      List.of(Set.of("page"), Set.of(PackageLayers.FRONT), Set.of(PackageLayers.VOCABULARY));

  private static final Set<String> VOCABULARY = Set.of("ObserveOptions", "SlowCall");

  PackageDependencyTest() {
    super("org.jets.observe", DOWNWARDS, VOCABULARY);
  }
}
