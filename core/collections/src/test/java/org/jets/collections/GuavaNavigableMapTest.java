package org.jets.collections;

import com.google.common.collect.testing.features.CollectionSize;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jets.testkit.GuavaMapSuite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicNode;
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

  private static DynamicNode suite(
      MapUnderTest map, @Nullable Comparator<String> comparator, CollectionSize sizes) {
    return GuavaMapSuite.ofNavigableMap(map.name(), sizes, () -> map.ofOrder(comparator));
  }
}
