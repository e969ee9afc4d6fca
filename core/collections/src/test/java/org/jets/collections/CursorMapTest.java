package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps from key to key: by the place of a key, whether it is there or not. */
class CursorMapTest {
  private static final int KEYS = 500;

  private static <K> List<K> walk(CursorMap<K, ?> map) {
    List<K> keys = new ArrayList<>();
    for (K key = map.startKey(); key != null; key = map.nextKey(key)) {
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
  void startKey_emptyMap_isNull(MapUnderTest kind) {
    CursorMap<Long, Long> map = cursor(kind);

    assertThat(map.startKey()).isNull();
    assertThat(map.nextKey(1L)).isNull();
    assertThat(map.firstStep()).isNull();
    assertThat(map.stepFrom(1L)).isNull();
    assertThat(map.entriesAfter(1L).hasNext()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void nextKey_null_isRefused(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);

    assertThatNullPointerException().isThrownBy(() -> map.nextKey(null));
    assertThatNullPointerException().isThrownBy(() -> map.stepFrom(null));
    assertThatNullPointerException().isThrownBy(() -> map.entriesAfter(null));
  }

  @ParameterizedTest
  @EnumSource
  void nextKey_fromTheStart_goesTheWayOfTheIterator(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);

    assertThat(walk(map)).containsExactlyElementsOf(() -> map.keySet().iterator()).hasSize(KEYS);
  }

  @ParameterizedTest
  @EnumSource
  void nextKey_removedKey_goesOnFromItsPlace(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);

    for (int i = 0; i < KEYS; i++) {
      map.remove(order.get(i));
      Long next = i + 1 < KEYS ? order.get(i + 1) : null;
      assertThat(map.nextKey(order.get(i))).isEqualTo(next);
      assertThat(map.nextKey(order.get(0))).isEqualTo(next);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nextKey_keyThatComesBack_hasItsPlaceAgain(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);

    map.keySet().removeIf(key -> order.indexOf(key) % 3 != 0);
    order.forEach(key -> map.putIfAbsent(key, key));

    assertThat(walk(map)).isEqualTo(order);
  }

  @ParameterizedTest
  @EnumSource
  void stepFrom_presentOrRemovedKey_tellsBothValues(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);

    CursorMap.Step<Long, Long> first = map.firstStep();
    assertThat(first.key()).isEqualTo(order.get(0));
    assertThat(first.value()).isEqualTo(-order.get(0));
    assertThat(first.origin()).isNull();
    assertThat(first.hasOrigin()).isFalse();
    for (int i = 0; i + 1 < KEYS; i++) {
      long key = order.get(i);
      CursorMap.Step<Long, Long> step = map.stepFrom(key);
      assertThat(step.key()).isEqualTo(order.get(i + 1));
      assertThat(step.value()).isEqualTo(-order.get(i + 1));
      assertThat(step.origin()).isEqualTo(-key);
      assertThat(step.hasOrigin()).isTrue();
      map.remove(key);
      assertThat(map.stepFrom(key).origin()).isNull();
      assertThat(map.stepFrom(key).hasOrigin()).isFalse();
    }
    assertThat(map.stepFrom(order.get(KEYS - 1))).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void toString_ofAStep_isThatOfItsEntry(MapUnderTest kind) {
    CursorMap<Long, Long> map = cursor(kind);
    map.put(5L, -5L);
    map.put(6L, -6L);
    CursorMap.Step<Long, Long> step = map.firstStep();
    CursorMap.Step<Long, Long> next = map.stepFrom(step.key());

    assertThat(step).hasToString(step.key() + "=" + step.value());
    assertThat(next).hasToString(next.key() + "=" + next.value());
    assertThat(next).isNotEqualTo(map.stepFrom(step.key()));
  }

  @ParameterizedTest
  @EnumSource
  void stepFrom_mappingsThatChangeLater_tellsWhatWas(MapUnderTest kind) {
    CursorMap<Long, Long> map = filled(kind);
    List<Long> order = walk(map);
    for (int i = 0; i + 1 < KEYS; i++) {
      long key = order.get(i);
      CursorMap.Step<Long, Long> step = map.stepFrom(key);

      map.put(order.get(i + 1), 0L);
      map.remove(key);

      assertThat(step.value()).isEqualTo(-order.get(i + 1));
      assertThat(step.origin()).isEqualTo(-key);
      assertThat(step.hasOrigin()).isTrue();
      assertThat(map.stepFrom(key).value()).isZero();
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
    Long start = map.startKey();

    for (Iterator<Map.Entry<Long, Long>> it = map.entriesAfter(start); it.hasNext(); ) {
      it.next();
      it.remove();
    }

    assertThat(walk(map)).containsExactly(start);
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#generic")
  void nextKey_keysOfOneHash_haveAnOrderToo(MapUnderTest kind) {
    CursorMap<Collision, Integer> map =
        (CursorMap<Collision, Integer>) kind.<Collision, Integer>ofAny();
    for (int i = 0; i < 100; i++) {
      map.put(new Collision(i), i);
    }
    List<Collision> order = walk(map);

    assertThat(order).hasSize(100).doesNotHaveDuplicates();
    for (int i = 0; i + 1 < order.size(); i++) {
      assertThat(map.stepFrom(order.get(i)).origin()).isEqualTo(order.get(i).number());
      map.remove(order.get(i));
      assertThat(map.stepFrom(order.get(i)).origin()).isNull();
      assertThat(map.nextKey(order.get(i))).isEqualTo(order.get(i + 1));
    }
  }
}
