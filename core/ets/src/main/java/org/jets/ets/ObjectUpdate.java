package org.jets.ets;

import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The insertion or removal of one object in a cell that may have several. */
final class ObjectUpdate extends CellUpdate {
  private final Cells cells;
  private final Tuple object;
  private final boolean isInsert;

  private ObjectUpdate(Cells cells, Tuple object, boolean isInsert) {
    this.cells = cells;
    this.object = object;
    this.isInsert = isInsert;
  }

  static ObjectUpdate insert(TableType type, Tuple object) {
    return new ObjectUpdate(Cells.of(type), object, true);
  }

  static ObjectUpdate delete(TableType type, Tuple object) {
    return new ObjectUpdate(Cells.of(type), object, false);
  }

  @Override
  @Nullable Object update(@Nullable Object cell) {
    return isInsert ? cells.with(cell, object) : cells.without(cell, object);
  }
}
