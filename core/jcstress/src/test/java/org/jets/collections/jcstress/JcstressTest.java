package org.jets.collections.jcstress;

import java.util.stream.Stream;
import org.jets.collections.MapUnderTest;
import org.jets.testkit.ChosenConstants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs jcstress on each map, or on the one that the property {@code jets.map} names; quickly, or in
 * the mode that {@code jets.jcstress} names. A report stays in {@code target/jcstress}.
 */
@Tag("jcstress")
class JcstressTest {
  private final String mode = System.getProperty("jets.jcstress", JcstressRun.QUICK);

  static Stream<MapUnderTest> chosenMaps() {
    return System.getProperty("jets.map") == null
        ? MapUnderTest.ofEachClass()
        : ChosenConstants.of(MapUnderTest.class, "jets.map");
  }

  @ParameterizedTest
  @MethodSource("chosenMaps")
  void stress_eachMap_showsNothingForbidden(MapUnderTest map) throws Exception {
    boolean runsAll = map == MapUnderTest.LOCK_FREE_TREE; // The map of the other tests.
    String tests = runsAll ? JcstressRun.ANY : JcstressRun.OF_ANY_MAP;

    new JcstressRun(map.name(), tests, mode).requireNothingForbidden();
  }
}
