package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests ordered maps of keys that are made of their prefixes. */
class ExactPrefixComparatorTest {

  /** Later days first. */
  private static final class LatestFirst implements ExactPrefixComparator<LocalDate> {
    @Override
    public long prefix(LocalDate date) {
      return -date.toEpochDay();
    }

    @Override
    public LocalDate keyOf(long prefix) {
      return LocalDate.ofEpochDay(-prefix);
    }
  }

  private static final LocalDate FIRST = LocalDate.of(2000, 1, 1);

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#ordered")
  void operations_keysMadeOfPrefixes_doWhatATreeMapDoes(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<LocalDate, Integer> map = kind.ofOrder(new LatestFirst());
    NavigableMap<LocalDate, Integer> model = new TreeMap<>(Comparator.reverseOrder());
    SplittableRandom random = new SplittableRandom(3);

    for (int i = 0; i < TestScale.count(20_000); i++) {
      LocalDate date = FIRST.plusDays(random.nextInt(1000));
      switch (random.nextInt(i % 4000 < 2000 ? 6 : 3)) {
        case 0, 1 -> assertThat(map.remove(date)).isEqualTo(model.remove(date));
        case 2 -> {
          assertThat(map.higherEntry(date)).isEqualTo(model.higherEntry(date));
          assertThat(map.floorKey(date)).isEqualTo(model.floorKey(date));
          assertThat(map.get(date)).isEqualTo(model.get(date));
        }
        default -> assertThat(map.put(date, i)).isEqualTo(model.put(date, i));
      }
    }

    assertThat(new ArrayList<>(map.entrySet())).isEqualTo(List.copyOf(model.entrySet()));
    assertThat(new ArrayList<>(map.descendingKeySet()))
        .isEqualTo(new ArrayList<>(model.descendingKeySet()));
    LocalDate from = FIRST.plusDays(700);
    LocalDate to = FIRST.plusDays(300);
    List<Map.Entry<LocalDate, Integer>> range = new ArrayList<>();
    map.forEachInRange(from, true, to, false, (key, value) -> range.add(Map.entry(key, value)));
    assertThat(range).isEqualTo(List.copyOf(model.subMap(from, true, to, false).entrySet()));
    map.subMap(from, to).clear();
    model.subMap(from, to).clear();
    assertThat(map).isEqualTo(model);
    map.validate();
  }

  @Test
  void of_twoFunctions_ordersByTheNumber() {
    ExactPrefixComparator<LocalDate> order =
        ExactPrefixComparator.of(date -> -date.toEpochDay(), day -> LocalDate.ofEpochDay(-day));
    for (MapUnderTest kind : MapUnderTest.ordered().toList()) {
      NavigableMap<LocalDate, Integer> map = kind.ofOrder(order);
      for (int day = 0; day < 100; day++) {
        map.put(FIRST.plusDays(day), day);
      }
      assertThat(map.firstEntry()).isEqualTo(Map.entry(FIRST.plusDays(99), 99));
      assertThat(map.lastKey()).isEqualTo(FIRST);
      assertThat(map.get(FIRST.plusDays(7))).isEqualTo(7);
    }
    assertThat(order.isSelfContained()).isFalse();
    assertThatThrownBy(() -> ExactPrefixComparator.of(null, LocalDate::ofEpochDay))
        .isInstanceOf(NullPointerException.class);
  }

  private static WeakReference<LocalDate> put(Map<LocalDate, Integer> map, int day) {
    LocalDate date = FIRST.plusDays(1 + day);
    map.put(date, day);
    return new WeakReference<>(date);
  }

  private static boolean isFreed(List<WeakReference<LocalDate>> references) {
    System.gc();
    return references.stream().allMatch(reference -> reference.refersTo(null));
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.ExactPrefixComparatorTest#mapsWithoutKeys")
  void put_keysMadeOfPrefixes_areNotKept(MapUnderTest kind) {
    Map<LocalDate, Integer> map = kind.ofOrder(new LatestFirst());
    List<WeakReference<LocalDate>> keys = new ArrayList<>();
    for (int day = 0; day < 1000; day++) {
      keys.add(put(map, day * 37 % 1000));
    }

    boolean isFreed = isFreed(keys);
    for (int i = 0; !isFreed && i < 20; i++) {
      isFreed = isFreed(keys);
    }

    assertThat(isFreed).isTrue();
    assertThat(map.keySet()).hasSize(1000).contains(FIRST.plusDays(1000));
  }

  static List<MapUnderTest> mapsWithoutKeys() {
    return List.of(MapUnderTest.CONTENTION_ADAPTING, MapUnderTest.LOCK_FREE_TREE);
  }

  @Test
  void keyOf_thatThrows_disturbsNoUpdateOfATreeOfLocks() {
    boolean[] isThrowing = new boolean[1];
    ContentionAdaptingTreeMap<Integer, Integer> map =
        new ContentionAdaptingTreeMap<>(
            MapUnderTest.restless(SequentialContainer.B_PLUS_TREE),
            new ExactPrefixComparator<Integer>() {
              @Override
              public long prefix(Integer key) {
                return key;
              }

              @Override
              public Integer keyOf(long prefix) {
                if (isThrowing[0]) {
                  throw new UnsupportedOperationException("keyOf");
                }
                return (int) prefix;
              }
            });
    for (int key = 0; key < 1000; key++) {
      map.put(key, key);
    }
    isThrowing[0] = true;

    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> map.forEach((key, value) -> {}));
    assertThatThrownBy(() -> map.keySet().iterator().next())
        .isInstanceOf(UnsupportedOperationException.class);
    for (int key = 0; key < 2000; key++) {
      assertThat(map.put(key, -key)).isEqualTo(key < 1000 ? key : null);
      assertThat(map.get(key)).isEqualTo(-key);
    }
    isThrowing[0] = false;
    assertThat(map).hasSize(2000);
    map.validate();
  }
}
