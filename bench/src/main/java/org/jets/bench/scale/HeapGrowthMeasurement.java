package org.jets.bench.scale;

import java.lang.ref.Reference;
import java.util.List;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.Samples;
import org.jets.ets.LocalTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;

/**
 * The bytes by which the used heap grows with each object of a table, after collections before and
 * after. Arguments: the table, the number of objects, and the {@link StoredObject}. Keys are
 * numbers of 31 bits in an order without a pattern.
 */
public final class HeapGrowthMeasurement implements ForkedMeasurement {
  private static final int COLLECTIONS = 3;

  /** For the runner. */
  public HeapGrowthMeasurement() {}

  @Override
  public void measure(List<String> arguments, Samples samples) {
    int count = Integer.parseInt(arguments.get(1));
    StoredObject stored = StoredObject.valueOf(arguments.get(2));
    TableOptions options =
        KeyedStructures.tableOptions(arguments.get(0)).withKeypos(stored.keypos());
    LocalTable table = new TableSpace().newOwner().newTable("objects", options);
    // The classes of the table and of its objects are loaded before the first measurement.
    table.insert(stored.of(0));
    try {
      long before = usedBytes();
      for (int i = 1; i <= count; i++) {
        table.insert(stored.of(FootprintMeasurement.key(i)));
      }
      samples.sample((double) (usedBytes() - before) / count);
    } finally {
      Reference.reachabilityFence(table);
    }
  }

  private static long usedBytes() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
