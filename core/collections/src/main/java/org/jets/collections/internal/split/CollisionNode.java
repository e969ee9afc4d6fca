package org.jets.collections.internal.split;

import java.util.Objects;
import java.util.function.Consumer;
import org.jets.collections.internal.order.TieBreaker;
import org.jspecify.annotations.Nullable;

/**
 * The node of all entries that have one order but different keys: a balanced tree of them. It never
 * changes, nor do the values of entries in it. With it colliding keys that are comparable cost
 * logarithmic time, and so do key objects that are not. An object that is equal to one of those is
 * compared with all of them. A key that is not found among those of its class is compared with
 * those of other classes, unless its class rules that out. See {@link TieBreaker}.
 */
public final class CollisionNode<V> extends SplitNode<V> {
  private final CollisionTree<V> tree;

  private CollisionNode(long order, CollisionTree<V> tree, @Nullable SplitNode<V> next) {
    super(order, null, next);
    this.tree = tree;
  }

  @Override
  CollisionNode<V> withNext(@Nullable SplitNode<V> next) {
    return new CollisionNode<>(order, tree, next);
  }

  /**
   * Finds the entry of a key.
   *
   * @param key or an entry that stands for it
   */
  @Nullable SplitEntry<V> find(HashedKeys<?> keys, Object key) {
    SplitEntry<V> found = CollisionTree.find(tree, keys, key);
    if (found != null || keys.isDecisive(key)) {
      return found;
    }
    int rank = keys.rank(key);
    if (rank == TieBreaker.UNORDERED) {
      return CollisionTree.findInRanks(tree, keys, key, rank, Integer.MAX_VALUE);
    }
    found = CollisionTree.findInRanks(tree, keys, key, TieBreaker.UNORDERED, rank - 1);
    return found == null
        ? CollisionTree.findInRanks(tree, keys, key, rank + 1, Integer.MAX_VALUE)
        : found;
  }

  /** The entry that comes next behind the place of a key. */
  @Nullable SplitEntry<V> higher(HashedKeys<?> keys, Object key) {
    SplitEntry<V> present = find(keys, key);
    return present == null
        ? CollisionTree.higherThanMissing(tree, keys, key)
        : CollisionTree.higher(tree, keys, present);
  }

  /** The entries that come behind the place of a key. */
  CollisionTree.EntryCursor<V> cursorBehind(HashedKeys<?> keys, Object key) {
    SplitEntry<V> present = find(keys, key);
    return present == null
        ? CollisionTree.cursorBehindMissing(tree, keys, key)
        : CollisionTree.cursorBehind(tree, keys, present);
  }

  SplitEntry<V> firstEntry() {
    return tree.first().entries[0];
  }

  /** Calls the action with all entries, in their order. */
  void forEach(Consumer<? super SplitEntry<V>> action) {
    CollisionTree.forEach(tree, action);
  }

  // What takes the place of this, or of an entry, with nothing behind it yet.

  /**
   * The node of an entry's order after it has come to a node that has not got its key.
   *
   * @param node a run, or an entry that is in no chain
   */
  static <V> SplitNode<V> plus(HashedKeys<?> keys, SplitNode<V> node, SplitEntry<V> entry) {
    CollisionTree<V> tree =
        node instanceof CollisionNode<V> run ? run.tree : CollisionTree.of((SplitEntry<V>) node);
    return new CollisionNode<>(entry.order, CollisionTree.plus(tree, keys, entry), null);
  }

  SplitNode<V> replacing(HashedKeys<?> keys, SplitEntry<V> old, SplitEntry<V> entry) {
    return new CollisionNode<>(order, CollisionTree.replacing(tree, keys, old, entry), null);
  }

  SplitNode<V> minus(HashedKeys<?> keys, SplitEntry<V> old) {
    CollisionTree<V> left = CollisionTree.minus(tree, keys, old);
    if (left == null) {
      throw new AssertionError("a run of one");
    }
    SplitEntry<V> single = left.single();
    return single == null
        ? new CollisionNode<>(order, left, null)
        : single.withValue(Objects.requireNonNull(single.value()), null); // In no chain.
  }

  /** Returns how many entries there are, all of this order. */
  long validate() {
    long[] found = new long[1];
    forEach(
        entry -> {
          if (entry.order != order) {
            throw new AssertionError("of another order in a run");
          }
          found[0]++;
        });
    if (found[0] < 2) {
      throw new AssertionError("a run of " + found[0]);
    }
    return found[0];
  }
}
