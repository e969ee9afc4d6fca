package org.jets.bench;

import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.jctools.maps.NonBlockingHashMap;
import org.jets.ets.Backend;
import org.jets.ets.EtsTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A table on each of its stores beside the bare map that the store stands on, with the same terms
 * as keys and the same tuples as values: what being a table costs. Keys are 65,536 integers, all of
 * them present, in random order; those asked for are other objects than those in the map.
 *
 * <p>{@code ./jets bench tables}, or {@code ./jets bench TableBenchmark -t 2} for two threads.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TableBenchmark {
  private static final int KEYS = 1 << 16;
  private static final int VALUE = 2;

  /** So many specifications are in use, as in a program that compiles those it needs. */
  private static final int SPECS = 4;

  @Param public Backend backend = Backend.CONCURRENT_HASH_MAP;

  private final Term[] keys = new Term[KEYS];
  private final MatchSpec[] specs = new MatchSpec[SPECS];
  private EtsTable table = newTable(backend);
  private ConcurrentMap<Term, Tuple> map = newMap(backend);

  /** The place of a thread in the row of keys. */
  @State(Scope.Thread)
  public static class Walk {
    private int at;

    /** Threads begin at different keys. */
    @Setup(Level.Trial)
    public void start() {
      at = System.identityHashCode(this);
    }

    int next() {
      return at++ & (KEYS - 1);
    }
  }

  /** Fills the table and the map alike. */
  @Setup
  public void fill() {
    table = newTable(backend);
    map = newMap(backend);
    int[] numbers = new Random(6).ints(0, 1 << 24).distinct().limit(KEYS).toArray();
    for (int i = 0; i < KEYS; i++) {
      keys[i] = IntegerTerm.of(numbers[i]);
      Term stored = IntegerTerm.of(numbers[i]);
      Tuple object = Tuple.of(stored, IntegerTerm.of(i));
      table.insert(object);
      map.put(stored, object);
    }
    for (int i = 0; i < SPECS; i++) {
      specs[i] = MatchSpec.objectsLike(Tuple.of(keys[i], Atom.of("_")));
    }
  }

  private static EtsTable newTable(Backend backend) {
    TableType type =
        backend.supports(TableType.ORDERED_SET) ? TableType.ORDERED_SET : TableType.SET;
    TableOptions options = TableOptions.of(type).publicAccess().backend(backend);
    return new TableSpace().newOwner().newTable("benchmark", options);
  }

  private static ConcurrentMap<Term, Tuple> newMap(Backend backend) {
    return switch (backend) {
      case CONCURRENT_HASH_MAP -> new ConcurrentHashMap<>();
      case SKIP_LIST -> new ConcurrentSkipListMap<>(TermOrder.STANDARD);
      case NON_BLOCKING_HASH_MAP -> new NonBlockingHashMap<>();
    };
  }

  @Benchmark
  public List<Tuple> lookupTable(Walk walk) {
    return table.lookup(keys[walk.next()]);
  }

  @Benchmark
  public @Nullable Tuple lookupMap(Walk walk) {
    return map.get(keys[walk.next()]);
  }

  /** A match specification of one key, compiled for each of some keys before. */
  @Benchmark
  public List<Term> selectTable(Walk walk) {
    return table.select(specs[walk.next() & (SPECS - 1)]);
  }

  /** What the select is to cost at most twice as much as: the same keys. */
  @Benchmark
  public List<Tuple> selectedLookupTable(Walk walk) {
    return table.lookup(keys[walk.next() & (SPECS - 1)]);
  }

  @Benchmark
  public void insertTable(Walk walk) {
    Term key = keys[walk.next()];
    table.insert(Tuple.of(key, key));
  }

  @Benchmark
  public @Nullable Tuple insertMap(Walk walk) {
    Term key = keys[walk.next()];
    return map.put(key, Tuple.of(key, key));
  }

  @Benchmark
  public IntegerTerm updateCounterTable(Walk walk) {
    return table.updateCounter(keys[walk.next()], 1);
  }

  @Benchmark
  public @Nullable Tuple updateCounterMap(Walk walk) {
    return map.computeIfPresent(keys[walk.next()], (key, object) -> incremented(object));
  }

  private static Tuple incremented(Tuple object) {
    long value = ((IntegerTerm) object.element(VALUE)).longValue();
    return object.with(VALUE, IntegerTerm.of(value + 1));
  }
}
