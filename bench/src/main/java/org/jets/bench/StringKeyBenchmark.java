package org.jets.bench;

import java.util.Random;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Gets from maps whose keys are strings, as {@link MapBenchmark} does with numbers. The strings
 * that are asked for are other objects than those in the map, know their hash, and lie in memory as
 * they are asked for, so that only those in the map have to be waited for.
 *
 * <p>{@code ./jets bench maps}, or {@code ./jets bench StringKeyBenchmark -t 8 -p map=STRIPED}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class StringKeyBenchmark {
  @Param({"SPLIT_ORDERED", "STRIPED", "CONCURRENT_HASH_MAP", "NON_BLOCKING_HASH_MAP"})
  public MeasuredMap map;

  @Param("2097152")
  public int range;

  @Param("1048576")
  public int present;

  private String[] asked;
  private ConcurrentMap<String, Object> filled;

  /** Where a thread is in the row of keys that are asked for. */
  @State(Scope.Thread)
  public static class Place {
    private int at;

    /** Threads begin at different keys. */
    @Setup
    public void start(StringKeyBenchmark keys) {
      at = ThreadLocalRandom.current().nextInt(keys.asked.length);
    }

    String next(String[] row) {
      at = at + 1 < row.length ? at + 1 : 0;
      return row[at];
    }
  }

  /** Puts what is to be present, in random order, and makes all keys of the range once more. */
  @Setup
  @SuppressWarnings("unchecked") // A new map is one of any keys.
  public void fill() {
    filled = (ConcurrentMap<String, Object>) map.newMap().map();
    Random random = new Random(7);
    random
        .ints(0, range)
        .distinct()
        .limit(present)
        .forEach(number -> filled.put(name(number), true));
    asked =
        random
            .ints(0, range)
            .distinct()
            .limit(range)
            .mapToObj(StringKeyBenchmark::name)
            .toArray(String[]::new);
    for (String key : asked) {
      filled.get(key);
    }
  }

  private static String name(int number) {
    return "name:" + number;
  }

  @Benchmark
  public @Nullable Object get(Place place) {
    return filled.get(place.next(asked));
  }
}
