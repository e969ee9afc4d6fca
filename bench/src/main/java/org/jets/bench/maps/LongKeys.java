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
 * The workload of the studies of Erlang's tables, on maps whose keys are numbers: random keys of a
 * range, of which some part is present. So many percent of the calls are updates, half of them put
 * and half remove. Then the building of a map and a walk through all of it, in time for each key.
 *
 * <p>The calls go straight to the map: a call of a few nanoseconds would not stand out beside the
 * choice of an operation, as a mix of the scalability suites makes it.
 *
 * @param <A> the access to a map
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set up by JMH
public abstract class LongKeys<A extends MapAccess> {
  static final int BUILT = 1 << 20;
  static final Object VALUE = 1;

  @Param("2097152")
  public int range;

  @Param("1048576")
  public int present;

  @Param("0")
  public int updates;

  /** The map with the keys that are present. */
  A filled;

  private long[] keys;

  /** Returns access to an empty map. */
  abstract A newMap();

  /** Puts the keys that are to be present, in random order. */
  @Setup
  public void fill() {
    keys = new Random(7).longs(0, range).distinct().limit(present).toArray();
    filled = build();
  }

  private A build() {
    A built = newMap();
    for (long key : keys) {
      built.put(key, VALUE);
    }
    return built;
  }

  /** Makes one call. */
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

  /** Puts all keys into a new map. */
  @Benchmark
  @OperationsPerInvocation(BUILT)
  public Object buildAll() {
    return build();
  }

  /** Walks through the whole map. */
  @Benchmark
  @OperationsPerInvocation(BUILT)
  public long walk() {
    return filled.sumOfKeys();
  }
}
