package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jets.collections.internal.bplus.BPlusLeaf;
import org.jets.collections.internal.bplus.BPlusNode;
import org.jets.collections.internal.bplus.BPlusTree;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.cursor.CursorHolder;
import org.jets.collections.internal.order.PrefixOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Walks over ordered maps that part at random, and neighbours beside removals. */
class TreeCursorsTest {
  private static final String ORDERED = "org.jets.collections.MapUnderTest#ordered";

  private static AbstractConcurrentNavigableMap<Long, Long> filled(MapUnderTest kind, int size) {
    AbstractConcurrentNavigableMap<Long, Long> map = kind.ofOrder(null);
    LongStream.range(0, size).forEach(key -> map.put(key, 2 * key));
    return map;
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void spliterator_randomStepsAndParts_comesToEachMappingOnce(MapUnderTest kind) {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int size = random.nextInt(3) == 0 ? random.nextInt(2_000) : random.nextInt(100);
      AbstractConcurrentNavigableMap<Long, Long> map = filled(kind, size);
      ConcurrentNavigableMap<Long, Long> view = random.nextBoolean() ? map.descendingMap() : map;
      if (random.nextBoolean() && size > 2) {
        long from = random.nextInt(size / 2);
        ConcurrentNavigableMap<Long, Long> part = map.subMap(from, from + size / 2);
        view = view == map ? part : part.descendingMap();
      }
      List<Long> expected = new ArrayList<>(view.keySet());
      List<Long> seen = new ArrayList<>();
      walk(view.keySet().spliterator(), random, seen);
      assertThat(seen).as("seed %d of %d", seed, size).isEqualTo(expected);
      seen.clear();
      walk(view.values().spliterator(), random, seen);
      assertThat(seen).as("seed %d", seed).isEqualTo(expected.stream().map(k -> 2 * k).toList());
    }
  }

  /** Steps, parts, asks and goes to the end in any order; what comes first is walked first. */
  private static void walk(Spliterator<Long> from, Random random, List<Long> seen) {
    List<Spliterator<Long>> ahead = new ArrayList<>(List.of(from));
    while (!ahead.isEmpty()) {
      Spliterator<Long> last = ahead.get(ahead.size() - 1);
      switch (random.nextInt(4)) {
        case 0 -> {
          Spliterator<Long> first = last.trySplit();
          if (first != null) {
            ahead.add(first);
          }
        }
        case 1 -> {
          if (random.nextInt(8) == 0) {
            last.forEachRemaining(seen::add);
            assertThat(last.tryAdvance(seen::add)).isFalse();
            assertThat(last.estimateSize()).isZero();
            ahead.remove(ahead.size() - 1);
          }
        }
        case 2 -> assertThat(last.estimateSize()).isNotNegative();
        default -> {
          for (int steps = random.nextInt(40); steps >= 0; steps--) {
            if (!last.tryAdvance(seen::add)) {
              ahead.remove(ahead.size() - 1);
              break;
            }
          }
        }
      }
    }
  }

  /**
   * Changes a map and its model alike, mostly near a key.
   *
   * @param anyBut one of this many changes is of any kind; the others replace values
   */
  private static void change(
      Random random, Map<Long, Long> map, Map<Long, Long> model, long near, int anyBut) {
    for (int changes = random.nextInt(3); changes > 0; changes--) {
      long key = random.nextInt(4) == 0 ? random.nextInt(3_000) : near - 3 + random.nextInt(20);
      long value = random.nextLong();
      switch (random.nextInt(anyBut) == 0 ? random.nextInt(4) : 1) {
        case 0 -> {
          map.remove(key);
          model.remove(key);
        }
        case 1 -> {
          map.replace(key, value);
          model.replace(key, value);
        }
        default -> {
          map.put(key, value);
          model.put(key, value);
        }
      }
    }
  }

  /** Returns one of the four views that a seed says: of all or some keys, in either direction. */
  private static NavigableMap<Long, Long> view(NavigableMap<Long, Long> map, int seed) {
    NavigableMap<Long, Long> part = seed % 4 < 2 ? map : map.subMap(200L, true, 2_500L, true);
    return seed % 2 == 0 ? part : part.descendingMap();
  }

  private static Cursor<Long, Long> presentCursor(NavigableMap<Long, Long> view) {
    @SuppressWarnings("unchecked") // The map has these types.
    Cursor<Long, Long> cursor = ((CursorHolder<Long, Long>) view.values().spliterator()).cursor();
    assertThat(cursor.readsPresent()).isTrue();
    return cursor;
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void advanceToPresent_changesBetweenSteps_comesToWhatIsNextNow(MapUnderTest kind) {
    for (int seed = 0; seed < 80; seed++) {
      Random random = new Random(seed);
      int quiet = 1 + random.nextInt(seed % 5 < 2 ? 3 : 60);
      int anyBut = seed % 3 == 0 ? 1 : 100;
      AbstractConcurrentNavigableMap<Long, Long> map = filled(kind, random.nextInt(3_000));
      NavigableMap<Long, Long> model = new TreeMap<>(map);
      NavigableMap<Long, Long> expected = view(model, seed);
      Cursor<Long, Long> cursor = presentCursor(view(map, seed));
      if (random.nextBoolean()) {
        cursor.goOnUnpaused();
      }
      Map.Entry<Long, Long> next = expected.firstEntry();
      while (next != null) {
        assertThat(cursor.advanceToPresent()).as("seed %d", seed).isTrue();
        assertThat(cursor.key()).as("seed %d", seed).isEqualTo(next.getKey());
        assertThat(cursor.value()).as("seed %d", seed).isEqualTo(next.getValue());
        if (random.nextInt(quiet) == 0) {
          change(random, map, model, next.getKey(), anyBut);
        }
        next = expected.higherEntry(next.getKey());
      }
      assertThat(cursor.advanceToPresent()).as("seed %d", seed).isFalse();
      assertThat(cursor.advanceToPresent()).as("seed %d", seed).isFalse();
    }
  }

  /** A comparator plays another thread, between the look at one leaf and the read of the next. */
  @ParameterizedTest
  @EnumSource(names = {"CONTENTION_ADAPTING", "LOCK_FREE_TREE"})
  void advanceToPresent_changesWhileItSearches_passesOverNoKeyThatStays(MapUnderTest kind) {
    for (boolean descending : new boolean[] {false, true}) {
      AtomicReference<Runnable> change = new AtomicReference<>(() -> {});
      AbstractConcurrentNavigableMap<Long, Long> map =
          kind.ofOrder(
              (first, second) -> {
                change.getAndSet(() -> {}).run();
                return Long.compare(first, second);
              });
      LongStream.range(0, 10_000).forEach(number -> map.put(2 * number, number));
      NavigableMap<Long, Long> model = new TreeMap<>(map);
      NavigableMap<Long, Long> expected = descending ? model.descendingMap() : model;
      Cursor<Long, Long> cursor = presentCursor(descending ? map.descendingMap() : map);
      int changes = 0;
      Long next = expected.firstKey();
      while (next != null) {
        long removed = next;
        long added = descending ? removed + 1 : removed - 1;
        Long stays = expected.higherKey(removed);
        change.set(
            () -> {
              map.put(added, 0L);
              map.remove(removed);
              model.put(added, 0L);
              model.remove(removed);
            });
        boolean isAhead = cursor.advanceToPresent();
        change.set(() -> {});
        changes += model.containsKey(removed) ? 0 : 1;
        Long came = isAhead ? cursor.key() : null;
        if (model.containsKey(removed)) {
          assertThat(came).isEqualTo(removed);
        } else {
          assertThat(came).isIn(removed, added, stays);
        }
        next = came == null ? null : expected.higherKey(came);
      }
      assertThat(cursor.advanceToPresent()).isFalse();
      assertThat(changes).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void advanceWhile_changesByTheTest_comesToWhatIsNextNow(MapUnderTest kind) {
    for (int seed = 0; seed < 80; seed++) {
      Random random = new Random(seed);
      int quiet = 1 + random.nextInt(seed % 5 < 2 ? 3 : 60);
      int anyBut = seed % 3 == 0 ? 1 : 100;
      AbstractConcurrentNavigableMap<Long, Long> map = filled(kind, random.nextInt(3_000));
      NavigableMap<Long, Long> model = new TreeMap<>(map);
      NavigableMap<Long, Long> expected = view(model, seed);
      Cursor<Long, Long> cursor = presentCursor(view(map, seed));
      Deque<Map.Entry<Long, Long>> next = new ArrayDeque<>();
      if (!expected.isEmpty()) {
        next.add(expected.firstEntry());
      }
      Predicate<Long> test =
          value -> {
            Map.Entry<Long, Long> here = next.remove();
            assertThat(value).isEqualTo(here.getValue());
            if (random.nextInt(quiet) == 0) {
              change(random, map, model, here.getKey(), anyBut);
            }
            Map.Entry<Long, Long> following = expected.higherEntry(here.getKey());
            if (following != null) {
              next.add(following);
            }
            return random.nextInt(50) != 0;
          };
      while (cursor.advanceWhile(test)) {}
      assertThat(next).as("seed %d", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void advanceWhile_cursorUsedByTheTest_comesToEachMappingOnce(MapUnderTest kind) {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      AbstractConcurrentNavigableMap<Long, Long> map = filled(kind, 700);
      NavigableMap<Long, Long> view = view(map, seed);
      Cursor<Long, Long> cursor = presentCursor(view);
      List<Long> seen = new ArrayList<>();
      boolean goesOn =
          cursor.advanceWhile(
              value -> {
                seen.add(value);
                for (int steps = random.nextInt(4) == 0 ? random.nextInt(90) : 0;
                    steps > 0;
                    steps--) {
                  if (cursor.advanceToPresent()) {
                    seen.add(cursor.value());
                  }
                }
                return true;
              });
      assertThat(goesOn).isFalse();
      assertThat(seen).as("seed %d", seed).isEqualTo(new ArrayList<>(view.values()));
    }
  }

  @ParameterizedTest
  @MethodSource(ORDERED)
  void advanceToPresent_cleared_endsOrComesToWhatIsNew(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = filled(kind, 1_000);
    Cursor<Long, Long> cursor = presentCursor(map);
    assertThat(cursor.advanceToPresent()).isTrue();
    map.clear();
    assertThat(cursor.advanceToPresent()).isFalse();
  }

  /** As JDK-8343426. */
  @ParameterizedTest
  @MethodSource(ORDERED)
  void trySplit_viewsOfAllKinds_parts(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Long, Long> map = filled(kind, 5_000);
    for (NavigableMap<Long, Long> view :
        List.of(map, map.descendingMap(), map.subMap(100L, 4_900L), map.headMap(4_900L))) {
      assertThat(view.keySet().spliterator().trySplit()).isNotNull();
      assertThat(view.navigableKeySet().spliterator().trySplit()).isNotNull();
      assertThat(view.descendingKeySet().spliterator().trySplit()).isNotNull();
      assertThat(view.values().spliterator().trySplit()).isNotNull();
      assertThat(view.entrySet().spliterator().trySplit()).isNotNull();
    }
    assertThat(map.navigableKeySet().subSet(200L, 4_000L).spliterator().trySplit()).isNotNull();
  }

  /** As JDK-8392079: a neighbour that is there throughout is never passed over. */
  @ParameterizedTest
  @MethodSource(ORDERED)
  void neighbours_besideRemovals_neverMissAKeyThatStays(MapUnderTest kind) throws Exception {
    int size = 200;
    AbstractConcurrentNavigableMap<Long, Long> map = filled(kind, size);
    AtomicBoolean isOver = new AtomicBoolean();
    Thread changer =
        new Thread(
            () -> {
              Random random = new Random(1);
              while (!isOver.get()) {
                long key = random.nextInt(size / 10) * 10L + 1 + random.nextInt(9);
                if (map.remove(key) == null) {
                  map.put(key, 2 * key);
                }
              }
            });
    changer.start();
    try {
      Random random = new Random(2);
      for (int i = 0; i < 20_000; i++) {
        long key = random.nextInt(size - 10);
        long stays = key / 10 * 10; // Multiples of ten stay.
        assertThat(map.floorKey(key)).isBetween(stays, key);
        assertThat(map.lowerKey(key + 1)).isBetween(stays, key);
        assertThat(map.ceilingKey(key)).isBetween(key, stays + (key == stays ? 0 : 10));
        assertThat(map.higherKey(key)).isBetween(key + 1, stays + 10);
      }
    } finally {
      isOver.set(true);
      changer.join();
    }
    map.validate();
  }

  @Test
  void size_besideRemovalsOfRanges_isRightAfterwards() throws Exception {
    LockedAvlTreeMap<Long, Long> map = new LockedAvlTreeMap<>();
    AtomicBoolean isOver = new AtomicBoolean();
    Thread reader =
        new Thread(
            () -> {
              while (!isOver.get()) {
                map.mappingCount();
              }
            });
    reader.start();
    try {
      for (int round = 0; round < 1_000; round++) {
        for (long key = 0; key < 40; key++) {
          map.put(key, key);
        }
        map.subMap(10L, 20L).clear();
        assertThat(map.mappingCount()).isEqualTo(30);
      }
    } finally {
      isOver.set(true);
      reader.join();
    }
    map.validate();
  }

  @Test
  void leafCounters_beforeTheyComeBackToZero_makeANewLeaf() {
    PrefixOrder<Long> order = PrefixOrder.natural();
    BPlusTree<Long, Long> tree = new BPlusTree<>(order);
    for (long key = 0; key < 10; key++) {
      tree.put(order.admit(key), key, key);
    }
    @SuppressWarnings("unchecked") // Where the root is.
    BPlusNode<Long> root = (BPlusNode<Long>) tree.top;
    long moves = ((1L << 23) - 1) << 10;
    long replacements = ((1L << 23) - 1) << 33;
    for (long worn : new long[] {moves, replacements}) {
      long[] words = root.words(0);
      words[0] |= worn;
      long seen = BPlusLeaf.headerAcquire(words);
      tree.put(5, 5L, 55L);
      tree.remove(3, 3L);
      tree.put(3, 3L, 3L);

      assertThat(BPlusLeaf.isUnmovedSince(words, seen)).isFalse();
      assertThat(EntryRun.isUnchangedSince(words, seen)).isFalse();
      assertThat(BPlusLeaf.count(root.words(0))).isEqualTo(10);
      tree.validate();
    }
  }
}
