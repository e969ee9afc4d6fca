package org.jets.bench.indexed;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;

/**
 * Searches and inserts of tables with indexes, beside scans of the same table, and beside a second
 * table that the program keeps.
 */
public final class IndexComparisons {
  private static final Structure SCAN = new Structure("full scan", Origin.JETS);
  private static final Structure SECOND_TABLE = new Structure("second table", Origin.JETS);
  private static final Structure NO_INDEX = new Structure("no index", Origin.JETS);

  private IndexComparisons() {}

  /** Returns the comparisons in the order of the report. */
  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    for (int hits : new int[] {1, 10, 1_000, 10_000, 100_000}) {
      all.add(select(hits, SCAN, Way.SCAN));
      all.add(select(hits, SECOND_TABLE, Way.SECOND_TABLE));
    }
    for (int indexes : new int[] {1, 2}) {
      all.add(insert(indexes, NO_INDEX, Way.SCAN));
    }
    all.add(insert(1, SECOND_TABLE, Way.SECOND_TABLE));
    return all;
  }

  private static Comparison select(int hits, Structure structure, Way rival) {
    double percent = 100.0 * hits / IndexBenchmark.OBJECTS;
    String place =
        hits == 1 ? "one element" : String.format(Locale.ROOT, "%.2f %% of the objects", percent);
    return new Comparison(
        "select by an element",
        place,
        select(Way.INDEX, hits),
        structure,
        select(rival, hits),
        Goal.ANY_SPEEDUP);
  }

  private static Trial select(Way way, int hits) {
    Map<String, String> parameters = Map.of("way", way.name(), "hits", Integer.toString(hits));
    return new Trial(IndexBenchmark.class, "select", parameters);
  }

  private static Comparison insert(int indexes, Structure structure, Way rival) {
    return new Comparison(
        "insert",
        indexes == 1 ? "1 index" : indexes + " indexes",
        insert(Way.INDEX, indexes),
        structure,
        insert(rival, 0),
        Goal.NONE);
  }

  private static Trial insert(Way way, int indexes) {
    Map<String, String> parameters =
        Map.of("way", way.name(), "indexes", Integer.toString(indexes));
    return new Trial(IndexPutBenchmark.class, "insert", parameters);
  }
}
