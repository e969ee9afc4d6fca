package org.jets.bench.tables;

import java.util.concurrent.TimeUnit;
import org.jets.bench.harness.comparison.ErlangQuestion;
import org.jets.ets.EtsTable;
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
 * The workload of the studies of Erlang's tables, on a set, or on an ordered_set where the store is
 * for those: 2,097,152 keys, of which half are present; lookups, with or without updates, counters,
 * and a walk from key to key. Terms are made for each call, as a program would.
 *
 * <p>{@code ./jets bench erlang} measures it beside {@link ErlangQuestion}; {@code ./jets bench
 * SetBenchmark -t 8} for more threads.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class SetBenchmark {
  /** A table of objects {@code {Key}}. */
  @State(Scope.Benchmark)
  public static class Keys {
    @Param public MeasuredStore backend;

    private EtsTable table;

    /** Inserts the half of the keys that is present. */
    @Setup
    public void fill() {
      table = backend.newTable();
      for (int i = 1; i <= KeyDice.PRESENT; i++) {
        table.insert(object(IntegerTerm.of(KeyDice.presentKey(i))));
      }
    }

    EtsTable table() {
      return table;
    }

    Tuple object(Term key) {
      return Tuple.of(key);
    }
  }

  /** A table of objects {@code {Key, Count}}. */
  public static class Counters extends Keys {
    @Override
    Tuple object(Term key) {
      return Tuple.of(key, IntegerTerm.of(0));
    }
  }

  /** Where a thread is in a table. */
  @State(Scope.Thread)
  public static class Place {
    private @Nullable Term key;
  }

  /** Half of the keys are there. */
  @Benchmark
  public Object lookup(Keys keys, KeyDice dice) {
    dice.roll();
    return keys.table.lookup(IntegerTerm.of(dice.key()));
  }

  /** One call in four inserts, one deletes, two look up. */
  @Benchmark
  public @Nullable Object update(Keys keys, KeyDice dice) {
    dice.roll();
    Term key = IntegerTerm.of(dice.key());
    return switch (dice.lot()) {
      case 0 -> {
        keys.table.insert(Tuple.of(key));
        yield null;
      }
      case 1 -> {
        keys.table.delete(key);
        yield null;
      }
      default -> keys.table.lookup(key);
    };
  }

  /** All keys are there. */
  @Benchmark
  public Object updateCounter(Counters counters, KeyDice dice) {
    dice.roll();
    return ((Keys) counters).table.updateCounter(IntegerTerm.of(dice.presentKey()), 1);
  }

  /** From the first key to the last, and again. */
  @Benchmark
  public @Nullable Term next(Keys keys, Place place) {
    Term key = place.key;
    place.key = (key == null ? keys.table.first() : keys.table.next(key)).orElse(null);
    return place.key;
  }
}
