package org.jets.bench.indexed;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jets.bench.indexed.IndexedTable.Search;
import org.jets.ets.TableSpace;
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
 * Searches of a table of 100,000 objects by an element that is not the key: for one element, and
 * for ranges of elements.
 *
 * <p>{@code ./jets bench index}, or {@code ./jets bench IndexBenchmark} for the raw scores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IndexBenchmark {
  static final int OBJECTS = 100_000;

  /** A prime, so that neighbours by the element are none by the key. */
  private static final long SPREAD = 7919;

  @Param({"INDEX", "SCAN", "SECOND_TABLE"})
  Way way = Way.INDEX;

  /** The number of objects that a search finds. */
  @Param({"1", "10", "1000", "10000", "100000"})
  int hits = 1;

  private @Nullable Search search;

  /** Fills the table. */
  @Setup
  public void fill() {
    IndexedTable table =
        new IndexedTable(new TableSpace().mainOwner(), way, way == Way.INDEX ? 1 : 0);
    for (int key = 0; key < OBJECTS; key++) {
      table.put(IndexedTable.object(key, (int) (key * SPREAD % OBJECTS)));
    }
    int from = (OBJECTS - hits) / 2;
    search = table.search(from, from + hits);
    int found = search.run().size();
    if (found != hits) {
      throw new IllegalStateException("found: " + found + " (expected: " + hits + ")");
    }
  }

  @Benchmark
  public List<? extends Term> select() {
    return Objects.requireNonNull(search).run();
  }
}
