package org.jets.ets.store;

import org.jets.ets.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * A walk in the order of keys. It holds the remaining range and, while it moves, the walk over it.
 * A copy begins another one, and finds its place again in logarithmic time.
 */
final class OrderedCursor implements CellCursor {
  private final NavigableMapStore<?> store;
  private final Direction direction;
  private final OrderedWalk<?> walk;

  OrderedCursor(NavigableMapStore<?> store, KeyRange range, Direction direction) {
    this.store = store;
    this.direction = direction;
    this.walk = new OrderedWalk<>(store, range, direction);
  }

  @Override
  public @Nullable Object next() {
    return walk.next();
  }

  /** Returns the next cell, since the walk reads no cell ahead. */
  @Override
  public @Nullable Object nextCurrent(TableStore walked) {
    return walk.next();
  }

  @Override
  public void goOnUnpaused() {
    walk.goOnUnpaused();
  }

  @Override
  public CellCursor copy() {
    return new OrderedCursor(store, walk.rest(), direction);
  }
}
