package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A base node: an interval of keys that never changes, and its state. A live base node has a leaf
 * with the mappings of the interval. A dead base node, which has been split or joined, permanently
 * leads to the base nodes to which the interval belongs.
 */
public final class LockFreeBaseNode<K, V> {
  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "state",
          VarHandle.class,
          LockFreeBaseNode.class,
          BaseNodeState.class);

  /** The least key of the interval; null if there is none. */
  public final @Nullable K low;

  /** The least key above the interval; null if there is none. */
  public final @Nullable K high;

  /**
   * A leaf; while it is being joined a {@link BaseNodeState.Held}; in the end one of the others.
   */
  private volatile BaseNodeState<K, V> state;

  public LockFreeBaseNode(@Nullable K low, @Nullable K high, BaseNodeState<K, V> state) {
    this.low = low;
    this.high = high;
    this.state = state;
  }

  public BaseNodeState<K, V> state() {
    return state;
  }

  public boolean casState(BaseNodeState<K, V> expected, BaseNodeState<K, V> replacement) {
    return STATE.compareAndSet(this, expected, replacement);
  }
}
