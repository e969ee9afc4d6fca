package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers that change the shape of a radix tree beside each other and beside readers. */
class RadixTreeRaceTest {
  private static final int ROUNDS = TestScale.count(40_000);

  /** Ways to make a key of a number, by which different nodes are replaced. */
  @SuppressWarnings("ImmutableEnumChecker") // A maker has no state.
  private enum Shape {
    /** One node that grows and shrinks through all sizes. */
    WIDE(number -> new byte[] {(byte) (number * 37)}),
    /** Prefixes that are split and joined. */
    PREFIXES(number -> "abcdefghijklmnop".substring(0, number % 16 + 1) + number / 16),
    /** Each key is the beginning of others. */
    NESTED(number -> "x".repeat(number % 24) + "y".repeat(number / 24));

    private final IntFunction<Object> maker;

    Shape(IntFunction<Object> maker) {
      this.maker = maker;
    }

    byte[] key(int number) {
      return maker.apply(number) instanceof byte[] bytes
          ? bytes
          : ByteKeys.strings().encode((String) maker.apply(number));
    }
  }

  @ParameterizedTest
  @EnumSource
  void updates_ofOwnKeysOfEachThread_areAllThere(Shape shape) throws Exception {
    RadixTreeMap<byte[], Integer> map = new RadixTreeMap<>(ByteKeys.bytes());
    int writers = 3;
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> readers = new ArrayList<>();
      readers.add(threads.submit(() -> readWhole(map, stop)));
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int own = writer;
        all.add(threads.submit((Callable<Void>) () -> write(map, shape, own, writers)));
      }
      for (Future<?> one : all) {
        one.get();
      }
      stop.set(true);
      for (Future<?> one : readers) {
        one.get();
      }
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
    map.validate();
  }

  /** Each thread knows what its own keys are mapped to, whatever the others do. */
  private static Void write(RadixTreeMap<byte[], Integer> map, Shape shape, int own, int writers) {
    SplittableRandom random = new SplittableRandom(own);
    Integer[] present = new Integer[32];
    for (int round = 0; round < ROUNDS; round++) {
      int index = random.nextInt(present.length);
      byte[] key = shape.key(index * writers + own);
      Integer before = present[index];
      switch (random.nextInt(4)) {
        case 0 -> {
          assertThat(map.put(key, round)).isEqualTo(before);
          present[index] = round;
        }
        case 1 -> {
          assertThat(map.remove(key)).isEqualTo(before);
          present[index] = null;
        }
        case 2 -> assertThat(map.get(key)).isEqualTo(before);
        default -> {
          Map.Entry<byte[], Integer> floor = map.floorEntry(key);
          assertThat(floor != null && Arrays.equals(floor.getKey(), key)).isEqualTo(before != null);
        }
      }
    }
    for (int index = 0; index < present.length; index++) {
      assertThat(map.get(shape.key(index * writers + own))).isEqualTo(present[index]);
    }
    return null;
  }

  private static void readWhole(RadixTreeMap<byte[], Integer> map, AtomicBoolean stop) {
    while (!stop.get()) {
      byte[] last = null;
      RadixCursor<byte[], Integer> up = map.ascending(null, true, null, true);
      while (up.advance()) {
        assertThat(last == null || Arrays.compareUnsigned(last, up.key()) < 0).isTrue();
        last = up.key();
      }
      last = null;
      RadixCursor<byte[], Integer> down = map.descending(null, true, null, true);
      while (down.advance()) {
        assertThat(last == null || Arrays.compareUnsigned(last, down.key()) > 0).isTrue();
        last = down.key();
      }
    }
  }

  private static long countStaying(RadixCursor<byte[], Integer> cursor) {
    long count = 0;
    while (cursor.advance()) {
      count += cursor.value() < 0 ? 1 : 0;
    }
    return count;
  }

  @ParameterizedTest
  @EnumSource
  void traversal_besideWriters_comesToAllThatStay(Shape shape) throws Exception {
    RadixTreeMap<byte[], Integer> map = new RadixTreeMap<>(ByteKeys.bytes());
    IntStream.range(0, 96).filter(i -> i % 3 == 0).forEach(i -> map.put(shape.key(i), -1));
    long staying = map.mappingCount();
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<?> writer =
          threads.submit(
              () -> {
                SplittableRandom random = new SplittableRandom(1);
                while (!stop.get()) {
                  byte[] key = shape.key(random.nextInt(96));
                  map.putIfAbsent(key, 1);
                  map.remove(shape.key(random.nextInt(96)), 1);
                }
              });
      for (int round = 0; round < ROUNDS / 100; round++) {
        assertThat(countStaying(map.ascending(null, true, null, true))).isEqualTo(staying);
        assertThat(countStaying(map.descending(null, true, null, true))).isEqualTo(staying);
      }
      stop.set(true);
      writer.get();
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
    map.validate();
  }
}
