package org.jets.ets.store;

import org.jspecify.annotations.Nullable;

/** A walk over the keys of a {@link SharedIterator} that skips removed keys. */
final class IteratedCursor implements CellCursor {
  private final IteratedMapStore<?> store;
  private SharedIterator.Block block;
  private int nextInBlock;

  IteratedCursor(IteratedMapStore<?> store, SharedIterator.Block block) {
    this(store, block, 0);
  }

  private IteratedCursor(IteratedMapStore<?> store, SharedIterator.Block block, int nextInBlock) {
    this.store = store;
    this.block = block;
    this.nextInBlock = nextInBlock;
  }

  @Override
  public @Nullable Object next() {
    while (true) {
      while (nextInBlock < block.size()) {
        Object cell = store.get(block.key(nextInBlock++));
        if (cell != null) {
          return cell;
        }
      }
      SharedIterator.Block following = block.next();
      if (following == null) {
        store.checkOpen();
        return null;
      }
      block = following;
      nextInBlock = 0;
    }
  }

  /** Returns the next cell, since the walk reads ahead only keys. */
  @Override
  public @Nullable Object nextCurrent(TableStore walked) {
    return next();
  }

  @Override
  public CellCursor copy() {
    block.share();
    return new IteratedCursor(store, block, nextInBlock);
  }
}
