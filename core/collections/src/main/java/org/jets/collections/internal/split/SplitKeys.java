package org.jets.collections.internal.split;

import org.jspecify.annotations.Nullable;

/** Turns the keys of a {@link SplitOrderedList} into orders and entries, and tells them apart. */
public abstract class SplitKeys<K> {

  /** The place of a key in the split order. */
  public abstract long order(K key);

  abstract K key(SplitEntry<?> entry);

  /** The entry of a key among those of its order, if it has one there. */
  abstract <V> @Nullable SplitEntry<V> entryIn(SplitNode<V> node, K key);

  /** The entry of the same key as another among those of its order, if it has one there. */
  abstract <V> @Nullable SplitEntry<V> sameIn(SplitNode<V> node, SplitEntry<V> entry);

  /** The first entry of its order in front of a chain. */
  abstract <V> SplitEntry<V> entry(long order, K key, V value, @Nullable SplitNode<V> next);

  /**
   * Returns the node to take the place of another after a mapping of one of several keys of an
   * order has been put, or removed. Compares keys.
   *
   * @param node a run, or an entry of another key that is in no chain
   * @param old the entry of the key in it, if any
   * @param value null to remove the mapping, which is in a run
   */
  abstract <V> SplitNode<V> withMapping(
      SplitNode<V> node, @Nullable SplitEntry<V> old, long order, K key, @Nullable V value);

  /** The entry with the least place behind that of a key in a node of the key's order. */
  abstract <V> @Nullable SplitEntry<V> higherIn(SplitNode<V> node, K key);

  /** The entries behind the place of a key in a run of the key's order. */
  abstract <V> CollisionTree.EntryCursor<V> cursorBehind(CollisionNode<V> run, K key);
}
