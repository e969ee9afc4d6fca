package org.jets.ets.store;

import java.util.Iterator;
import java.util.concurrent.ConcurrentNavigableMap;
import org.jets.ets.KeyRange;
import org.jets.ets.cell.PendingCell;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A walk in the order of keys over a map whose iterators read ahead. It holds the remaining range
 * and, while it moves, an iterator over it. A copy has no iterator and finds its place again in
 * logarithmic time.
 */
final class ReadAheadCursor<M extends ConcurrentNavigableMap<Term, Object>> implements CellCursor {
  private final NavigableMapStore<M> store;
  private final KeyRange range;
  private final Direction direction;

  /** The last cell shown. */
  private @Nullable Object last;

  private @Nullable Iterator<Object> held;

  ReadAheadCursor(NavigableMapStore<M> store, KeyRange range, Direction direction) {
    this.store = store;
    this.range = range;
    this.direction = direction;
  }

  @Override
  public @Nullable Object next() {
    if (held == null) {
      held = store.values(store.map(), rest(), direction).iterator();
    }
    while (held.hasNext()) {
      Object cell = PendingCell.resolve(held.next());
      if (cell != null) {
        last = cell;
        return cell;
      }
    }
    return null;
  }

  private KeyRange rest() {
    return last == null ? range : direction.behind(store.config().keyOf(last), range);
  }

  @Override
  public CellCursor copy() {
    return new ReadAheadCursor<>(store, rest(), direction);
  }
}
