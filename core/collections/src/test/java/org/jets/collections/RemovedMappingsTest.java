package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reachability of values that have been removed from a map. */
class RemovedMappingsTest {
  /** Around the sizes of leaves and buckets. */
  private static final int[] SIZES = {3, 64, 100, 500, 5_000};

  private static final int COLLECTIONS = 20;

  private static Map<String, Consumer<ConcurrentMap<Long, Object>>> removals() {
    Map<String, Consumer<ConcurrentMap<Long, Object>>> removals = new LinkedHashMap<>();
    removals.put("clear", Map::clear);
    removals.put("removeIf", map -> map.keySet().removeIf(key -> true));
    removals.put("each, upwards", map -> List.copyOf(map.keySet()).forEach(map::remove));
    removals.put(
        "each, downwards",
        map -> {
          for (long key = map.size() - 1L; key >= 0; key--) {
            map.remove(key);
          }
        });
    removals.put(
        "range",
        map -> {
          if (map instanceof ConcurrentNavigableMap<Long, Object> ordered) {
            ordered.subMap(0L, Long.MAX_VALUE).clear();
          } else {
            map.clear();
          }
        });
    return removals;
  }

  private static List<WeakReference<Object>> fill(ConcurrentMap<Long, Object> map, int size) {
    List<WeakReference<Object>> values = new ArrayList<>();
    for (long key = 0; key < size; key++) {
      Object value = new Object();
      map.put(key, value);
      values.add(new WeakReference<>(value));
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(MapUnderTest.class)
  void values_thatAreRemoved_areUnreachable(MapUnderTest kind) {
    List<ConcurrentMap<Long, Object>> maps = new ArrayList<>();
    Map<String, List<WeakReference<Object>>> removed = new LinkedHashMap<>();
    for (int size : SIZES) {
      removals()
          .forEach(
              (name, removal) -> {
                ConcurrentMap<Long, Object> map = kind.ofLongs();
                maps.add(map);
                removed.put(name + " of " + size, fill(map, size));
                removal.accept(map);
                assertThat(map).isEmpty();
              });
    }
    try {
      for (int i = 0; i < COLLECTIONS && !removed.isEmpty(); i++) {
        System.gc();
        removed.values().forEach(each -> each.removeIf(value -> value.refersTo(null)));
        removed.values().removeIf(List::isEmpty);
      }
    } finally {
      Reference.reachabilityFence(maps);
    }
    assertThat(removed).isEmpty();
  }
}
