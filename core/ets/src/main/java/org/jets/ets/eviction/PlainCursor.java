package org.jets.ets.eviction;

import org.jets.ets.cell.HeldCell;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.TableStore;
import org.jspecify.annotations.Nullable;

/** A walk over cells without their ranks. */
final class PlainCursor implements CellCursor {
  private final CellCursor held;
  private final TableStore store;

  /**
   * Makes one.
   *
   * @param held the walk over the cells as the map holds them
   * @param store the store of that walk
   */
  PlainCursor(CellCursor held, TableStore store) {
    this.held = held;
    this.store = store;
  }

  @Override
  public @Nullable Object next() {
    return plain(held.next());
  }

  @Override
  public @Nullable Object nextCurrent(TableStore walked) {
    return plain(held.nextCurrent(store));
  }

  private static @Nullable Object plain(@Nullable Object cell) {
    return cell == null ? null : ((HeldCell) cell).cell();
  }

  @Override
  public void goOnUnpaused() {
    held.goOnUnpaused();
  }

  @Override
  public CellCursor copy() {
    return new PlainCursor(held.copy(), store);
  }
}
