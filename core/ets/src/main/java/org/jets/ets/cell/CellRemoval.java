package org.jets.ets.cell;

import org.jspecify.annotations.Nullable;

/** The removal of a cell, which has it afterwards. */
public final class CellRemoval extends CellUpdate {
  private @Nullable Object removed;

  public CellRemoval() {}

  /** Returns the cell that the last run has removed; null if there was none. */
  public @Nullable Object removed() {
    return removed;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    removed = cell;
    return null;
  }
}
