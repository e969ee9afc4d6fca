package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.jets.bench.skeleton.Presence;
import org.jets.testkit.TestScale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Views, streams, cursors and counts of maps that change meanwhile. */
class RadixViewsTest {
  private static ConcurrentMap<Long, Object> ofTen(RadixMapUnderTest kind) {
    ConcurrentMap<Long, Object> map = kind.ofLongs();
    for (long key = 0; key < 10; key++) {
      map.put(key, (int) key);
    }
    return map;
  }

  private enum Letter {
    A,
    B
  }

  /** A value that is equal to none. */
  private static final class Unequal {
    @Override
    public boolean equals(@Nullable Object other) {
      return false;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  private static RadixTreeMap<byte[], Integer> ofBytes(byte[]... keys) {
    RadixTreeMap<byte[], Integer> map = new RadixTreeMap<>(ByteKeys.bytes());
    for (byte[] key : keys) {
      map.put(key, map.size());
    }
    return map;
  }

  @ParameterizedTest
  @EnumSource
  void streams_mapThatGrowsAndShrinksMeanwhile_end(RadixMapUnderTest kind) {
    ConcurrentMap<Long, Object> map = ofTen(kind);

    Object[] keys = map.keySet().stream().peek(k -> map.remove(7L)).map(k -> k + 1).toArray();
    List<Object> values = map.values().stream().peek(k -> map.put(20L, 1)).map(k -> k).toList();

    assertThat(keys).hasSizeBetween(9, 10);
    assertThat(values).hasSizeBetween(9, 10);
    assertThat(map.entrySet().stream().peek(e -> map.remove(20L)).count()).isBetween(9L, 10L);
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(60) // Without an end it is a fault.
  void functions_valueThatIsEqualToNone_areAppliedOnce(RadixMapUnderTest kind) {
    ConcurrentMap<Long, Object> map = ofTen(kind);
    Unequal value = new Unequal();
    map.put(1L, value);
    map.put(2L, value);
    map.put(3L, value);

    assertThat(map.compute(1L, (k, v) -> "computed")).isEqualTo("computed");
    assertThat(map.computeIfPresent(2L, (k, v) -> null)).isNull();
    assertThat(map.merge(3L, "", (a, b) -> "merged")).isEqualTo("merged");
    map.put(4L, value);
    assertThat(map.replace(4L, value, "replaced")).isTrue();
    map.put(5L, value);
    map.replaceAll((k, v) -> k);

    assertThat(map.get(5L)).isEqualTo(5L);
    assertThat(map).hasSize(9).doesNotContainKey(2L);
  }

  @ParameterizedTest
  @EnumSource
  void conditions_valuesOfAnyClass_areNotTakenForOthers(RadixMapUnderTest kind) {
    ConcurrentMap<Long, Object> map = ofTen(kind);
    for (Object condition : Presence.values()) {
      map.put(1L, "x");
      assertThat(map.remove(1L, condition)).isFalse();
      assertThat(map.replace(1L, condition, "y")).isFalse();
      map.put(2L, condition);
      assertThat(map.compute(2L, (k, v) -> "computed")).isEqualTo("computed");
      assertThat(map.get(2L)).isEqualTo("computed");
    }
    assertThat(map.replace(11L, Letter.A, Letter.B)).isFalse();
    assertThat(map).doesNotContainKey(11L).containsEntry(1L, "x");
  }

  @ParameterizedTest
  @EnumSource
  void removeIf_valueChangedMeanwhile_keepsIt(RadixMapUnderTest kind) {
    ConcurrentMap<Long, Object> map = ofTen(kind);

    boolean hasRemoved =
        map.entrySet()
            .removeIf(
                entry -> {
                  boolean isOne = entry.getValue().equals(1);
                  map.put(1L, 2);
                  return isOne;
                });
    map.put(3L, "three");
    boolean hasRemovedOfValues =
        map.values()
            .removeIf(
                value -> {
                  map.put(3L, "changed");
                  return value.equals("three");
                });

    assertThat(hasRemoved || hasRemovedOfValues).isFalse();
    assertThat(map).hasSize(10).containsEntry(1L, 2).containsEntry(3L, "changed");
  }

  @ParameterizedTest
  @EnumSource
  void views_removals_removeWhatIsMeant(RadixMapUnderTest kind) {
    ConcurrentMap<Long, Object> map = ofTen(kind);

    assertThat(map.entrySet().remove(Map.entry(1L, 2))).isFalse();
    assertThat(map.entrySet().remove(Map.entry(1L, 1))).isTrue();
    assertThat(map.values().remove(2)).isTrue();
    assertThat(map.values().remove(2)).isFalse();
    assertThat(map.keySet().removeAll(List.of(3L, 33L))).isTrue();
    assertThat(map.values().removeAll(List.of(4, 44))).isTrue();
    assertThat(map.keySet().retainAll(List.of(5L, 6L, 7L))).isTrue();
    assertThat(map.entrySet().retainAll(List.of(Map.entry(5L, 5), Map.entry(6L, 6)))).isTrue();
    assertThat(map.values().retainAll(List.of(6))).isTrue();

    assertThat(map).isEqualTo(Map.of(6L, 6));
  }

  @ParameterizedTest
  @EnumSource
  void arguments_null_areRefused(RadixMapUnderTest kind) {
    ConcurrentMap<Long, Object> map = ofTen(kind);
    map.clear();

    assertThatNullPointerException().isThrownBy(() -> map.forEach(null));
    assertThatNullPointerException().isThrownBy(() -> map.containsValue(null));
    assertThatNullPointerException().isThrownBy(() -> map.keySet().remove(null));
    assertThatNullPointerException().isThrownBy(() -> map.values().remove(null));
    assertThatNullPointerException().isThrownBy(() -> map.compute(1L, null));
    assertThatNullPointerException().isThrownBy(() -> map.values().retainAll(null));
  }

  @Test
  void views_arraysAsKeys_findEqualBytes() {
    RadixTreeMap<byte[], Integer> map = ofBytes(new byte[] {1}, new byte[] {2}, new byte[] {3});

    assertThat(map.keySet().contains(new byte[] {1})).isTrue();
    assertThat(map.keySet().remove(new byte[] {1})).isTrue();
    assertThat(map.keySet().removeAll(List.of(new byte[] {2}, new byte[] {9}))).isTrue();
    Map.Entry<byte[], Integer> left = map.entrySet().iterator().next();
    assertThat(map.entrySet().contains(left)).isTrue();
    assertThat(map.entrySet().remove(left)).isTrue();

    assertThat(map.isEmpty()).isTrue();
  }

  @Test
  void removals_arraysChangedAfterTheyWereGiven_removeWhatIsMeant() {
    RadixTreeMap<byte[], Integer> map = new RadixTreeMap<>(ByteKeys.bytes());
    for (byte key = 0; key < 6; key++) {
      map.put(new byte[] {key, key}, 1);
    }
    byte[] changed = {5, 5};
    Iterator<byte[]> keys = map.keySet().iterator();
    System.arraycopy(changed, 0, keys.next(), 0, 2);
    keys.remove();
    System.arraycopy(changed, 0, keys.next(), 0, 2);
    assertThat(keys.hasNext()).isTrue();
    keys.remove();

    boolean hasRemovedOfKeys = map.keySet().removeIf(key -> isAndBecomes(key, 2, changed));
    boolean hasRemovedOfEntries =
        map.entrySet().removeIf(entry -> isAndBecomes(entry.getKey(), 3, changed));

    assertThat(hasRemovedOfKeys && hasRemovedOfEntries).isTrue();
    assertThat(map.keySet()).containsExactly(new byte[] {4, 4}, changed);
  }

  /** Tells whether the first byte is one, and gives the array other bytes. */
  private static boolean isAndBecomes(byte[] key, int first, byte[] other) {
    boolean isIt = key[0] == first;
    System.arraycopy(other, 0, key, 0, key.length);
    return isIt;
  }

  @Test
  void cursor_arraysOfItsBoundsChangedMeanwhile_keepsItsRange() {
    RadixTreeMap<byte[], Integer> map = new RadixTreeMap<>(ByteKeys.bytes());
    for (byte key = 0; key < 10; key++) {
      map.put(new byte[] {key}, (int) key);
    }
    byte[] low = {2};
    byte[] high = {4};
    RadixCursor<byte[], Integer> cursor = map.ascending(low, true, high, true);
    low[0] = 0;
    high[0] = 9;

    for (int expected = 2; expected <= 4; expected++) {
      assertThat(cursor.advance()).isTrue();
      assertThat(cursor.value()).isEqualTo(expected);
    }
    assertThat(cursor.advance()).isFalse();
  }

  @Test
  void conditional_arrayChangedByEquality_changesTheKeyThatWasAskedFor() {
    RadixTreeMap<byte[], Object> map = new RadixTreeMap<>(ByteKeys.bytes());
    byte[] key = {1};
    map.put(key, "one");
    map.put(new byte[] {5}, "five");
    Object changing =
        new Object() {
          @Override
          public boolean equals(@Nullable Object other) {
            key[0] = 5;
            return "one".equals(other);
          }

          @Override
          public int hashCode() {
            return 1;
          }
        };

    assertThat(map.replace(key, changing, "new")).isTrue();

    assertThat(map.get(new byte[] {1})).isEqualTo("new");
    assertThat(map.get(new byte[] {5})).isEqualTo("five");
  }

  @Test
  void put_arrayThatAnotherThreadChanges_losesNoOtherKey() throws Exception {
    byte[] shared = {1, 0, 0, 1};
    try (Background writer = new Background(() -> shared[1] = (byte) (shared[1] == 0 ? 7 : 0))) {
      for (int round = 0; round < TestScale.count(100_000); round++) {
        RadixTreeMap<byte[], Integer> map =
            ofBytes(new byte[] {1, 7, 0, 1, 1}, new byte[] {1, 7, 0, 1, 2}, new byte[] {1, 0, 2});
        map.put(shared, 9);

        map.validate();
        assertThat(map.get(new byte[] {1, 7, 0, 1, 1})).isZero();
        assertThat(map.get(new byte[] {1, 7, 0, 1, 2})).isEqualTo(1);
        assertThat(map.get(new byte[] {1, 0, 2})).isEqualTo(2);
      }
      writer.stop();
    }
  }

  @Test
  void cursor_nodeAboveItReplaced_goesOnInTheTree() {
    RadixTreeMap<byte[], Integer> map =
        ofBytes(
            new byte[] {0},
            new byte[] {1, 0, 0},
            new byte[] {1, 0, 1},
            new byte[] {1, 1},
            new byte[] {1, 2},
            new byte[] {2});
    RadixCursor<byte[], Integer> cursor = map.ascending(null, true, null, true);
    while (cursor.advance() && cursor.value() < 2) {
      assertThat(cursor.value()).isLessThan(2);
    }

    map.remove(new byte[] {1, 1}); // Replaces the node above that of the cursor.

    assertThat(cursor.advance()).isTrue();
    assertThat(cursor.value()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource
  void iterator_withoutHasNext_givesAll(RadixMapUnderTest kind) {
    Iterator<Long> keys = ofTen(kind).keySet().iterator();
    long[] given = LongStream.generate(keys::next).limit(10).sorted().toArray();

    assertThat(given).isEqualTo(LongStream.range(0, 10).toArray());
    assertThat(keys.hasNext()).isFalse();
  }

  /** Repeats something in another thread. */
  private static final class Background implements AutoCloseable {
    private final AtomicBoolean stop = new AtomicBoolean();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Future<?> end;

    Background(Runnable step) {
      end =
          thread.submit(
              () -> {
                while (!stop.get()) {
                  step.run();
                }
              });
    }

    /** Ends it, and throws what it has thrown. */
    void stop() throws Exception {
      stop.set(true);
      end.get();
    }

    @Override
    public void close() {
      stop.set(true);
      thread.shutdownNow();
    }
  }

  @Test
  void counts_mappingsThatComeAndGo_haveAllThatStay() throws Exception {
    RadixTreeMap<byte[], Integer> map = new RadixTreeMap<>(ByteKeys.bytes());
    int staying = 200;
    byte[][] passing = new byte[staying][];
    for (int i = 0; i < staying; i++) {
      map.put(new byte[] {(byte) i}, 1);
      passing[i] = new byte[] {(byte) i, 1};
    }
    Runnable step =
        () -> {
          for (byte[] key : passing) {
            map.put(key, 2);
          }
          Arrays.stream(passing).forEach(map::remove);
        };
    try (Background writer = new Background(step)) {
      for (int round = 0; round < TestScale.count(20_000); round++) {
        assertThat(map.mappingCount()).isBetween((long) staying, 2L * staying);
        assertThat(map.rank(new byte[] {100})).isBetween(100L, 200L);
        assertThat(map.nth(round % staying)).isNotNull();
      }
      writer.stop();
    }
    map.validate();
  }

  @Test
  void nth_subtreeThatShrinks_goesOnBehindIt() throws Exception {
    RadixTreeMap<byte[], Integer> map = new RadixTreeMap<>(ByteKeys.bytes());
    map.put(new byte[] {10}, 1);
    byte[][] passing = new byte[50][];
    for (int i = 0; i < 100; i++) {
      map.put(new byte[] {9, (byte) i}, 1);
      passing[i / 2] = new byte[] {1, (byte) (i / 2)};
    }
    Runnable step =
        () -> {
          for (byte[] key : passing) {
            map.put(key, 2);
          }
          Arrays.stream(passing).forEach(map::remove);
        };
    try (Background writer = new Background(step)) {
      for (int round = 0; round < TestScale.count(1_000_000); round++) {
        assertThat(map.nth(round % 101)).isNotNull();
      }
      writer.stop();
    }
  }
}
