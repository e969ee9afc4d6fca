package org.jets.ets.store;

import java.util.function.Consumer;
import org.jets.ets.cell.PendingCell;
import org.jspecify.annotations.Nullable;

/**
 * Passes the values of a map iteration on in batches. The cells of a large table are scattered over
 * memory. In a loop that only touches cells, the processor overlaps many cache misses. If each cell
 * was processed first, the misses would come one after the other.
 */
final class CellBatch {
  private static final int SIZE = 64;

  private final Consumer<Object> action;
  private final @Nullable Object[] held = new @Nullable Object[SIZE];
  private int count;

  CellBatch(Consumer<Object> action) {
    this.action = action;
  }

  /** Adds the value that the map holds for a key. */
  void add(Object value) {
    held[count++] = value;
    if (count == SIZE) {
      end();
    }
  }

  /** Passes the remaining values on. */
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
