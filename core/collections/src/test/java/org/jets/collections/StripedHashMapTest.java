package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jets.collections.internal.cursor.CursorEntry;
import org.junit.jupiter.api.Test;

/** Tests of a striped map beyond those of all maps. */
class StripedHashMapTest {

  private static StripedHashMap<Integer, Integer> mapOf(int size) {
    StripedHashMap<Integer, Integer> map = new StripedHashMap<>();
    for (int i = 0; i < size; i++) {
      map.put(i, i);
    }
    return map;
  }

  // Options

  @Test
  void fixedLocks_notAPowerOfTwo_isRoundedDown() {
    StripedHashMap<Integer, Integer> map =
        new StripedHashMap<>(StripedOptions.defaults().withFixedLocks(100));

    assertThat(map.locks.count()).isEqualTo(64);
    assertThat(map.table.buckets()).isEqualTo(64);
    map.validate();
  }

  @Test
  void fixedLocks_most_servesAllBuckets() {
    StripedHashMap<Integer, Integer> map =
        new StripedHashMap<>(StripedOptions.defaults().withFixedLocks(StripedOptions.MAX_LOCKS));

    map.put(1, 1);
    map.validate();
    assertThat(map.table.buckets()).isEqualTo(StripedOptions.MAX_LOCKS);
  }

  @Test
  void options_outOfRange_areRefused() {
    StripedOptions options = StripedOptions.defaults();

    assertThatThrownBy(() -> options.withFixedLocks(0))
        .hasMessageContaining("locks: 0 (expected: 1");
    assertThatThrownBy(() -> options.withFixedLocks(32_769)).hasMessageContaining("locks: 32769");
    assertThatThrownBy(() -> options.withReaderGroups(-1)).hasMessageContaining("groups: -1");
    assertThatThrownBy(() -> options.withReaderGroups(65)).hasMessageContaining("groups: 65");
    assertThatThrownBy(() -> options.withInitialCapacity(-1)).hasMessageContaining("mappings: -1");
  }

  @Test
  void initialCapacity_mapEmptied_neverShrinksBelow() {
    StripedHashMap<Integer, Integer> map =
        new StripedHashMap<>(StripedOptions.defaults().withInitialCapacity(10_000));
    int buckets = map.table.buckets();
    for (int i = 0; i < 10_000; i++) {
      map.put(i, i);
    }
    assertThat(map.table.buckets()).isEqualTo(buckets);

    map.keySet().removeIf(key -> true);

    assertThat(map.table.buckets()).isEqualTo(buckets);
    map.validate();
  }

  @Test
  void customStrategy_keysEqualToIt_areOneKey() {
    HashingStrategy<String> ignoringCase =
        new HashingStrategy<>() {
          @Override
          public int hash(String key) {
            return key.toLowerCase(java.util.Locale.ROOT).hashCode();
          }

          @Override
          public boolean equal(String a, String b) {
            return a.equalsIgnoreCase(b);
          }
        };
    StripedHashMap<String, Integer> map =
        new StripedHashMap<>(StripedOptions.defaults(), ignoringCase);

    map.put("Key", 1);
    assertThat(map.put("KEY", 2)).isEqualTo(1);
    assertThat(map.get("key")).isEqualTo(2);
  }

  // Keys of which the hash says all

  @Test
  void get_numbersOfOneHashButOfTwoClasses_areTwoKeys() {
    StripedHashMap<Object, String> map = new StripedHashMap<>();
    map.put(7, "int");
    map.put(7L, "long");
    map.put(~7L, "negative"); // Its hash is that of 7.
    map.put(-7, "negative int");

    assertThat(map.get(7)).isEqualTo("int");
    assertThat(map.get(7L)).isEqualTo("long");
    assertThat(map.get(~7L)).isEqualTo("negative");
    assertThat(map.get(-7)).isEqualTo("negative int");
    assertThat(map.get((short) 7)).isNull();
    assertThat(map.get(7L << 32)).isNull(); // Its hash as well.
    map.validate();
  }

  // Growing and shrinking

  @Test
  void remove_allButFew_givesBucketsBack() {
    StripedHashMap<Integer, Integer> map = mapOf(100_000);
    int capacity = map.table.capacity();

    map.keySet().removeIf(key -> key >= 10_000);

    assertThat(map.table.capacity()).isLessThan(capacity / 4);
    map.validate();
    map.keySet().removeIf(key -> true);
    assertThat(map.table.capacity()).isLessThanOrEqualTo(16);
    map.validate();
  }

  @Test
  void put_whileAnotherLocksABucket_growsWithoutIt() throws Exception {
    StripedHashMap<Integer, Integer> map = new StripedHashMap<>();
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () ->
                map.computeIfAbsent(
                    0,
                    key -> {
                      entered.countDown();
                      awaitUninterruptibly(leave);
                      return 0;
                    }));
    holder.start();
    entered.await();
    int stripe = map.keys.hash(0) & (map.locks.count() - 1);

    int put = 0;
    for (int key = 1; put < 100; key++) {
      if ((map.keys.hash(key) & (map.locks.count() - 1)) != stripe) {
        map.put(key, key);
        put++;
      }
    }
    leave.countDown();
    holder.join();

    assertThat(map).hasSize(101);
    map.validate();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void put_operationsHadToWait_getsMoreLocks() throws Exception {
    StripedHashMap<Integer, Integer> map = mapOf(10);
    int locks = map.locks.count();

    for (int i = 0; i < 12; i++) {
      Thread[] waiter = {new Thread(() -> map.put(0, 1))};
      map.compute(
          0,
          (key, value) -> {
            waiter[0].start();
            while (waiter[0].getState() != Thread.State.TIMED_WAITING) {
              Thread.onSpinWait();
            }
            return 0;
          });
      waiter[0].join();
    }
    map.put(1, 1);

    assertThat(map.locks.count()).isEqualTo(2 * locks);
    assertThat(map).hasSize(10);
    map.validate();
  }

  // Functions that touch the map

  @Test
  void compute_functionChangesItsOwnKey_isTold() {
    StripedHashMap<Integer, Integer> map = mapOf(10);

    assertThatThrownBy(() -> map.compute(1, (key, value) -> map.put(1, 2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Recursive update");
    assertThatThrownBy(
            () ->
                map.computeIfAbsent(
                    -1,
                    key -> {
                      map.clear();
                      return 0;
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(map.get(1)).isEqualTo(1);
    map.validate();
  }

  @Test
  void compute_functionReadsItsOwnKey_seesTheOldValue() {
    StripedHashMap<Integer, Integer> map = mapOf(10);

    assertThat(map.compute(1, (key, value) -> map.get(1) + 10)).isEqualTo(11);
    assertThat(map.compute(1, (key, value) -> map.keySet().iterator().next() == null ? 0 : 5))
        .isEqualTo(5);
  }

  // Several keys at one moment

  @Test
  void putAllIfAbsent_oneKeyThere_changesNothing() {
    StripedHashMap<Integer, Integer> map = mapOf(3);

    assertThat(map.putAllIfAbsent(Map.of(2, 0, 3, 0))).isFalse();
    assertThat(map).containsExactlyInAnyOrderEntriesOf(Map.of(0, 0, 1, 1, 2, 2));
    assertThat(map.putAllIfAbsent(Map.of(3, 3, 4, 4))).isTrue();
    assertThat(map).hasSize(5);
    map.validate();
  }

  @Test
  void putAllAtOnce_manyMappings_areAllThere() {
    StripedHashMap<Integer, Integer> map = mapOf(100);
    Map<Integer, Integer> more = new HashMap<>();
    for (int i = 50; i < 5_000; i++) {
      more.put(i, -i);
    }

    map.putAllAtOnce(more);

    assertThat(map).hasSize(5_000).containsAllEntriesOf(more).containsEntry(49, 49);
    map.validate();
  }

  @Test
  void putAllAtOnce_nullAmongThem_changesNothing() {
    StripedHashMap<Integer, Integer> map = mapOf(1);
    Map<Integer, Integer> mappings = new HashMap<>();
    mappings.put(7, 7);
    mappings.put(8, null);

    assertThatThrownBy(() -> map.putAllAtOnce(mappings)).isInstanceOf(NullPointerException.class);
    assertThat(map).hasSize(1);
  }

  // Steps

  @Test
  void keyAfter_keyThatWasRemoved_resumesFromThere() {
    StripedHashMap<Integer, Integer> map = mapOf(1_000);
    List<Integer> keys = new ArrayList<>();

    for (Integer key = map.firstKeyOrNull(); key != null; key = map.keyAfter(key)) {
      keys.add(key);
      assertThat(map.remove(key)).isEqualTo(key);
      assertThat(map.remove(key)).isNull();
      CursorEntry<Integer, Integer> step = (CursorEntry<Integer, Integer>) map.entryAfter(key);
      assertThat(step == null || step.origin() == null).isTrue();
    }

    assertThat(keys).hasSize(1_000).doesNotHaveDuplicates();
    assertThat(map).isEmpty();
    assertThat(map.keySet()).isEmpty();
    map.validate();
  }

  // Size

  @Test
  void estimatedBytes_filledAndEmptied_followsTheTable() {
    StripedHashMap<Integer, Integer> map = new StripedHashMap<>();
    long empty = map.estimatedBytes();
    for (int i = 0; i < 100_000; i++) {
      map.put(i, i);
    }

    assertThat(map.estimatedBytes()).isBetween(20L * 100_000, 40L * 100_000);
    map.clear();
    assertThat(map.estimatedBytes()).isEqualTo(empty);
  }

  @Test
  void estimatedBytes_readerGroups_areCounted() {
    StripedOptions options = StripedOptions.defaults().withFixedLocks(64);
    long without = new StripedHashMap<>(options).estimatedBytes();

    long with = new StripedHashMap<>(options.withReaderGroups(32)).estimatedBytes();

    assertThat(with - without).isBetween(64L * 32 * 128, 64L * 34 * 128);
  }

  @Test
  void wantedLocks_mapOfFewKeys_stay() {
    StripedHashMap<Long, String> map = new StripedHashMap<>();
    map.locks.want(64);
    for (int round = 0; round < 8; round++) {
      for (long key = 0; key < 16; key++) {
        map.put(key, "v");
      }
      for (long key = 0; key < 16; key++) {
        map.remove(key);
      }
    }
    assertThat(map.locks.count()).isEqualTo(64);
    map.validate();
  }
}
