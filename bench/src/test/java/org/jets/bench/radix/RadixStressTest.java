package org.jets.bench.radix;

import java.util.stream.Stream;
import org.jets.collections.jcstress.JcstressRun;
import org.jets.testkit.ChosenConstants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the jcstress tests of the maps on the maps over radix trees, as {@code JcstressTest}. */
@Tag("jcstress")
class RadixStressTest {
  private final String mode = System.getProperty("jets.jcstress", JcstressRun.QUICK);

  static Stream<RadixMapUnderTest> chosenMaps() {
    return ChosenConstants.of(RadixMapUnderTest.class, "jets.map");
  }

  @ParameterizedTest
  @MethodSource("chosenMaps")
  void stress_eachRadixMap_showsNothingForbidden(RadixMapUnderTest map) throws Exception {
    new JcstressRun(map.name(), JcstressRun.OF_ANY_MAP, mode).requireNothingForbidden();
  }
}
