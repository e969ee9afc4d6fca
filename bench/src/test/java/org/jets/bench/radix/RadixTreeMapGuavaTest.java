package org.jets.bench.radix;

import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.util.Collections;
import java.util.Map;
import java.util.stream.Stream;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Guava's tests of a ConcurrentMap and all of its views, of a radix tree of strings. */
class RadixTreeMapGuavaTest {
  /** Puts the entries into a new map. */
  private static final class Strings extends TestStringMapGenerator {
    @Override
    protected Map<String, String> create(Map.Entry<String, String>[] entries) {
      RadixTreeMap<String, String> filled = new RadixTreeMap<>(ByteKeys.strings());
      for (Map.Entry<String, String> entry : entries) {
        filled.put(entry.getKey(), entry.getValue());
      }
      return filled;
    }
  }

  @TestFactory
  DynamicNode strings_allFeatures_areAConcurrentMap() {
    return node(
        ConcurrentMapTestSuiteBuilder.using(new Strings())
            .named("RadixTreeMap")
            .withFeatures(
                CollectionSize.ANY,
                MapFeature.GENERAL_PURPOSE,
                CollectionFeature.SUPPORTS_ITERATOR_REMOVE)
            .createTestSuite());
  }

  /** Guava's suites are JUnit 3's. */
  private static DynamicNode node(Test test) {
    return test instanceof TestSuite suite
        ? DynamicContainer.dynamicContainer(suite.getName(), children(suite))
        : DynamicTest.dynamicTest(test.toString(), ((TestCase) test)::runBare);
  }

  private static Stream<DynamicNode> children(TestSuite suite) {
    return Collections.list(suite.tests()).stream().map(RadixTreeMapGuavaTest::node);
  }
}
