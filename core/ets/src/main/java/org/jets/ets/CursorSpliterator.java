package org.jets.ets;

import java.util.List;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The objects of a cell, if there is one, and of those that a cursor comes to; not to be split. */
final class CursorSpliterator implements Spliterator<Tuple> {
  private final CellCursor cells;
  private final int characteristics;
  private List<Tuple> objects;
  private int next;

  CursorSpliterator(@Nullable Object first, CellCursor cells, int characteristics) {
    this.cells = cells;
    this.characteristics = characteristics;
    this.objects = Cells.objects(first);
  }

  @Override
  public boolean tryAdvance(Consumer<? super Tuple> action) {
    while (next == objects.size()) {
      Object cell = cells.next();
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
  public @Nullable Spliterator<Tuple> trySplit() {
    return null;
  }

  @Override
  public long estimateSize() {
    return Long.MAX_VALUE;
  }

  @Override
  public int characteristics() {
    return characteristics;
  }
}
