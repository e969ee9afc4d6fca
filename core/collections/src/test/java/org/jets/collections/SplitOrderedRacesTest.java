package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jets.collections.internal.split.SplitChange;
import org.jets.collections.internal.split.SplitEntry;
import org.jets.collections.internal.split.SplitNode;
import org.jets.collections.internal.split.SplitTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The interleavings that a split-ordered list has to survive, each by name. Where one thread has to
 * do something between another's reading of a bucket and its CAS, the function of {@code compute}
 * does it: it runs just there.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SplitOrderedRacesTest {
  private static final long MANY = 1_000;

  private final SplitOrderedHashMap<Object, Long> map =
      new SplitOrderedHashMap<>(
          HashingStrategy.natural(), SplitTable.MIN_BITS, 0x9e37_79b9_7f4a_7c15L);

  private void fill() {
    LongStream.range(0, MANY).forEach(key -> map.put(key, key));
  }

  private void empty() {
    LongStream.range(0, MANY).forEach(map::remove);
  }

  /** Those whose half of the order is not that of a key: its bucket changes by resizing alone. */
  private LongStream farFrom(Object key) {
    return LongStream.range(0, MANY)
        .filter(other -> (map.list.keys.order(key) ^ map.list.keys.order(other)) < 0);
  }

  /** Returns a function that runs an action when it is called for the first time. */
  private static Runnable once(Runnable action) {
    AtomicBoolean done = new AtomicBoolean();
    return () -> {
      if (!done.getAndSet(true)) {
        action.run();
      }
    };
  }

  @Test
  void compute_keyRemovedBeforeTheUpdate_doesNotBringItsValueBack() {
    map.put(1L, 10L);
    Runnable race = once(() -> map.remove(1L));

    Long result =
        map.compute(
            1L,
            (key, old) -> {
              race.run();
              return old == null ? -1 : old + 1;
            });

    assertThat(result).isEqualTo(-1);
    assertThat(map.get(1L)).isEqualTo(-1);
    map.validate();
  }

  @Test
  void remove_valueReplacedBeforeTheUpdate_removesTheNewOne() {
    map.put(1L, 10L);
    Runnable race = once(() -> map.put(1L, 20L));
    Set<Long> seen = new HashSet<>();

    map.computeIfPresent(
        1L,
        (key, old) -> {
          seen.add(old);
          race.run();
          return null;
        });

    assertThat(seen).containsExactlyInAnyOrder(10L, 20L);
    assertThat(map).isEmpty();
    map.validate();
  }

  @Test
  void put_neighbourRemovedBeforeTheUpdate_losesNeither() {
    // With two buckets, some of these are in one chain.
    for (long neighbour = 0; neighbour < 4; neighbour++) {
      long removed = neighbour;
      map.clear();
      map.put(removed, removed);
      AtomicInteger runs = new AtomicInteger();
      Runnable race = once(() -> map.remove(removed));

      map.computeIfAbsent(
          7L,
          key -> {
            runs.incrementAndGet();
            race.run();
            return 70L;
          });

      assertThat(map).containsOnlyKeys(7L);
      // The value of 7 itself has not changed, so there is nothing to compute anew.
      assertThat(runs).hasValue(1);
      map.validate();
    }
  }

  @Test
  void putIfAbsent_sameKeyAmongCollidingOnes_isThereOnce() {
    for (int i = 0; i < 5; i++) {
      map.put(new Collision(2 * i), (long) i);
    }
    for (int i = 0; i < 5; i++) {
      Collision key = new Collision(2 * i + 1);
      Runnable race = once(() -> assertThat(map.putIfAbsent(key, -1L)).isNull());

      Long present =
          map.computeIfAbsent(
              key,
              absent -> {
                race.run();
                return 1L;
              });

      assertThat(present).isEqualTo(-1L);
      assertThat(map.get(key)).isEqualTo(-1L);
    }
    assertThat(map).hasSize(10);
    map.validate();
  }

  @Test
  void put_tableGrownBeforeTheUpdate_goesToTheNewTable() {
    Runnable race = once(() -> farFrom("key").forEach(key -> map.put(key, key)));

    map.computeIfAbsent(
        "key",
        key -> {
          race.run();
          return -1L;
        });

    assertThat(map.get("key")).isEqualTo(-1L);
    assertThat(map).hasSize((int) farFrom("key").count() + 1);
    map.validate();
  }

  @Test
  void put_tableShrunkBeforeTheUpdate_goesToTheNewTable() {
    fill();
    int bits = map.list.table().bits;
    Runnable race = once(this::empty);

    map.computeIfAbsent(
        "key",
        key -> {
          race.run();
          return -1L;
        });

    assertThat(map).containsOnlyKeys("key");
    assertThat(map.list.table().bits).isLessThan(bits / 2);
    map.validate();
  }

  @Test
  void remove_tableGrownAndShrunkBeforeTheUpdate_removes() {
    map.put("key", -1L);
    Runnable race =
        once(
            () -> {
              farFrom("key").forEach(key -> map.put(key, key));
              farFrom("key").forEach(map::remove);
            });

    map.computeIfPresent(
        "key",
        (key, old) -> {
          race.run();
          return null;
        });

    assertThat(map).isEmpty();
    map.validate();
  }

  @Test
  void iterator_parkedOnAChainThatWasRebuilt_continues() {
    fill();
    Set<Object> seen = new HashSet<>();
    Iterator<Object> keys = map.keySet().iterator();
    seen.add(keys.next());

    empty();
    LongStream.range(0, 8 * MANY).forEach(key -> map.put(key, key));
    keys.forEachRemaining(key -> assertThat(seen.add(key)).isTrue());

    LongStream.range(0, MANY).forEach(key -> assertThat(seen).contains(key));
  }

  @Test
  void clear_whileAPutIsUnderWay_countsItAsDoneBefore() {
    fill();
    Runnable race = once(map::clear);

    Long result =
        map.compute(
            1L,
            (key, old) -> {
              race.run();
              return 100L;
            });

    assertThat(result).isEqualTo(100L);
    assertThat(map).isEmpty();
    assertThat(map.get(1L)).isNull();
    map.validate();
  }

  @Test
  void clear_whileANewKeyIsUnderWay_doesNotCountIt() {
    fill();
    Runnable race = once(map::clear);

    map.computeIfAbsent(
        -1L,
        key -> {
          race.run();
          return 100L;
        });

    assertThat(map.mappingCount()).isZero();
    map.validate();
  }

  @Test
  void clear_whileTheTableIsBeingFilled_leavesNothing() {
    for (long key = 0; !map.list.table().isFilling(); key++) {
      map.put(key, key);
    }

    map.clear();
    map.put("key", 1L);

    assertThat(map).containsOnlyKeys("key");
    map.validate();
  }

  @Test
  void compute_bucketSplitBeforeTheUpdateInPlace_changesTheNewEntry() {
    for (long key = -1; key >= -20; key--) {
      long changed = key;
      map.clear();
      LongStream.rangeClosed(-20, -1).forEach(other -> map.put(other, other));
      AtomicInteger runs = new AtomicInteger();
      Runnable race = once(this::fill);

      map.compute(
          changed,
          (same, old) -> {
            runs.incrementAndGet();
            race.run();
            return old == null ? 0 : old + 100;
          });

      assertThat(map.get(changed)).isEqualTo(changed + 100);
      assertThat(runs).hasValue(1);
      map.validate();
    }
  }

  @Test
  void compute_neighbourRemovedBeforeTheUpdateInPlace_changesTheCopy() {
    for (long neighbour = 0; neighbour < 4; neighbour++) {
      long removed = neighbour;
      map.clear();
      for (long key = 0; key < 5; key++) {
        map.put(key, key);
      }
      Runnable race = once(() -> map.remove(removed));

      map.compute(
          4L,
          (key, old) -> {
            race.run();
            return 40L;
          });

      assertThat(map).hasSize(4).containsEntry(4L, 40L).doesNotContainKey(removed);
      map.validate();
    }
  }

  /** A key whose comparison does something first. */
  private static final class Interposed {
    private final Runnable inBetween;

    Interposed(Runnable inBetween) {
      this.inBetween = inBetween;
    }

    @Override
    public boolean equals(Object other) {
      inBetween.run();
      return "sought".equals(other);
    }

    @Override
    public int hashCode() {
      return "sought".hashCode();
    }
  }

  @Test
  void get_entrySealedBeforeItsValueIsRead_findsTheValue() {
    for (long neighbour = 0; neighbour < 5; neighbour++) {
      long removed = neighbour;
      map.clear();
      for (long key = 0; key < 5; key++) {
        map.put(key, key);
      }
      map.put("sought", 7L); // In front of its chain, and copied when another of it is removed.
      Runnable race =
          once(
              () -> {
                map.remove(removed);
                map.put("sought", 8L);
              });

      Long found = map.get(new Interposed(race));

      assertThat(found).isEqualTo(8L);
      map.validate();
    }
  }

  /** Puts a removal into its slot, as a thread that is stopped right afterwards. */
  private void beginRemoval(Long key) {
    long order = map.list.keys.order(key);
    SplitTable<Long> table = map.list.table();
    SplitNode<Long> head = map.list.chainAt(order);
    SplitEntry<Long> entry = (SplitEntry<Long>) SplitNode.find(head, order);
    SplitNode<Long> removal = new SplitChange<>(head, entry, entry.value(), null, -1);
    assertThat(table.casHead(table.indexOf(order), head, removal)).isTrue();
  }

  @Test
  void remove_stoppedAfterItsFirstStep_isDoneByWhoeverMeetsIt() {
    List<Runnable> meetings =
        List.of(
            () -> assertThat(map.get(1L)).isNull(),
            () -> assertThat(map.putIfAbsent(1L, 10L)).isNull(),
            () -> assertThat(map.remove(1L)).isNull(),
            () -> assertThat(map.keyAfter(1L)).isNotEqualTo(1L),
            () -> assertThat(map.keySet()).doesNotContain(1L),
            () -> map.compute(1L, (key, old) -> old == null ? 10L : -1L),
            this::fill);
    for (Runnable meeting : meetings) {
      map.clear();
      for (long key = 0; key < 6; key++) {
        map.put(key, key);
      }
      beginRemoval(1L);

      meeting.run();
      map.remove(1L);

      assertThat(map).containsKeys(0L, 2L, 3L, 4L, 5L).doesNotContainKey(1L);
      map.validate();
    }
  }

  /** Removes a key in place, as a thread that is stopped before it unlinks the entry. */
  private void removeInPlace(Long key) {
    long order = map.list.keys.order(key);
    SplitEntry<Long> entry = (SplitEntry<Long>) SplitNode.find(map.list.chainAt(order), order);
    assertThat(entry.tryRemove(entry.value())).isTrue();
    map.list.table().count.decrement();
    assertThat(entry.casValue(key, 100L)).isFalse();
  }

  @Test
  void remove_stoppedBeforeItUnlinksTheEntry_isDoneForEveryone() {
    List<Runnable> meetings =
        List.of(
            () -> assertThat(map.get(1L)).isNull(),
            () -> assertThat(map.putIfAbsent(1L, 10L)).isNull(),
            () -> assertThat(map.replace(1L, 10L)).isNull(),
            () -> assertThat(map.remove(1L)).isNull(),
            () -> assertThat(map.keyAfter(0L)).isNotEqualTo(1L),
            () -> assertThat(map.keyAfter(1L)).isNotEqualTo(1L),
            () -> assertThat(map.keySet()).hasSize(5).doesNotContain(1L),
            () -> assertThat(map).hasSize(5),
            () -> map.compute(1L, (key, old) -> old == null ? 10L : -1L),
            () -> map.merge(1L, 10L, (old, added) -> -1L),
            () -> {
              for (long key = 6; key < 12; key++) {
                map.put(key, key); // Some are in front of the entry, and some resize the table.
              }
              assertThat(map.putIfAbsent(1L, 10L)).isNull();
            },
            () -> map.keySet().removeIf(key -> !key.equals(1L) && (Long) key > 5),
            this::fill);
    for (Runnable meeting : meetings) {
      map.clear();
      for (long key = 0; key < 6; key++) {
        map.put(key, key);
      }
      removeInPlace(1L);

      meeting.run();

      Long present = map.get(1L);
      assertThat(present == null || present == 10L || present == 1L).isTrue();
      assertThat(map.remove(1L)).isEqualTo(present);
      assertThat(map).containsKeys(0L, 2L, 3L, 4L, 5L).doesNotContainKey(1L);
      map.validate();
    }
  }

  @Test
  void firstKeyOrNull_allRemovedInPlace_isNull() {
    for (long key = 0; key < 6; key++) {
      map.put(key, key);
    }
    for (long key = 0; key < 6; key++) {
      removeInPlace(key);
    }

    assertThat(map.firstKeyOrNull()).isNull();
    assertThat(map.firstEntry()).isNull();
    assertThat(map.keyAfter(3L)).isNull();
    assertThat(map.entryAfter(3L)).isNull();
    assertThat(map.entriesAfter(3L)).isExhausted();
    assertThat(map).isEmpty();
    fill();
    assertThat(map).hasSize((int) MANY);
    map.validate();
  }

  @Test
  void put_keyOfTheHashOfOneRemovedInPlace_isAlone() {
    Compared removed = new Compared(1, () -> {});
    map.put(removed, 1L);
    long order = map.list.keys.order(removed);
    SplitEntry<Long> entry = (SplitEntry<Long>) SplitNode.find(map.list.chainAt(order), order);
    assertThat(entry.tryRemove(1L)).isTrue();
    map.list.table().count.decrement();

    assertThat(map.put(new Compared(2, () -> {}), 2L)).isNull();

    assertThat(map).hasSize(1).doesNotContainKey(removed);
    map.validate();
  }

  @Test
  void put_collidingKeyRemovedWhileItIsCompared_isAlone() {
    Compared present = new Compared(1, () -> {});
    map.put(present, 1L);
    Compared added = new Compared(2, once(() -> assertThat(map.remove(present)).isEqualTo(1L)));

    assertThat(map.put(added, 2L)).isNull();

    assertThat(map).hasSize(1).containsEntry(added, 2L);
    map.validate();
  }

  /** Each attempt of the update meets an entry that its own callback has removed. */
  @Test
  void put_equalsReplacesTheKeyItIsComparedWith_isRefused() {
    record Replaced(SplitOrderedHashMap<Object, Long> map, boolean isActive) {
      @Override
      public int hashCode() {
        return 7;
      }

      @Override
      public boolean equals(Object other) {
        if (isActive && map.remove(new Replaced(map, false)) != null) {
          map.put(new Replaced(map, false), 1L);
        }
        return other instanceof Replaced;
      }
    }
    map.put(new Replaced(map, false), 1L);

    assertThatIllegalStateException()
        .isThrownBy(() -> map.put(new Replaced(map, true), 2L))
        .withMessageContaining("Recursive update");

    assertThat(map).hasSize(1);
    map.validate();
  }

  @Test
  void remove_valueChangedBeforeItsEntryIsSealed_isNotMade() {
    for (long key = 0; key < 6; key++) {
      map.put(key, key);
    }
    SplitEntry<Long> entry =
        (SplitEntry<Long>)
            SplitNode.find(map.list.chainAt(map.list.keys.order(1L)), map.list.keys.order(1L));
    beginRemoval(1L);

    assertThat(entry.casValue(entry.value(), 10L)).isTrue();

    assertThat(map.get(1L)).isEqualTo(10L);
    assertThat(entry.casValue(10L, 11L)).isFalse();
    assertThat(map).hasSize(6).containsEntry(1L, 10L);
    map.validate();
  }

  /** A key of everyone's hash that does something before it is compared. */
  private record Compared(int number, Runnable inBetween) implements Comparable<Compared> {
    @Override
    public int hashCode() {
      return 7;
    }

    @Override
    public int compareTo(Compared other) {
      inBetween.run();
      return Integer.compare(number, other.number);
    }
  }

  @Test
  void update_comparisonOfCollidingKeysThrows_changesNothing() {
    AtomicInteger fuse = new AtomicInteger();
    Runnable burn =
        () -> {
          if (fuse.decrementAndGet() == 0) {
            throw new IllegalStateException("comparison");
          }
        };
    List<Runnable> updates =
        List.of(
            () -> map.put(new Compared(9, burn), 90L),
            () -> map.put(new Compared(0, burn), 90L),
            () -> map.remove(new Compared(0, burn)));
    for (int size = 1; size <= 4; size++) {
      for (Runnable update : updates) {
        boolean hasThrown = true;
        for (int comparison = 1; hasThrown; comparison++) {
          fuse.set(Integer.MAX_VALUE);
          map.clear();
          for (int key = 0; key < size; key++) {
            map.put(new Compared(key, burn), (long) key);
          }
          Map<Object, Long> before = new HashMap<>(map);
          fuse.set(comparison);
          try {
            update.run();
            hasThrown = false;
          } catch (IllegalStateException e) {
            fuse.set(Integer.MAX_VALUE);
            assertThat(map).as("thrown at comparison %d", comparison).isEqualTo(before);
            map.validate();
          }
        }
      }
    }
  }

  @Test
  void put_valueOfACollidingKeyChangedBeforeTheUpdate_keepsThatOne() {
    Compared present = new Compared(1, () -> {});
    map.put(present, 1L);
    Compared added = new Compared(2, once(() -> map.put(present, 10L)));

    assertThat(map.put(added, 2L)).isNull();

    assertThat(map).hasSize(2).containsEntry(present, 10L).containsEntry(added, 2L);
    map.validate();
  }

  @Test
  void computeIfAbsent_slotFrozenBeforeTheUpdate_putsIntoTheNextTable() throws Exception {
    SplitTable<Long> table = map.list.table();
    Thread clearing = new Thread(map::clear);
    Runnable race =
        once(
            () -> {
              table.resized(table.bits + 1).help(); // Into a table that nobody else finds.
              clearing.start();
            });

    map.computeIfAbsent(
        "key",
        key -> {
          race.run();
          return 10L;
        });
    clearing.join();

    assertThat(map).hasSize(1).containsEntry("key", 10L);
    map.validate();
  }

  @Test
  void mappingCount_removalCountedBeforeThePut_isNotNegative() {
    map.list.table().count.decrement();

    assertThat(map.mappingCount()).isZero();
  }

  /** An addition to a sum is taken with it, or stays for the next: no step is lost. */
  @Test
  void merge_besideRemove_losesNothing() throws Exception {
    int rounds = 100_000;
    int keys = 3;
    Callable<Integer> adds =
        () -> {
          for (int i = 0; i < rounds; i++) {
            map.merge((long) (i % keys), 1L, Long::sum);
          }
          return 0;
        };
    Callable<Integer> takes =
        () -> {
          int taken = 0;
          for (int i = 0; i < rounds; i++) {
            Long sum = map.remove((long) (i % keys));
            taken += sum == null ? 0 : sum.intValue();
          }
          return taken;
        };

    int[] taken = runAll(List.of(adds, takes, adds));

    assertThat(taken[1] + map.values().stream().mapToInt(Long::intValue).sum())
        .isEqualTo(2 * rounds);
    map.validate();
  }

  /** An entry alone, whose value changes in place, becomes one of a run, and alone again. */
  @Test
  void merge_besideACollidingKeyThatComesAndGoes_losesNothing() throws Exception {
    int rounds = 50_000;
    Collision sum = new Collision(1);
    Collision other = new Collision(2);
    Callable<Integer> adds =
        () -> {
          for (int i = 0; i < rounds; i++) {
            map.merge(sum, 1L, Long::sum);
          }
          return 0;
        };
    Callable<Integer> crowds =
        () -> {
          for (int i = 0; i < rounds; i++) {
            assertThat(map.put(other, 1L)).isNull();
            assertThat(map.remove(other)).isEqualTo(1L);
          }
          return 0;
        };

    runAll(List.of(adds, adds, crowds));

    assertThat(map).hasSize(1).containsEntry(sum, 2L * rounds);
    map.validate();
  }

  /** Two threads put and one removes. Their results add up to the size of the map. */
  @Test
  void putIfAbsent_besideRemoveAndPutIfAbsent_addsUp() throws Exception {
    int rounds = 20_000;
    CyclicBarrier start = new CyclicBarrier(3);
    Callable<Integer> puts =
        () -> {
          start.await();
          int done = 0;
          for (int i = 0; i < rounds; i++) {
            done += map.putIfAbsent((long) (i % 3), 1L) == null ? 1 : 0;
          }
          return done;
        };
    Callable<Integer> removes =
        () -> {
          start.await();
          int done = 0;
          for (int i = 0; i < rounds; i++) {
            done += map.remove((long) (i % 3)) != null ? 1 : 0;
          }
          return done;
        };

    int[] done = runAll(List.of(puts, puts, removes));

    assertThat(done[0] + done[1] - done[2]).isEqualTo(map.size());
    map.validate();
  }

  /** Each adds to the same keys while the table grows and shrinks: no step is lost. */
  @Test
  void merge_besideGrowthAndShrinking_losesNothing() throws Exception {
    int rounds = 20;
    Callable<Integer> adds =
        () -> {
          for (int i = 0; i < rounds * MANY; i++) {
            map.merge("sum" + i % 5, 1L, Long::sum);
          }
          return 0;
        };
    Callable<Integer> crowds =
        () -> {
          for (int i = 0; i < rounds; i++) {
            fill();
            empty();
          }
          return 0;
        };

    runAll(List.of(adds, adds, crowds));

    assertThat(map).hasSize(5);
    assertThat(map.values()).containsOnly(2L * rounds * MANY / 5);
    map.validate();
  }

  /** A key that is there throughout is found, however the table is just being rebuilt. */
  @Test
  void get_besideGrowthAndShrinking_findsStayingKeys() throws Exception {
    map.put(-1L, -1L);
    AtomicBoolean stop = new AtomicBoolean();
    Callable<Integer> gets =
        () -> {
          int missed = 0;
          while (!stop.get()) {
            missed += map.get(-1L) == null ? 1 : 0;
          }
          return missed;
        };
    Callable<Integer> crowds =
        () -> {
          for (int i = 0; i < 50; i++) {
            fill();
            empty();
          }
          stop.set(true);
          return 0;
        };

    assertThat(runAll(List.of(gets, gets, crowds))).containsOnly(0);
  }

  private static int[] runAll(List<Callable<Integer>> tasks) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(tasks.size());
    try {
      List<Future<Integer>> results = tasks.stream().map(executor::submit).toList();
      int[] values = new int[results.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = results.get(i).get();
      }
      return values;
    } finally {
      executor.shutdownNow();
    }
  }
}
