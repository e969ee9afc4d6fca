package org.jets.ets.store;

import org.jets.ets.NoSuchTableException;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the cells of a store that can be suspended at any place and resumed from there any
 * number of times. A continuation keeps one.
 *
 * <p>A cursor that is not moved any more is a value. {@link #copy} returns a cursor at the same
 * place that moves independently, in any thread. It holds no lock, and the store may change in any
 * way meanwhile. So a continuation never moves its own cursor; each call that resumes the
 * continuation moves a copy.
 *
 * <p>A walk shows each key that is present from its start to its end exactly once. It shows each
 * other key at most once. Both hold whether the table is fixed or not. The walk shows a cell as it
 * is when the walk reaches it, or was when the walk read ahead. In an ordered store the walk
 * resumes at the key that then follows the last one shown. In other stores it may or may not show
 * keys that were inserted after its start.
 *
 * <p>Not thread-safe, except for {@link #copy} of a cursor that no thread moves.
 */
public interface CellCursor {

  /**
   * Moves to the next cell.
   *
   * @return null at the end, also on further calls
   * @throws NoSuchTableException if the store has been closed
   */
  @Nullable Object next();

  /**
   * As {@link #next}, but returns the current cell even if the walk has read ahead. Skips removed
   * keys.
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

  /** Says that the rest will be walked at once: more of it may be read at a time. */
  default void goOnUnpaused() {}

  /** Returns an estimate of the bytes that the cursor keeps and that depend on the table. */
  default long keptBytes() {
    return 0;
  }

  /** Returns a cursor at the same place as this one. Constant time. */
  CellCursor copy();
}
