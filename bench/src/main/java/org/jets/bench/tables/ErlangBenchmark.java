package org.jets.bench.tables;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.comparison.ErlangTables;
import org.jets.bench.harness.run.Erlangs;
import org.jets.ets.EtsTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A set of 1,000,000 objects {@code {Key, Key rem 1000, Key}} here and in the local Erlang: a
 * select that looks at all of them with one guard, where 1 in 1,000 or half of them match, and
 * update_counter, by one and by two threads or processes. Erlang does many updates for one
 * question.
 *
 * <p>{@code ./jets bench erlang}.
 */
@BenchmarkMode(Mode.AverageTime)
public class ErlangBenchmark {
  private static final int OBJECTS = 1_000_000;
  private static final int COUNTERS = 1 << 16;
  private static final int UPDATES = 100_000;
  private static final int STEP = 7919;

  /** The table here. */
  @State(Scope.Benchmark)
  public static class Ours {
    private final EtsTable table =
        new TableSpace().newOwner().newTable("benchmark", TableOptions.set().publicAccess());
    private final Term[] keys = new Term[COUNTERS];

    IntegerTerm updateNext(Walk walk) {
      return table.updateCounter(keys[(walk.next() * STEP) & (COUNTERS - 1)], 1);
    }

    /** Fills the table. */
    @Setup
    public void fill() {
      for (int key = 1; key <= OBJECTS; key++) {
        Term number = IntegerTerm.of(key);
        table.insert(Tuple.of(number, IntegerTerm.of(key % 1000), number));
      }
      for (int i = 0; i < COUNTERS; i++) {
        keys[i] = IntegerTerm.of(1 + i);
      }
    }
  }

  /** The table in Erlang. */
  @State(Scope.Benchmark)
  public static class Erlangs {
    private final ErlangTables erlang = new ErlangTables();

    /** Fills the table. */
    @Setup
    public void fill() throws MeasurementException {
      erlang.ask("fill " + OBJECTS);
    }

    /** Ends Erlang. */
    @TearDown
    public void end() {
      erlang.end();
    }
  }

  /** Which objects are selected. */
  @State(Scope.Benchmark)
  public static class Selection {
    /** Their second element is less: it is one of 1,000 numbers from 0 on. */
    @Param({"1", "500"})
    public int bound;

    private MatchSpec spec = below(0);

    /** Compiles the specification. */
    @Setup
    public void compile() {
      spec = below(bound);
    }

    private static MatchSpec below(int bound) {
      return MatchSpec.compile(
          TermParser.parse("[{{'$1','$2','_'},[{'<','$2'," + bound + "}],['$1']}]"));
    }
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public List<Term> select(Ours ours, Selection selection) {
    return ours.table.select(selection.spec);
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public double selectErlang(Erlangs erlangs, Selection selection) throws MeasurementException {
    return erlangs.erlang.ask("select " + selection.bound);
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.NANOSECONDS)
  public IntegerTerm updateCounter(Ours ours, Walk walk) {
    return ours.updateNext(walk);
  }

  @Benchmark
  @OperationsPerInvocation(UPDATES)
  @OutputTimeUnit(TimeUnit.NANOSECONDS)
  public double updateCounterErlang(Erlangs erlangs) throws MeasurementException {
    return erlangs.erlang.ask("update_counter 1 " + UPDATES);
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.NANOSECONDS)
  public IntegerTerm updateCounterByTwo(Ours ours, Walk walk) {
    return ours.updateNext(walk);
  }

  /** Each of the two processes does as many updates as count here. */
  @Benchmark
  @OperationsPerInvocation(UPDATES)
  @OutputTimeUnit(TimeUnit.NANOSECONDS)
  public double updateCounterByTwoErlang(Erlangs erlangs) throws MeasurementException {
    return erlangs.erlang.ask("update_counter 2 " + UPDATES);
  }
}
