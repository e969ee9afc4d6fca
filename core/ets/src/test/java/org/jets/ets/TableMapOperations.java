package org.jets.ets;

import org.jetbrains.lincheck.datastructures.Validate;
import org.jets.ets.view.Codec;
import org.jets.ets.view.TableMap;
import org.jets.testkit.LincheckedMap;

/** A {@linkplain SharedTable#newTable shared table} as a map, for Lincheck. */
public class TableMapOperations extends LincheckedMap<Integer> {
  private static final Integer[] KEYS = {0, 1, 2, 3, 4};

  private final LocalTable table;

  /** For Lincheck. */
  public TableMapOperations() {
    this(SharedTable.newTable(new FakeClock()));
  }

  private TableMapOperations(LocalTable table) {
    super(TableMap.of(table, Codec.ofInt(), Codec.ofInt()), KEYS);
    this.table = table;
  }

  @Validate
  public void validate() {
    checkAtRest();
  }

  private void checkAtRest() {
    int found = table.tab2list().size();
    if (table.size() != found) {
      throw new IllegalStateException(
          "size: " + table.size() + " (expected: " + found + ", as there are objects)");
    }
  }
}
