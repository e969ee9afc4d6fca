package org.jets.bench.maps;

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
 * Calls on maps whose keys are strings. The strings that are asked for are other objects than those
 * in the map, know their hash, and lie in memory as they are asked for, so that only those in the
 * map have to be waited for.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set up by JMH
public abstract class StringKeys {
  @Param("2097152")
  public int range;

  @Param("1048576")
  public int present;

  private String[] asked;
  private ConcurrentMap<String, Object> filled;

  /** The place of a thread among the keys that are asked for; each begins somewhere else. */
  @State(Scope.Thread)
  public static class Place {
    private int at = -1;

    String next(String[] row) {
      if (at < 0) {
        at = ThreadLocalRandom.current().nextInt(row.length);
      } else {
        at = at + 1 < row.length ? at + 1 : 0;
      }
      return row[at];
    }
  }

  /** Returns an empty map. */
  abstract ConcurrentMap<String, Object> newMap();

  /** Puts what is to be present, in random order, and makes all keys of the range once more. */
  @Setup
  public void fill() {
    filled = newMap();
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
            .mapToObj(StringKeys::name)
            .toArray(String[]::new);
    for (String key : asked) {
      filled.get(key);
    }
  }

  private static String name(int number) {
    return "name:" + number;
  }

  /** One lookup. */
  @Benchmark
  public @Nullable Object get(Place place) {
    return filled.get(place.next(asked));
  }

  /** One call, of which half are lookups, a quarter put and a quarter remove. */
  @Benchmark
  public @Nullable Object call(Place place) {
    String key = place.next(asked);
    return switch (ThreadLocalRandom.current().nextInt() >>> 30) {
      case 0 -> filled.put(key, true);
      case 1 -> filled.remove(key);
      default -> filled.get(key);
    };
  }
}
