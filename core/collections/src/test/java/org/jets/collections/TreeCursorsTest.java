package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.jets.collections.internal.bplus.BPlusLeaf;
import org.jets.collections.internal.bplus.BPlusNode;
import org.jets.collections.internal.bplus.BPlusTree;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.order.PrefixOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
