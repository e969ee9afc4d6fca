package org.jets.ets.cell;

import org.jspecify.annotations.Nullable;

/**
 * A gate that blocks the writers of single keys while a store copies itself. While it is open, it
 * costs a writer one volatile read.
 *
 * <p>A writer checks the gate <i>after</i> it has read the cell that it is about to replace or
 * remove. So a cell that is written after the gate was closed stays. A writer also checks the gate
 * before it inserts an absent key, so that few insertions pass. See {@code CellFreeze} for why that
 * is enough.
 */
public final class WriterGate {
  private volatile @Nullable Transaction closedBy;

  public void close(Transaction closer) {
    closedBy = closer;
  }

  public void open() {
    closedBy = null;
  }

  /** Returns the transaction that a writer must wait for; null if the gate is open. */
  public @Nullable Transaction closedBy() {
    return closedBy;
  }

  /** Waits until the gate has been open at some moment. */
  public void pass() {
    for (Transaction closer; (closer = closedBy) != null; ) {
      closer.await();
    }
  }
}
