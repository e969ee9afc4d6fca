package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.testing.ConcurrentNavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import junit.framework.Test;
import junit.framework.TestFailure;
import junit.framework.TestResult;
import junit.framework.TestSuite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Guava's tests of a ConcurrentNavigableMap, its views, and the views of these. */
class GuavaNavigableMapTest {

  @TestFactory
  Stream<DynamicNode> naturalOrder_allFeatures_isAConcurrentNavigableMap() {
    return MapUnderTest.ordered().map(map -> suite(map, null, CollectionSize.ANY));
  }

  @TestFactory
  Stream<DynamicNode> comparator_allFeatures_isAConcurrentNavigableMap() {
    // In the same order, but with nothing known of the keys.
    Comparator<String> comparator = (a, b) -> a.compareTo(b);
    return MapUnderTest.ordered().map(map -> suite(map, comparator, CollectionSize.SEVERAL));
  }

  @TestFactory
  Stream<DynamicNode> keysMadeOfPrefixes_allFeatures_areAConcurrentNavigableMap() {
    return MapUnderTest.ordered().map(map -> suite(map, new EightBytes(), CollectionSize.SEVERAL));
  }

  @TestFactory
  Stream<DynamicNode> keysOfUnits_allFeatures_areAConcurrentNavigableMap() {
    Comparator<String> comparator = new DigitOrder<>(GuavaNavigableMapTest::number, () -> {});
    return MapUnderTest.ordered().map(map -> suite(map, comparator, CollectionSize.SEVERAL));
  }

  /** The first characters of the short keys of the suite as a number, in their order. */
  private static int number(String key) {
    int number = 0;
    for (int i = 0; i < 4; i++) {
      number = (number << 7) | (i < key.length() ? key.charAt(i) & 0x7f : 0);
    }
    return number;
  }

  /** Makes strings of up to eight ASCII characters of their prefixes. */
  private static final class EightBytes implements ExactPrefixComparator<String> {
    @Override
    public long prefix(String key) {
      byte[] bytes = Arrays.copyOf(key.getBytes(StandardCharsets.US_ASCII), Long.BYTES);
      if (key.length() > Long.BYTES) {
        throw new IllegalArgumentException("key: " + key + " (expected: at most 8 characters)");
      }
      return ByteBuffer.wrap(bytes).getLong();
    }

    @Override
    public String keyOf(long prefix) {
      byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(prefix).array();
      return new String(bytes, StandardCharsets.US_ASCII).replace("\0", "");
    }
  }

  /** One test for each kind of view: together they are many thousands, too many to report on. */
  private static DynamicNode suite(
      MapUnderTest map, @Nullable Comparator<String> comparator, CollectionSize sizes) {
    TestSuite all =
        ConcurrentNavigableMapTestSuiteBuilder.using(new StringKeys(map, comparator))
            .named(map.name())
            .withFeatures(
                sizes,
                CollectionFeature.KNOWN_ORDER,
                MapFeature.GENERAL_PURPOSE,
                CollectionFeature.SUPPORTS_ITERATOR_REMOVE)
            .createTestSuite();
    return DynamicContainer.dynamicContainer(
        map.name(),
        Collections.list(all.tests()).stream()
            .map(part -> DynamicTest.dynamicTest(part.toString(), () -> run(part))));
  }

  private static void run(Test part) {
    TestResult result = new TestResult();
    part.run(result);
    Stream<TestFailure> failed =
        Stream.of(result.failures(), result.errors())
            .flatMap(failures -> Collections.list(failures).stream());
    assertThat(failed.map(failure -> failure + "\n" + failure.trace())).isEmpty();
    assertThat(result.runCount()).isPositive();
  }

  private static final class StringKeys extends TestStringSortedMapGenerator {
    private final MapUnderTest map;
    private final @Nullable Comparator<String> comparator;

    StringKeys(MapUnderTest map, @Nullable Comparator<String> comparator) {
      this.map = map;
      this.comparator = comparator;
    }

    @Override
    protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
      AbstractConcurrentNavigableMap<String, String> filled = map.ofOrder(comparator);
      for (Map.Entry<String, String> entry : entries) {
        filled.put(entry.getKey(), entry.getValue());
      }
      return filled;
    }
  }
}
