package org.jets.bench;

import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.TimeUnit;
import org.jets.ets.Backend;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Steps from key to key, {@code first} and {@code next}, beside those of the bare map, for the
 * stores whose map can go on from a key.
 *
 * <p>{@code ./jets bench tables}, or {@code ./jets bench StepBenchmark} for the raw scores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StepBenchmark {
  static final Backend BACKEND = Backend.SKIP_LIST;

  private final KeyedTable filled = new KeyedTable(BACKEND);
  private final ConcurrentNavigableMap<Term, ?> map =
      (ConcurrentNavigableMap<Term, ?>) filled.map();

  @Benchmark
  public Optional<Term> firstTable() {
    return filled.table().first();
  }

  @Benchmark
  public Term firstMap() {
    return map.firstKey();
  }

  @Benchmark
  public Optional<Term> nextTable(Walk walk) {
    return filled.table().next(filled.key(walk.next()));
  }

  @Benchmark
  public @Nullable Term nextMap(Walk walk) {
    return map.higherKey(filled.key(walk.next()));
  }
}
