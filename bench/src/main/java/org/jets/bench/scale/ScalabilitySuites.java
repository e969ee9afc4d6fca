package org.jets.bench.scale;

import java.util.List;
import org.jets.bench.scale.suites.CatreeSuite;
import org.jets.bench.scale.suites.EtsBenchSuite;
import org.jets.bench.scale.suites.FritchieSuite;
import org.jets.bench.scale.suites.LatencySuite;
import org.jets.bench.scale.suites.MemorySuite;
import org.jets.bench.scale.suites.ThroughputSuite;
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
