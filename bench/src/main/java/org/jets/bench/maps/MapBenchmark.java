package org.jets.bench.maps;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The workload of the studies of Erlang's tables, on maps: random keys of a range, of which some
 * part is present; so many percent of the calls are updates, half of them put and half remove. Then
 * the building of a map and a walk through all of it, in time for each key.
 *
 * <p>{@code ./jets bench maps}, or {@code ./jets bench MapBenchmark -t 8 -p map=STRIPED}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MapBenchmark {
  private static final int BUILT = 1 << 20;
  private static final Object VALUE = 1;

  @Param public MeasuredMap map = MeasuredMap.CONCURRENT_HASH_MAP;

  @Param("2097152")
  public int range = 2 * BUILT;

  @Param("1048576")
  public int present = BUILT;

  @Param("0")
  public int updates;

  private long[] keys = {};
  private MeasuredMap.Access filled = map.newMap();

  /** The random numbers of a thread. */
  @State(Scope.Thread)
  public static class ThreadRandom {
    private long state;

    /** Threads roll different numbers. */
    @Setup(Level.Trial)
    public void start() {
      state = System.identityHashCode(this) * 0x9e37_79b9_7f4a_7c15L + 1;
    }

    /** Marsaglia's xorshift. */
    public long next() {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      return state;
    }
  }

  /** Puts what is to be present, in random order. */
  @Setup
  public void fill() {
    keys = new Random(7).longs(0, range).distinct().limit(present).toArray();
    filled = build();
  }

  private MeasuredMap.Access build() {
    MeasuredMap.Access built = map.newMap();
    for (long key : keys) {
      built.put(key, VALUE);
    }
    return built;
  }

  /** One call. */
  @Benchmark
  public @Nullable Object call(ThreadRandom numbers) {
    long random = numbers.next();
    long key = ((random >>> 32) * range) >>> 32;
    int lot = (int) (random & 0xffff_ffffL) >>> 1;
    if (lot % 100 >= updates) {
      return filled.get(key);
    }
    return (random & 1) == 0 ? filled.put(key, VALUE) : filled.remove(key);
  }

  /** All keys into a new map. */
  @Benchmark
  @OperationsPerInvocation(BUILT)
  public Object buildAll() {
    return build();
  }

  /** A walk through the whole map. */
  @Benchmark
  @OperationsPerInvocation(BUILT)
  public long walk() {
    return filled.sumOfKeys();
  }
}
