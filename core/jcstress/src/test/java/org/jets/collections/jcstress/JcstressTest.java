package org.jets.collections.jcstress;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jets.collections.MapUnderTest;
import org.jets.testkit.ChosenConstants;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs jcstress on each map, or on the one that the property {@code jets.map} names; quickly, or in
 * the mode that {@code jets.jcstress} names. A reduced scale, which is for other JDKs, omits maps
 * over the engine of another one. A report stays in {@code target/jcstress}.
 */
@Tag("jcstress")
class JcstressTest {
  /** Maps of long keys over the engines of maps of any keys. */
  private static final Set<MapUnderTest> SAME_ENGINES =
      EnumSet.of(MapUnderTest.SPLIT_ORDERED_LONGS, MapUnderTest.LONG_TREE);

  private final String mode = System.getProperty("jets.jcstress", JcstressRun.QUICK);

  static Stream<MapUnderTest> chosenMaps() {
    if (System.getProperty("jets.map") != null) {
      return ChosenConstants.of(MapUnderTest.class, "jets.map");
    }
    return MapUnderTest.ofEachClass()
        .filter(map -> !TestScale.isReduced() || !SAME_ENGINES.contains(map));
  }

  @ParameterizedTest
  @MethodSource("chosenMaps")
  void stress_eachMap_showsNothingForbidden(MapUnderTest map) throws Exception {
    boolean runsAll = map == MapUnderTest.LOCK_FREE_TREE; // The map of the other tests.
    String tests = runsAll ? JcstressRun.ANY : JcstressRun.OF_ANY_MAP;

    new JcstressRun(map.name(), tests, mode).requireNothingForbidden();
  }
}
