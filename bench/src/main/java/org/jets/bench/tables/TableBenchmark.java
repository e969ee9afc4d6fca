package org.jets.bench.tables;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
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
 * A table on each of its stores beside the bare map that the store stands on, with the same terms
 * as keys and the same tuples as values: what being a table costs. Keys are 65,536 integers, all of
 * them present, in random order; those asked for are other objects than those in the filled.map().
 *
 * <p>{@code ./jets bench tables}, or {@code ./jets bench TableBenchmark -t 2} for two threads.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TableBenchmark {
  private static final int VALUE = 2;

  /** The number of specifications in use, as in a program that compiles those it needs. */
  private static final int SPECS = 4;

  @Param public MeasuredStore backend = MeasuredStore.CONCURRENT_HASH_MAP;

  private final MatchSpec[] specs = new MatchSpec[SPECS];
  private TableAndMap filled = new TableAndMap(backend);

  /** Fills the table and the map alike. */
  @Setup
  public void fill() {
    filled = new TableAndMap(backend);
    for (int i = 0; i < SPECS; i++) {
      specs[i] = MatchSpec.objectsLike(Tuple.of(filled.key(i), Atom.of("_")));
    }
  }

  @Benchmark
  public List<Tuple> lookupTable(KeyIndex index) {
    return filled.table().lookup(filled.key(index.next()));
  }

  @Benchmark
  public @Nullable Tuple lookupMap(KeyIndex index) {
    return filled.map().get(filled.key(index.next()));
  }

  @Benchmark
  public boolean memberTable(KeyIndex index) {
    return filled.table().member(filled.key(index.next()));
  }

  @Benchmark
  public boolean memberMap(KeyIndex index) {
    return filled.map().containsKey(filled.key(index.next()));
  }

  /** Selects by a specification of one key, compiled before. */
  @Benchmark
  public List<Term> selectTable(KeyIndex index) {
    return filled.table().select(specs[index.next() & (SPECS - 1)]);
  }

  /** Looks up the same keys: a select is to take at most twice as long. */
  @Benchmark
  public List<Tuple> selectedLookupTable(KeyIndex index) {
    return filled.table().lookup(filled.key(index.next() & (SPECS - 1)));
  }

  @Benchmark
  public void insertTable(KeyIndex index) {
    Term key = filled.key(index.next());
    filled.table().insert(Tuple.of(key, key));
  }

  @Benchmark
  public @Nullable Tuple insertMap(KeyIndex index) {
    Term key = filled.key(index.next());
    return filled.map().put(key, Tuple.of(key, key));
  }

  @Benchmark
  public IntegerTerm updateCounterTable(KeyIndex index) {
    return filled.table().updateCounter(filled.key(index.next()), 1);
  }

  @Benchmark
  public @Nullable Tuple updateCounterMap(KeyIndex index) {
    return filled
        .map()
        .computeIfPresent(filled.key(index.next()), (key, object) -> incremented(object));
  }

  private static Tuple incremented(Tuple object) {
    long value = ((IntegerTerm) object.element(VALUE)).longValue();
    return object.with(VALUE, IntegerTerm.of(value + 1));
  }
}
