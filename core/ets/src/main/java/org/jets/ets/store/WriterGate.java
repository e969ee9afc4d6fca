package org.jets.ets.store;

import org.jspecify.annotations.Nullable;

/**
 * What holds up the writers of single keys while a {@link MapStore} copies itself. Open, it costs a
 * writer one volatile read.
 *
 * <p>A writer looks at the gate <i>after</i> it has read the cell that it is about to replace or
 * remove, so that a cell which has been written since the gate was closed stays; and before it
 * inserts a key that is not there, so that few do. See {@link CellFreeze} for why that is enough.
 */
final class WriterGate {
  private volatile @Nullable Transaction closedBy;

  void close(Transaction closer) {
    closedBy = closer;
  }

  void open() {
    closedBy = null;
  }

  /** What a writer has to wait for; null if the gate is open. */
  @Nullable Transaction closedBy() {
    return closedBy;
  }

  /** Waits until the gate is open, at some moment. */
  void pass() {
    for (Transaction closer; (closer = closedBy) != null; ) {
      closer.await();
    }
  }
}
