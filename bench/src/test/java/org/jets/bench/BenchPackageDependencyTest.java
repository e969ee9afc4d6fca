package org.jets.bench;

import java.util.List;
import java.util.Set;
import org.jets.testkit.PackageDependencyContract;
import org.jets.testkit.PackageLayers;

/** The packages that each package of the benchmarks may use. */
class BenchPackageDependencyTest extends PackageDependencyContract {
  /** A slice uses itself and those on later lines, never one on its own line or before it. */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of(PackageLayers.FRONT),
          Set.of("scale", "peers", "durable", "observed", "indexed", "timers"),
          Set.of("maps", "terms", "cache", "locks"),
          Set.of("radix", "rivals"),
          Set.of("skeleton"),
          Set.of("harness.run", "harness.report", "harness.comparison", "harness.turns"),
          Set.of("harness"));

  BenchPackageDependencyTest() {
    super("org.jets.bench", DOWNWARDS, Set.of());
  }
}
