package org.jets.bench.rivals;

import java.util.stream.Stream;
import org.jets.testkit.GuavaMapSuite;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Guava's tests of a ConcurrentMap and all of its views. */
class RivalsGuavaTest {

  @TestFactory
  Stream<DynamicNode> longKeys_allFeatures_areAConcurrentMap() {
    return Stream.of(RivalUnderTest.values())
        .map(map -> GuavaMapSuite.ofLongs(map.name(), map::newMap));
  }

  @TestFactory
  Stream<DynamicNode> stringKeys_allFeatures_areAConcurrentMap() {
    return Stream.of(RivalUnderTest.values())
        .map(map -> GuavaMapSuite.ofStrings(map.name(), map::newMap));
  }
}
