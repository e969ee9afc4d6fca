package org.jets.ets.store;

import java.util.Iterator;
import java.util.Map;
import org.jets.collections.CursorMap;
import org.jets.ets.cell.PendingCell;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a store that can resume from any key. It holds the last cell and, while it moves, an
 * iterator or its cursor. A copy has none and finds its place again in constant time. So does this
 * if the store has replaced the map, since the order is the same in all maps.
 */
final class KeyCursor<M extends CursorMap<Term, Object>> implements CellCursor {
  private final CursorMapStore<M> store;

  /** The key that the walk began behind; null if at the first. */
  private final @Nullable Term start;

  private @Nullable Object last;

  /** The map that is walked; null before the first step. */
  private @Nullable M walked;

  /** Null on a map whose iterators read ahead. */
  private @Nullable PresentValues present;

  private @Nullable Iterator<Map.Entry<Term, Object>> readAhead;

  private boolean isUnpaused;
  private boolean hasEnded;

  KeyCursor(CursorMapStore<M> store, @Nullable Term start) {
    this.store = store;
    this.start = start;
  }

  @Override
  public @Nullable Object next() {
    M map = store.map();
    if (hasEnded) {
      return null;
    }
    if (map != walked) {
      begin(map);
    }
    for (Object held; (held = nextHeld()) != null; ) {
      Object cell = PendingCell.resolve(held);
      if (cell != null) {
        last = cell;
        return cell;
      }
    }
    hasEnded = true;
    return null;
  }

  private void begin(M map) {
    Iterator<Map.Entry<Term, Object>> entries = store.entriesAfter(map, place());
    present = PresentValues.of(entries);
    if (present != null && isUnpaused) {
      present.goOnUnpaused();
    }
    readAhead = present == null ? entries : null;
    walked = map;
  }

  private @Nullable Object nextHeld() {
    if (present != null) {
      return present.next();
    }
    return readAhead != null && readAhead.hasNext() ? readAhead.next().getValue() : null;
  }

  @Override
  public @Nullable Object nextCurrent(TableStore owner) {
    for (Object cell; (cell = next()) != null; ) {
      Object current = present == null ? owner.get(store.config().keyOf(cell)) : cell;
      if (current != null) {
        return current;
      }
    }
    return null;
  }

  @Override
  public void goOnUnpaused() {
    isUnpaused = true;
    if (present != null) {
      present.goOnUnpaused();
    }
  }

  /** Returns the key behind which the walk goes on. */
  private @Nullable Term place() {
    return last == null ? start : store.config().keyOf(last);
  }

  @Override
  public CellCursor copy() {
    return new KeyCursor<>(store, place());
  }
}
