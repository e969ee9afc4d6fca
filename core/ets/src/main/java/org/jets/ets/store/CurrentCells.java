package org.jets.ets.store;

import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The current cells of the keys that a map's spliterator comes to, of those that are present. */
final class CurrentCells implements Spliterator<Object> {
  private final Spliterator<Object> values;
  private final UnaryOperator<@Nullable Object> currentCell;
  private final Consumer<Object> take = this::take;
  private @Nullable Object taken;

  /**
   * Makes one.
   *
   * @param values the values of a map, perhaps read ahead
   * @param currentCell returns the current cell of the key of such a value; null if there is none
   */
  CurrentCells(Spliterator<Object> values, UnaryOperator<@Nullable Object> currentCell) {
    this.values = values;
    this.currentCell = currentCell;
  }

  private void take(Object value) {
    taken = currentCell.apply(value);
  }

  @Override
  public boolean tryAdvance(Consumer<? super Object> action) {
    Object cell = null;
    while (cell == null) {
      if (!values.tryAdvance(take)) {
        return false;
      }
      cell = taken;
    }
    taken = null;
    action.accept(cell);
    return true;
  }

  @Override
  public void forEachRemaining(Consumer<? super Object> action) {
    values.forEachRemaining(
        value -> {
          Object cell = currentCell.apply(value);
          if (cell != null) {
            action.accept(cell);
          }
        });
  }

  @Override
  public @Nullable Spliterator<Object> trySplit() {
    Spliterator<Object> prefix = values.trySplit();
    return prefix == null ? null : new CurrentCells(prefix, currentCell);
  }

  @Override
  public long estimateSize() {
    return values.estimateSize();
  }

  @Override
  public int characteristics() {
    return NONNULL | CONCURRENT;
  }
}
