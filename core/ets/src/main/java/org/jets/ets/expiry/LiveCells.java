package org.jets.ets.expiry;

import java.util.Spliterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The objects of a spliterator's cells that have not expired when it reaches them. */
final class LiveCells implements Spliterator<Object> {
  private final Spliterator<Object> held;
  private final Lifetimes lives;
  private final Consumer<Object> take = this::take;
  private @Nullable Object taken;

  LiveCells(Spliterator<Object> held, Lifetimes lives) {
    this.held = held;
    this.lives = lives;
  }

  private void take(Object cell) {
    taken = lives.live((DatedCell) cell, lives.now());
  }

  @Override
  public boolean tryAdvance(Consumer<? super Object> action) {
    Object cell = null;
    while (cell == null) {
      if (!held.tryAdvance(take)) {
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
    held.forEachRemaining(
        cell -> {
          Object live = lives.live((DatedCell) cell, lives.now());
          if (live != null) {
            action.accept(live);
          }
        });
  }

  @Override
  public @Nullable Spliterator<Object> trySplit() {
    Spliterator<Object> prefix = held.trySplit();
    return prefix == null ? null : new LiveCells(prefix, lives);
  }

  @Override
  public long estimateSize() {
    return held.estimateSize();
  }

  @Override
  public int characteristics() {
    return held.characteristics() & ~(SIZED | SUBSIZED);
  }
}
