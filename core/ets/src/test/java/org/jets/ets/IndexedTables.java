package org.jets.ets;

import org.jets.ets.indexing.TableIndexes;

/** Access of tests in other packages to the indexes of a table. */
public final class IndexedTables {
  private IndexedTables() {}

  public static TableIndexes indexes(LocalTable table) {
    TableIndexes indexes = ((TableHandle) table).table().indexes();
    if (indexes == null) {
      throw new AssertionError("a table without indexes");
    }
    return indexes;
  }
}
