package org.jets.bench;

import java.util.List;
import org.jets.bench.harness.ScalabilitySuite;
import org.jets.bench.scale.CatreeSuite;
import org.jets.bench.scale.EtsBenchSuite;
import org.jets.bench.scale.FritchieSuite;
import org.jets.bench.scale.LatencySuite;
import org.jets.bench.scale.MemorySuite;
import org.jets.bench.scale.ThroughputSuite;
import org.jspecify.annotations.Nullable;

/** All suites, in the order of the report. */
final class ScalabilitySuites {
  private static final List<ScalabilitySuite> ALL =
      List.of(
          new EtsBenchSuite(),
          new ThroughputSuite(),
          new FritchieSuite(),
          new MemorySuite(),
          new LatencySuite(),
          new CatreeSuite());

  private ScalabilitySuites() {}

  static List<ScalabilitySuite> all() {
    return ALL;
  }

  /** Returns the suite of this name, or null where there is none. */
  static @Nullable ScalabilitySuite named(String name) {
    return ALL.stream().filter(suite -> suite.name().equals(name)).findFirst().orElse(null);
  }
}
