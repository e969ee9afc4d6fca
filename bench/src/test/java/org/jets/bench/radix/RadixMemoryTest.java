package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jets.bench.harness.HeapSize;
import org.jets.collections.ContentionAdaptingTreeMap;
import org.jets.collections.LockFreeAdaptingTreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The map keeps the bytes that its keys do not share, where other maps keep the keys. */
class RadixMemoryTest {
  private static final Object VALUE = new Object();

  private static double bytesOfEntry(
      Supplier<Map<String, Object>> newMap, IntFunction<String> key) {
    return HeapSize.ofEntry(
        entries -> {
          Map<String, Object> map = newMap.get();
          for (int i = 0; i < entries; i++) {
            map.put(key.apply(i), VALUE);
          }
          return map;
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"name:%d", "https://www.example.org/%1$02d/page-%1$d"})
  void entry_ofAString_takesLessThanInMapsThatKeepTheKey(String format) {
    IntFunction<String> key = number -> format.formatted(number);

    double radix = bytesOfEntry(() -> new RadixTreeMap<>(ByteKeys.strings()), key);

    assertThat(radix)
        .isLessThan(bytesOfEntry(ContentionAdaptingTreeMap::new, key))
        .isLessThan(bytesOfEntry(LockFreeAdaptingTreeMap::new, key))
        .isLessThan(bytesOfEntry(ConcurrentSkipListMap::new, key));
  }
}
