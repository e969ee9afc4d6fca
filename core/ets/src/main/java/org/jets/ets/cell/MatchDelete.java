package org.jets.ets.cell;

import java.util.function.Predicate;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The removal of the objects of a cell that match. */
public final class MatchDelete extends CellUpdate {
  private final Cells cells;
  private final Predicate<Tuple> matches;
  private int count;

  public MatchDelete(Cells cells, Predicate<Tuple> matches) {
    this.cells = cells;
    this.matches = matches;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    Object rest = cell == null ? null : cells.without(cell, matches);
    count = ObjectList.count(cell) - ObjectList.count(rest);
    return rest;
  }

  /** Returns the number of removed objects. */
  public int count() {
    return count;
  }
}
