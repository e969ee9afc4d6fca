package org.jets.bench.tables;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * A select of the 1,000 objects in a range of keys from anywhere in the ordered_set of {@link
 * SetBenchmark}, by two guards; the specification is made and compiled for each. The time is that
 * of one object.
 *
 * <p>{@code ./jets bench ordered} measures it beside as many calls of {@code ets:next}: a guard
 * does not keep Erlang's select from looking at the whole table.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RangeBenchmark {
  static final int OBJECTS = 1_000;

  private static final Term KEY = Atom.of("$1");
  private static final Tuple HEAD = Tuple.of(KEY);
  private static final Atom AT_LEAST = Atom.of(">=");
  private static final Atom BELOW = Atom.of("<");
  private static final ListTerm OBJECT = ListTerm.of(Atom.of("$_"));

  @Benchmark
  @OperationsPerInvocation(OBJECTS)
  public List<Term> select(SetBenchmark.Keys keys, KeyDice dice) {
    dice.roll();
    // Of two keys from an even one on one is there.
    int lower = Math.min(dice.key(), KeyDice.RANGE - 2 * OBJECTS) & -2;
    return keys.table().select(MatchSpec.compile(range(lower, lower + 2 * OBJECTS)));
  }

  private static Term range(int from, int to) {
    return ListTerm.of(
        Tuple.of(
            HEAD,
            ListTerm.of(
                Tuple.of(AT_LEAST, KEY, IntegerTerm.of(from)),
                Tuple.of(BELOW, KEY, IntegerTerm.of(to))),
            OBJECT));
  }
}
