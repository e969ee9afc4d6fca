package org.jets.collections;

import com.google.common.collect.testing.ConcurrentNavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Guava's tests of a ConcurrentNavigableMap, of a radix tree of strings. */
class GuavaRadixTreeMapTest {
  /** Puts the entries into a new map. */
  private static final class Strings extends TestStringSortedMapGenerator {
    @Override
    protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
      RadixTreeMap<String, String> filled = new RadixTreeMap<>(ByteKeys.strings());
      for (Map.Entry<String, String> entry : entries) {
        filled.put(entry.getKey(), entry.getValue());
      }
      return filled;
    }
  }

  @TestFactory
  Stream<DynamicNode> strings_allFeatures_isAConcurrentNavigableMap() {
    TestSuite all =
        ConcurrentNavigableMapTestSuiteBuilder.using(new Strings())
            .named("RadixTreeMap")
            .withFeatures(
                CollectionSize.ANY,
                CollectionFeature.KNOWN_ORDER,
                MapFeature.GENERAL_PURPOSE,
                CollectionFeature.SUPPORTS_ITERATOR_REMOVE)
            .createTestSuite();
    return Collections.list(all.tests()).stream()
        .map(
            part ->
                DynamicTest.dynamicTest(part.toString(), () -> GuavaNavigableMapTest.run(part)));
  }
}
