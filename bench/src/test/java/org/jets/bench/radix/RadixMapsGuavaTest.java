package org.jets.bench.radix;

import java.util.stream.Stream;
import org.jets.testkit.GuavaMapSuite;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Guava's tests of a ConcurrentMap and all of its views. */
class RadixMapsGuavaTest {

  @TestFactory
  Stream<DynamicNode> longKeys_allFeatures_areAConcurrentMap() {
    return Stream.of(RadixMapUnderTest.values())
        .map(map -> GuavaMapSuite.ofLongs(map.name(), map::ofLongs));
  }

  @TestFactory
  Stream<DynamicNode> stringKeys_allFeatures_areAConcurrentMap() {
    return Stream.of(RadixMapUnderTest.values())
        .map(map -> GuavaMapSuite.ofStrings(map.name(), map::ofStrings));
  }
}
