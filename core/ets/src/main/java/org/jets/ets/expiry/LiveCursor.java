package org.jets.ets.expiry;

import org.jets.ets.store.CellCursor;
import org.jets.ets.store.TableStore;
import org.jspecify.annotations.Nullable;

/** A walk over the objects that have not expired when the walk shows them. */
final class LiveCursor implements CellCursor {
  private final CellCursor held;
  private final TableStore store;
  private final Lifetimes lives;

  /**
   * Makes one.
   *
   * @param held the walk over the cells as the map holds them
   * @param store the store of that walk
   */
  LiveCursor(CellCursor held, TableStore store, Lifetimes lives) {
    this.held = held;
    this.store = store;
    this.lives = lives;
  }

  @Override
  public @Nullable Object next() {
    for (Object cell; (cell = held.next()) != null; ) {
      Object live = lives.live((DatedCell) cell, lives.now());
      if (live != null) {
        return live;
      }
    }
    return null;
  }

  @Override
  public @Nullable Object nextCurrent(TableStore walked) {
    for (Object cell; (cell = held.nextCurrent(store)) != null; ) {
      Object live = lives.live((DatedCell) cell, lives.now());
      if (live != null) {
        return live;
      }
    }
    return null;
  }

  @Override
  public void goOnUnpaused() {
    held.goOnUnpaused();
  }

  @Override
  public CellCursor copy() {
    return new LiveCursor(held.copy(), store, lives);
  }
}
