package org.jets.ets.store;

import org.jets.ets.NoSuchTableException;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the cells of a store that can be left at any place and resumed from there, any number
 * of times: what a continuation keeps.
 *
 * <p>A cursor that nobody moves any more is a value: {@link #copy} gives one that stands at the
 * same place and moves on its own, in any thread. It holds no lock, and the store may change in any
 * way meanwhile. So a continuation keeps a cursor that it never moves, and each call that goes on
 * from it moves a copy.
 *
 * <p>A walk shows each key that is there from its start to its end exactly once, and each other one
 * at most once, whether the table is fixed or not; the cell of a key as it is when the walk comes
 * to it, or was when the walk read ahead. In an ordered store the walk goes on with the next key
 * behind the last one that it showed, whatever has come and gone; in the others it shows none that
 * came after its start, or some.
 *
 * <p>Not safe for use by several threads, but for {@link #copy} of one that nobody moves.
 */
public interface CellCursor {

  /**
   * Moves to the next cell.
   *
   * @return null at the end, also if asked again
   * @throws NoSuchTableException if the store has been closed
   */
  @Nullable Object next();

  /**
   * As {@link #next}, with the cell as it is now also where the walk has read ahead; passes over
   * keys that are gone.
   *
   * @param store that this walks over
   */
  default @Nullable Object nextCurrent(TableStore store) {
    for (Object cell; (cell = next()) != null; ) {
      Object current = store.get(store.config().keyOf(cell));
      if (current != null) {
        return current;
      }
    }
    return null;
  }

  /** Returns a cursor that stands where this one does. Constant time. */
  CellCursor copy();
}
