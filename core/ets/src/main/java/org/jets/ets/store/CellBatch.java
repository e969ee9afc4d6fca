package org.jets.ets.store;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands on what an iteration of a map comes to, some at a time. The cells of a large table are all
 * over the memory: in a loop that does nothing but touch them the processor waits for many of them
 * at once, where it would wait for one after the other if each was worked on first.
 */
final class CellBatch {
  private static final int SIZE = 64;

  private final Consumer<Object> action;
  private final @Nullable Object[] held = new @Nullable Object[SIZE];
  private int count;

  CellBatch(Consumer<Object> action) {
    this.action = action;
  }

  /** Takes what the map holds for a key. */
  void add(Object value) {
    held[count++] = value;
    if (count == SIZE) {
      end();
    }
  }

  /** Hands on what has been taken. */
  void end() {
    for (int i = 0; i < count; i++) {
      held[i] = PendingCell.resolve(held[i]);
    }
    for (int i = 0; i < count; i++) {
      Object cell = held[i];
      if (cell != null) {
        action.accept(cell);
      }
    }
    count = 0;
  }
}
