package org.jets.ets.store;

import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.ets.cell.PendingCell;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a hash map whose cursor reads each value when it reaches it. If the store
 * {@linkplain TableStore#clear replaces the map}, it goes on over the keys of the old one that the
 * new one has.
 */
final class PresentCells implements Spliterator<Object> {
  private final UnorderedMapStore<?> store;
  private final Object map;
  private final Cursor<Term, Object> cursor;

  PresentCells(UnorderedMapStore<?> store, Object map, Cursor<Term, Object> cursor) {
    this.store = store;
    this.map = map;
    this.cursor = cursor;
  }

  private @Nullable Object next() {
    while (cursor.advanceToPresent()) {
      Object held = cursor.value();
      Object cell = store.isCurrent(map) ? PendingCell.resolve(held) : store.currentCell(held);
      if (cell != null) {
        return cell;
      }
    }
    return null;
  }

  @Override
  public boolean tryAdvance(Consumer<? super Object> action) {
    Object cell = next();
    if (cell == null) {
      return false;
    }
    action.accept(cell);
    return true;
  }

  @Override
  public void forEachRemaining(Consumer<? super Object> action) {
    cursor.goOnUnpaused();
    for (Object cell; (cell = next()) != null; ) {
      action.accept(cell);
    }
  }

  @Override
  public @Nullable Spliterator<Object> trySplit() {
    Cursor<Term, Object> prefix = cursor.trySplit();
    return prefix == null ? null : new PresentCells(store, map, prefix);
  }

  @Override
  public long estimateSize() {
    return cursor.estimateSize();
  }

  @Override
  public int characteristics() {
    return NONNULL | CONCURRENT;
  }
}
