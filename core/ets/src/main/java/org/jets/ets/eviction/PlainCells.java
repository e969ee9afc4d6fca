package org.jets.ets.eviction;

import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.ets.cell.HeldCell;
import org.jspecify.annotations.Nullable;

/** The cells of a spliterator without their ranks. */
final class PlainCells implements Spliterator<Object> {
  private final Spliterator<Object> held;

  PlainCells(Spliterator<Object> held) {
    this.held = held;
  }

  @Override
  public boolean tryAdvance(Consumer<? super Object> action) {
    return held.tryAdvance(cell -> action.accept(((HeldCell) cell).cell()));
  }

  @Override
  public void forEachRemaining(Consumer<? super Object> action) {
    held.forEachRemaining(cell -> action.accept(((HeldCell) cell).cell()));
  }

  @Override
  public @Nullable Spliterator<Object> trySplit() {
    Spliterator<Object> prefix = held.trySplit();
    return prefix == null ? null : new PlainCells(prefix);
  }

  @Override
  public long estimateSize() {
    return held.estimateSize();
  }

  @Override
  public int characteristics() {
    return held.characteristics();
  }
}
