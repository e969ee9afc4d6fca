package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/** The content of a {@link BaseCell}, or the cells that it leads to. */
public abstract sealed class CellState<K, V>
    permits ImmutableLeaf, CellState.Split, CellState.Held, CellState.Joined {

  /** The cell has been split: its interval belongs to two others. */
  static final class Split<K, V> extends CellState<K, V> {
    private final long prefix;

    /** The least key of the right one. */
    private final K separator;

    private final BaseCell<K, V> left;
    private final BaseCell<K, V> right;

    Split(long prefix, K separator, BaseCell<K, V> left, BaseCell<K, V> right) {
      this.prefix = prefix;
      this.separator = separator;
      this.left = left;
      this.right = right;
    }

    /** The one with a key, or for null the left one. */
    BaseCell<K, V> with(PrefixOrder<K> order, long keyPrefix, @Nullable Object key) {
      return key == null || order.compare(keyPrefix, key, prefix, separator) < 0 ? left : right;
    }

    /** The one with the keys right below a key, or for null the right one. */
    BaseCell<K, V> below(PrefixOrder<K> order, long keyPrefix, @Nullable Object key) {
      return key == null || order.compare(keyPrefix, key, prefix, separator) > 0 ? right : left;
    }
  }

  /** The cell has been joined with its neighbour: both intervals belong to another cell. */
  static final class Joined<K, V> extends CellState<K, V> {
    final BaseCell<K, V> target;

    Joined(BaseCell<K, V> target) {
      this.target = target;
    }
  }

  /**
   * A cell that a thread tries to join. Until the join is decided, and if it is aborted, the
   * mappings are those of the leaf. If it succeeds, the cell is joined.
   */
  public static final class Held<K, V> extends CellState<K, V> {
    public final ImmutableLeaf<K, V> leaf;
    private final Join<K, V> join;

    public Held(ImmutableLeaf<K, V> leaf, Join<K, V> join) {
      this.leaf = leaf;
      this.join = join;
    }

    /** The cell that this one has been joined to, or null if that has not happened. */
    @Nullable BaseCell<K, V> target() {
      return join.target();
    }

    /** Decides what is not decided yet. */
    void abort() {
      join.abort();
    }

    /** Returns the content of the cell after the decision. */
    public CellState<K, V> successor() {
      BaseCell<K, V> target = join.target();
      return target == null ? leaf : new Joined<>(target);
    }
  }

  /** The decision on two cells that are held. */
  public static final class Join<K, V> {
    private static final VarHandle OUTCOME =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "outcome", VarHandle.class, Join.class, Object.class);

    private static final Object ABORTED = new Object();

    /** The outcome: null until decided, then permanently the joined cell or {@link #ABORTED}. */
    private volatile @Nullable Object outcome;

    @SuppressWarnings("unchecked") // Besides the constant only such cells are stored.
    @Nullable BaseCell<K, V> target() {
      Object decided = outcome;
      return decided == null || decided == ABORTED ? null : (BaseCell<K, V>) decided;
    }

    public boolean tryCommit(BaseCell<K, V> target) {
      return OUTCOME.compareAndSet(this, null, target);
    }

    public void abort() {
      OUTCOME.compareAndSet(this, null, ABORTED);
    }
  }
}
