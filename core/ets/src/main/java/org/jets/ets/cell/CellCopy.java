package org.jets.ets.cell;

import org.jspecify.annotations.Nullable;

/** Puts a cell into a copy of its table, whatever the copy has in its place. */
public final class CellCopy extends CellUpdate {
  private final Object cell;

  public CellCopy(Object cell) {
    this.cell = cell;
  }

  @Override
  protected Object update(@Nullable Object before) {
    return cell;
  }
}
