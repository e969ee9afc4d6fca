package org.jets.collections.internal.lfca;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Objects;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * The leaves that were at one moment in the place of a leaf that has been joined since. Each has
 * the keys from one separator to the next. Does not change, and does not hold the leaves: the
 * snapshot does.
 */
public final class JoinedLeaves<K, V> {
  private final Object[] separators;
  private final WeakReference<?>[] leaves;

  private JoinedLeaves(Object[] separators, WeakReference<?>[] leaves) {
    this.separators = separators;
    this.leaves = leaves;
  }

  static <K, V> JoinedLeaves<K, V> of(ImmutableLeaf<K, V> leaf) {
    return new JoinedLeaves<>(new Object[0], new WeakReference<?>[] {new WeakReference<>(leaf)});
  }

  int length() {
    return leaves.length;
  }

  /** The least key of a leaf that is not the first. */
  @SuppressWarnings("unchecked") // They are keys.
  K separator(int index) {
    return (K) separators[index - 1];
  }

  /** Returns a leaf. The caller has the snapshot. */
  @SuppressWarnings("unchecked") // They are such leaves.
  ImmutableLeaf<K, V> leaf(int index) {
    return (ImmutableLeaf<K, V>) Objects.requireNonNull(leaves[index].get(), "leaf of a snapshot");
  }

  /**
   * The row of two neighbours. Each may have more than its own side. That is left out, so that no
   * leaf comes twice, and a row has never more leaves than there were.
   *
   * @param separator the least key of the right one
   */
  JoinedLeaves<K, V> joinedWith(JoinedLeaves<K, V> right, K separator, PrefixOrder<K> order) {
    int kept = countBelow(separator, order);
    int skipped = right.countUpTo(separator, order);
    boolean isShared = leaves[kept].get() == right.leaves[skipped].get();
    int from = isShared ? skipped + 1 : skipped;
    int length = kept + 1 + right.leaves.length - from;
    WeakReference<?>[] all = Arrays.copyOf(leaves, length);
    System.arraycopy(right.leaves, from, all, kept + 1, right.leaves.length - from);
    @Nullable Object[] between = Arrays.copyOf(separators, length - 1);
    if (!isShared) {
      between[kept] = separator;
    }
    int at = isShared ? kept : kept + 1;
    System.arraycopy(right.separators, skipped, between, at, right.separators.length - skipped);
    return new JoinedLeaves<>(Arrays.copyOf(between, between.length), all);
  }

  /** Counts the leaves that begin with a separator below the key. */
  private int countBelow(K key, PrefixOrder<K> order) {
    int count = 0;
    while (count < separators.length && order.compare(separators[count], key) < 0) {
      count++;
    }
    return count;
  }

  /** Counts the leaves that end with a separator that is not above the key. */
  private int countUpTo(K key, PrefixOrder<K> order) {
    int count = 0;
    while (count < separators.length && order.compare(separators[count], key) <= 0) {
      count++;
    }
    return count;
  }
}
