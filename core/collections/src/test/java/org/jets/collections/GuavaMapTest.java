package org.jets.collections;

import java.util.stream.Stream;
import org.jets.testkit.GuavaMapSuite;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Guava's tests of a ConcurrentMap and all of its views; for ordered maps there are more. */
class GuavaMapTest {

  @TestFactory
  Stream<DynamicNode> longKeys_allFeatures_areAConcurrentMap() {
    return MapUnderTest.unordered().map(map -> GuavaMapSuite.ofLongs(map.name(), map::ofLongs));
  }

  @TestFactory
  Stream<DynamicNode> stringKeys_allFeatures_areAConcurrentMap() {
    return MapUnderTest.unordered()
        .filter(map -> map.has(MapUnderTest.Trait.ANY_KEY))
        .map(map -> GuavaMapSuite.ofStrings(map.name(), map::ofAny));
  }
}
