package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The cell of a base node: an interval of keys that never changes, and its state. A live cell has a
 * leaf with the mappings of the interval. A dead cell, which has been split or joined, permanently
 * leads to the cells to which the interval belongs.
 */
public final class BaseCell<K, V> {
  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, BaseCell.class, CellState.class);

  /** The least key of the interval; null if there is none. */
  public final @Nullable K low;

  /** The least key above the interval; null if there is none. */
  public final @Nullable K high;

  /** A leaf; while it is being joined a {@link CellState.Held}; in the end one of the others. */
  private volatile CellState<K, V> state;

  public BaseCell(@Nullable K low, @Nullable K high, CellState<K, V> state) {
    this.low = low;
    this.high = high;
    this.state = state;
  }

  public CellState<K, V> state() {
    return state;
  }

  public boolean casState(CellState<K, V> expected, CellState<K, V> replacement) {
    return STATE.compareAndSet(this, expected, replacement);
  }
}
