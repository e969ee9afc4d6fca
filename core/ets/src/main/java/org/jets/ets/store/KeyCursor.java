package org.jets.ets.store;

import java.util.Iterator;
import java.util.Map;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a store that can resume from any key. It holds the last key that it reached and,
 * while it moves, an iterator. A copy has no iterator and finds its place again in constant time.
 */
final class KeyCursor implements CellCursor {
  private final CursorMapStore<?> store;

  /** Null before the first. */
  private @Nullable Term last;

  private @Nullable Iterator<Map.Entry<Term, Object>> held;

  KeyCursor(CursorMapStore<?> store, @Nullable Term last) {
    this.store = store;
    this.last = last;
  }

  @Override
  public @Nullable Object next() {
    if (held == null) {
      held = store.entriesAfter(last);
    }
    while (held.hasNext()) {
      Map.Entry<Term, Object> entry = held.next();
      last = entry.getKey();
      Object cell = PendingCell.resolve(entry.getValue());
      if (cell != null) {
        return cell;
      }
    }
    store.checkOpen();
    return null;
  }

  @Override
  public CellCursor copy() {
    return new KeyCursor(store, last);
  }
}
