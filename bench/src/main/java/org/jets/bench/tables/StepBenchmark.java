package org.jets.bench.tables;

import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jets.collections.CursorMap;
import org.jets.terms.Term;
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
 * Steps from key to key, {@code first} and {@code next}, beside those of the bare map, for the
 * stores whose map can go on from a key.
 *
 * <p>{@code ./jets bench tables}, or {@code ./jets bench StepBenchmark} for the raw scores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class StepBenchmark {
  @Param public MeasuredStore backend;

  private TableAndMap filled;
  private Supplier<@Nullable Term> first;
  private UnaryOperator<@Nullable Term> next;

  @Setup
  public void fill() {
    filled = new TableAndMap(backend);
    ConcurrentMap<Term, ?> map = filled.map();
    if (map instanceof ConcurrentNavigableMap<Term, ?> ordered) {
      first = ordered::firstKey;
      next = ordered::higherKey;
    } else if (map instanceof CursorMap<Term, ?> cursors) {
      first = cursors::firstKeyOrNull;
      next = cursors::keyAfter;
    } else {
      throw new IllegalArgumentException(backend + ": its map has no steps");
    }
  }

  @Benchmark
  public Optional<Term> firstTable() {
    return filled.table().first();
  }

  @Benchmark
  public @Nullable Term firstMap() {
    return first.get();
  }

  @Benchmark
  public Optional<Term> nextTable(KeyIndex index) {
    return filled.table().next(filled.key(index.next()));
  }

  @Benchmark
  public @Nullable Term nextMap(KeyIndex index) {
    return next.apply(filled.key(index.next()));
  }
}
