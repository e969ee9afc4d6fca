package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jets.collections.internal.cursor.CursorEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps from key to key: by the place of a key, whether it is there or not. */
class CursorMapTest {
  private static final int KEYS = 500;

  private static <K> List<K> walk(CursorMap<K, ?> map) {
    List<K> keys = new ArrayList<>();
    for (K key = map.firstKeyOrNull(); key != null; key = map.keyAfter(key)) {
      keys.add(key);
    }
    return keys;
  }

  private static CursorMap<Long, Long> cursor(MapUnderTest kind) {
    return (CursorMap<Long, Long>) kind.<Long>ofLongs();
  }

  private static CursorMap<Long, Long> filled(MapUnderTest kind) {
    CursorMap<Long, Long> map = cursor(kind);
    new Random(4).longs(KEYS).forEach(key -> map.put(key, -key));
    return map;
  }

  @ParameterizedTest
  @EnumSource
  void firstKeyOrNull_emptyMap_isNull(MapUnderTest kind) {
    CursorMap<Long, Long> map = cursor(kind);

    assertThat(map.firstKeyOrNull()).isNull();
    assertThat(map.firstEntry()).isNull();
    assertThat(map.keyAfter(1L)).isNull();
    assertThat(map.entryAfter(1L)).isNull();
    assertThat(map.entriesAfter(1L).hasNext()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void keyAfter_null_isRefused(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);

    assertThatNullPointerException().isThrownBy(() -> map.keyAfter(null));
    assertThatNullPointerException().isThrownBy(() -> map.entryAfter(null));
    assertThatNullPointerException().isThrownBy(() -> map.entriesAfter(null));
  }

  @ParameterizedTest
  @EnumSource
  void keyAfter_fromTheStart_goesTheWayOfTheIterator(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);

    assertThat(walk(map)).containsExactlyElementsOf(() -> map.keySet().iterator()).hasSize(KEYS);
  }

  @ParameterizedTest
  @EnumSource
  void keyAfter_removedKey_resumesFromItsPlace(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);

    for (int i = 0; i < KEYS; i++) {
      map.remove(order.get(i));
      Long next = i + 1 < KEYS ? order.get(i + 1) : null;
      assertThat(map.keyAfter(order.get(i))).isEqualTo(next);
      assertThat(map.keyAfter(order.get(0))).isEqualTo(next);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keyAfter_keyThatComesBack_hasItsPlaceAgain(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);

    map.keySet().removeIf(key -> order.indexOf(key) % 3 != 0);
    order.forEach(key -> map.putIfAbsent(key, key));

    assertThat(walk(map)).isEqualTo(order);
  }

  /** The hash maps of this library, whose steps tell of the key that they begin at. */
  static Stream<MapUnderTest> hashMaps() {
    return MapUnderTest.unordered()
        .filter(map -> map != MapUnderTest.MINIMAL && map != MapUnderTest.LONG_TREE);
  }

  private static CursorEntry<Long, Long> step(CursorMap<Long, Long> map, long key) {
    return (CursorEntry<Long, Long>) map.entryAfter(key);
  }

  @ParameterizedTest
  @MethodSource("hashMaps")
  void entryAfter_presentOrRemovedKey_tellsBothValues(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);

    CursorEntry<Long, Long> first = (CursorEntry<Long, Long>) map.firstEntry();
    assertThat(first.origin()).isNull();
    assertThat(first.hasOrigin()).isFalse();
    for (int i = 0; i + 1 < KEYS; i++) {
      long key = order.get(i);
      assertThat(step(map, key).origin()).isEqualTo(-key);
      assertThat(step(map, key).hasOrigin()).isTrue();
      map.remove(key);
      assertThat(step(map, key).origin()).isNull();
      assertThat(step(map, key).hasOrigin()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void entryAfter_anyKey_isTheMappingOfTheNext(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);

    assertThat(map.firstEntry()).isEqualTo(Map.entry(order.get(0), -order.get(0)));
    assertThat(map.firstKeyOrNull()).isEqualTo(order.get(0));
    for (int i = 0; i + 1 < KEYS; i++) {
      Map.Entry<Long, Long> next = Map.entry(order.get(i + 1), -order.get(i + 1));
      assertThat(map.entryAfter(order.get(i))).isEqualTo(next).hasSameHashCodeAs(next);
      assertThat(map.entryAfter(order.get(i))).hasToString(next.toString());
    }
    assertThat(map.entryAfter(order.get(KEYS - 1))).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void setValue_ofAnEntryBehindAKey_isRefused(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    Map.Entry<Long, Long> entry = map.entryAfter(map.firstKeyOrNull());

    assertThatThrownBy(() -> entry.setValue(0L)).isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @EnumSource
  void entryAfter_mappingsThatChangeLater_tellsWhatWas(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);
    for (int i = 0; i + 1 < KEYS; i++) {
      long key = order.get(i);
      Map.Entry<Long, Long> entry = map.entryAfter(key);

      map.put(order.get(i + 1), 0L);
      map.remove(key);

      assertThat(entry.getValue()).isEqualTo(-order.get(i + 1));
      if (entry instanceof CursorEntry<Long, Long> step) {
        assertThat(step.origin()).isEqualTo(-key);
        assertThat(step.hasOrigin()).isTrue();
      }
      assertThat(map.entryAfter(key).getValue()).isZero();
      map.put(order.get(i + 1), -order.get(i + 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void entriesAfter_anyKey_givesTheRest(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);

    for (int i = 0; i < KEYS; i += 37) {
      map.remove(order.get(i));
      List<Long> rest = new ArrayList<>();
      for (Iterator<Map.Entry<Long, Long>> it = map.entriesAfter(order.get(i)); it.hasNext(); ) {
        Map.Entry<Long, Long> entry = it.next();
        assertThat(entry.getValue()).isEqualTo(-entry.getKey());
        rest.add(entry.getKey());
      }
      assertThat(rest).isEqualTo(order.subList(i + 1, KEYS));
    }
  }

  @ParameterizedTest
  @EnumSource
  void entriesAfter_remove_removes(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    Long start = map.firstKeyOrNull();

    for (Iterator<Map.Entry<Long, Long>> it = map.entriesAfter(start); it.hasNext(); ) {
      it.next();
      it.remove();
    }

    assertThat(walk(map)).containsExactly(start);
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#generic")
  void keyAfter_keysOfOneHash_haveAnOrderToo(MapUnderTest kind) {
    CursorMap<Collision, Integer> map =
        (CursorMap<Collision, Integer>) kind.<Collision, Integer>ofAny();
    for (int i = 0; i < 100; i++) {
      map.put(new Collision(i), i);
    }
    List<Collision> order = walk(map);

    assertThat(order).hasSize(100).doesNotHaveDuplicates();
    for (int i = 0; i + 1 < order.size(); i++) {
      assertThat(map.entryAfter(order.get(i)).getKey()).isEqualTo(order.get(i + 1));
      map.remove(order.get(i));
      assertThat(map.entryAfter(order.get(i)).getKey()).isEqualTo(order.get(i + 1));
      assertThat(map.keyAfter(order.get(i))).isEqualTo(order.get(i + 1));
    }
  }
}
