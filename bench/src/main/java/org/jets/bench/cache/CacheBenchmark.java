package org.jets.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Lookups and insertions of keys by Zipf's law, in a table with a bound of objects and in Caffeine.
 *
 * <p>{@code ./jets bench cache}, or {@code ./jets bench CacheBenchmark -t 2} for the raw scores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class CacheBenchmark {
  static final int MOST = 10_000;
  private static final int LENGTH = 1 << 20;

  private final Owner owner = new TableSpace().newOwner();
  private final IntegerTerm[] keys = new IntegerTerm[LENGTH];
  private final Tuple[] objects = new Tuple[LENGTH];
  private LocalTable table;
  private Cache<IntegerTerm, Tuple> cache;

  /** Fills both. */
  @Setup
  public void fill() {
    table = owner.newTable("cache", TableOptions.set().withPublicAccess().withMaxObjects(MOST));
    cache = Caffeine.newBuilder().maximumSize(MOST).build();
    int[] trace = Trace.ZIPF.keys(LENGTH, new SplittableRandom(1));
    for (int n = 0; n < LENGTH; n++) {
      keys[n] = IntegerTerm.of(trace[n]);
      objects[n] = Tuple.of(keys[n], keys[n]);
      table.insert(objects[n]);
      cache.put(keys[n], objects[n]);
    }
  }

  @TearDown
  public void close() {
    owner.close();
  }

  private static int place() {
    return ThreadLocalRandom.current().nextInt(LENGTH);
  }

  @Benchmark
  public Object tableLookup() {
    return table.lookup(keys[place()]);
  }

  @Benchmark
  public @Nullable Object caffeineGet() {
    return cache.getIfPresent(keys[place()]);
  }

  @Benchmark
  public void tableInsert() {
    table.insert(objects[place()]);
  }

  @Benchmark
  public void caffeinePut() {
    int place = place();
    cache.put(keys[place], objects[place]);
  }
}
