package org.jets.ets.store;

import java.util.List;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.ets.TableType;
import org.jets.ets.cell.Cells;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The objects of the cells of cursors, one cursor after the other. It shows the objects as they are
 * when it reaches their cell. It does not split, and binds to the store when the cursors do.
 */
public final class CellCursorSpliterator implements Spliterator<Tuple> {
  private final TableStore store;
  private final List<CellCursor> walks;
  private int walk;
  private List<Tuple> objects = List.of();
  private int next;

  public CellCursorSpliterator(TableStore store, CellCursor... walks) {
    this.store = store;
    this.walks = List.of(walks);
  }

  @Override
  public boolean tryAdvance(Consumer<? super Tuple> action) {
    while (next == objects.size()) {
      Object cell = nextCell();
      if (cell == null) {
        return false;
      }
      objects = Cells.objects(cell);
      next = 0;
    }
    action.accept(objects.get(next++));
    return true;
  }

  @Override
  public void forEachRemaining(Consumer<? super Tuple> action) {
    walks.subList(walk, walks.size()).forEach(CellCursor::goOnUnpaused);
    while (tryAdvance(action)) {}
  }

  private @Nullable Object nextCell() {
    for (; walk < walks.size(); walk++) {
      Object cell = walks.get(walk).nextCurrent(store);
      if (cell != null) {
        return cell;
      }
    }
    return null;
  }

  @Override
  public @Nullable Spliterator<Tuple> trySplit() {
    return null;
  }

  @Override
  public long estimateSize() {
    return Long.MAX_VALUE;
  }

  @Override
  public int characteristics() {
    return store.config().type() == TableType.ORDERED_SET
        ? NONNULL | CONCURRENT | ORDERED
        : NONNULL | CONCURRENT;
  }
}
