package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/** The content of a {@link LockFreeBaseNode}, or the base nodes that it leads to. */
public abstract sealed class BaseNodeState<K, V>
    permits ImmutableLeaf, BaseNodeState.Split, BaseNodeState.Held, BaseNodeState.Joined {

  /** The base node has been split: its interval belongs to two others. */
  static final class Split<K, V> extends BaseNodeState<K, V> {
    private final long prefix;

    /** The least key of the right one. */
    private final K separator;

    private final LockFreeBaseNode<K, V> left;
    private final LockFreeBaseNode<K, V> right;

    Split(long prefix, K separator, LockFreeBaseNode<K, V> left, LockFreeBaseNode<K, V> right) {
      this.prefix = prefix;
      this.separator = separator;
      this.left = left;
      this.right = right;
    }

    /** The one with a key, or for null the left one. */
    LockFreeBaseNode<K, V> with(PrefixOrder<K> order, long keyPrefix, @Nullable Object key) {
      return key == null || order.compare(keyPrefix, key, prefix, separator) < 0 ? left : right;
    }

    /** The one with the keys right below a key, or for null the right one. */
    LockFreeBaseNode<K, V> below(PrefixOrder<K> order, long keyPrefix, @Nullable Object key) {
      return key == null || order.compare(keyPrefix, key, prefix, separator) > 0 ? right : left;
    }
  }

  /**
   * The base node has been joined with its neighbour: both intervals belong to another base node.
   */
  static final class Joined<K, V> extends BaseNodeState<K, V> {
    final LockFreeBaseNode<K, V> target;

    Joined(LockFreeBaseNode<K, V> target) {
      this.target = target;
    }
  }

  /**
   * A base node that a thread tries to join. Until the join is decided, and if it is aborted, the
   * mappings are those of the leaf. If it succeeds, the base node is joined.
   */
  public static final class Held<K, V> extends BaseNodeState<K, V> {
    public final ImmutableLeaf<K, V> leaf;
    private final Join<K, V> join;

    public Held(ImmutableLeaf<K, V> leaf, Join<K, V> join) {
      this.leaf = leaf;
      this.join = join;
    }

    /** The base node that this one has been joined to, or null if that has not happened. */
    @Nullable LockFreeBaseNode<K, V> target() {
      return join.target();
    }

    /** Decides what is not decided yet. */
    void abort() {
      join.abort();
    }

    /** Returns the content of the base node after the decision. */
    public BaseNodeState<K, V> successor() {
      LockFreeBaseNode<K, V> target = join.target();
      return target == null ? leaf : new Joined<>(target);
    }
  }

  /** The decision on two base nodes that are held. */
  public static final class Join<K, V> {
    private static final VarHandle OUTCOME =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "outcome", VarHandle.class, Join.class, Object.class);

    private static final Object ABORTED = new Object();

    /**
     * The outcome: null until decided, then permanently the joined base node or {@link #ABORTED}.
     */
    private volatile @Nullable Object outcome;

    @SuppressWarnings("unchecked") // Besides the constant only such base nodes are stored.
    @Nullable LockFreeBaseNode<K, V> target() {
      Object decided = outcome;
      return decided == null || decided == ABORTED ? null : (LockFreeBaseNode<K, V>) decided;
    }

    public boolean tryCommit(LockFreeBaseNode<K, V> target) {
      return OUTCOME.compareAndSet(this, null, target);
    }

    public void abort() {
      OUTCOME.compareAndSet(this, null, ABORTED);
    }
  }
}
