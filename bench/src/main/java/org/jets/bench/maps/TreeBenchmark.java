package org.jets.bench.maps;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The workload of the studies of Erlang's ordered tables, on maps: random keys of a range, of which
 * some part is present; so many percent of the calls are updates, half of them put and half remove.
 * Then steps from key to key, ranges of a thousand keys, walks and builds, in time for each key.
 *
 * <p>{@code ./jets bench trees}, or {@code ./jets bench TreeBenchmark -t 8 -p
 * map=CONTENTION_ADAPTING}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TreeBenchmark {
  private static final int BUILT = 1 << 20;
  private static final int RANGE = 1000;
  private static final int STEPS = 1000;
  private static final Object VALUE = 1;

  @Param public MeasuredTree map = MeasuredTree.CONCURRENT_SKIP_LIST_MAP;

  @Param("2097152")
  public int range = 2 * BUILT;

  @Param("1048576")
  public int present = BUILT;

  @Param("0")
  public int updates;

  private long[] keys = {};
  private MeasuredTree.Access filled = map.newMap();

  /** The place of a thread in its walk. */
  @State(Scope.Thread)
  public static class Place {
    private Long key = 0L;
  }

  /** Puts what is to be present, in random order. */
  @Setup
  public void fill() {
    keys = new Random(7).longs(0, range).distinct().limit(present).toArray();
    filled = build();
  }

  private MeasuredTree.Access build() {
    MeasuredTree.Access built = map.newMap();
    for (long key : keys) {
      built.put(key, VALUE);
    }
    return built;
  }

  /** One call. */
  @Benchmark
  public @Nullable Object call(MapBenchmark.ThreadRandom numbers) {
    long random = numbers.next();
    long key = ((random >>> 32) * range) >>> 32;
    int lot = (int) (random & 0xffff_ffffL) >>> 1;
    if (lot % 100 >= updates) {
      return filled.get(key);
    }
    return (random & 1) == 0 ? filled.put(key, VALUE) : filled.remove(key);
  }

  /**
   * From one key to the next. Many steps at a time: to note in an old object where one has come to
   * costs the collector more than a step.
   */
  @Benchmark
  @OperationsPerInvocation(STEPS)
  public Long next(Place place) {
    Long key = place.key;
    for (int i = 0; i < STEPS; i++) {
      Long next = filled.next(key);
      key = next == null ? 0L : next;
    }
    place.key = key;
    return key;
  }

  /** All mappings of a range that has about a thousand, from a random key on. */
  @Benchmark
  public long rangeOf1000(MapBenchmark.ThreadRandom numbers) {
    long width = (long) RANGE * range / present;
    long from = ((numbers.next() >>> 32) * (range - width)) >>> 32;
    return filled.sumOfRange(from, from + width);
  }

  /** All keys into a new map. */
  @Benchmark
  @OperationsPerInvocation(BUILT)
  public Object buildAll() {
    return build();
  }

  /** Puts as many keys in ascending order into a new map. */
  @Benchmark
  @OperationsPerInvocation(BUILT)
  public Object buildInOrder() {
    MeasuredTree.Access built = map.newMap();
    for (long key = 0; key < BUILT; key++) {
      built.put(key, VALUE);
    }
    return built;
  }

  /** A walk through the whole map. */
  @Benchmark
  @OperationsPerInvocation(BUILT)
  public long walk() {
    return filled.sumOfKeys();
  }
}
