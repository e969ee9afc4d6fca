package org.jets.bench.indexed;

import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jets.ets.TableSpace;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Inserts that replace objects of a table and give them other elements, on which the table has
 * indexes or not.
 *
 * <p>{@code ./jets bench index}, or {@code ./jets bench IndexPutBenchmark} for the raw scores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(IndexPutBenchmark.CALLS)
public class IndexPutBenchmark {
  static final int CALLS = 512;

  @Param({"SCAN", "INDEX", "SECOND_TABLE"})
  Way way = Way.INDEX;

  /** The number of indexes if that is the way. */
  @Param({"0", "1", "2"})
  int indexes;

  /** Two objects of each key, which take turns. */
  private final Tuple[][] objects = new Tuple[2][CALLS];

  private int turn;
  private @Nullable IndexedTable table;

  /** Fills the table. */
  @Setup
  public void fill() {
    IndexedTable filled = new IndexedTable(new TableSpace().mainOwner(), way, indexes);
    Random random = new Random(5);
    for (int key = 0; key < IndexBenchmark.OBJECTS; key++) {
      filled.put(IndexedTable.object(key, random.nextInt(IndexBenchmark.OBJECTS)));
    }
    for (int i = 0; i < CALLS; i++) {
      int key = random.nextInt(IndexBenchmark.OBJECTS);
      for (Tuple[] ofTurn : objects) {
        ofTurn[i] = IndexedTable.object(key, random.nextInt(IndexBenchmark.OBJECTS));
      }
    }
    table = filled;
  }

  @Benchmark
  public void insert() {
    IndexedTable filled = Objects.requireNonNull(table);
    turn ^= 1;
    for (Tuple object : objects[turn]) {
      filled.put(object);
    }
  }
}
