package org.jets.collections;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stands in a slot while its chain is exchanged for one that has not got all of its entries: where
 * a mapping is removed, and where one comes, goes or changes in a {@link SplitRun}. Nobody changes
 * the bucket meanwhile; whoever meets the change does it to the end.
 *
 * <p>The update is made if the value in question was still the one that it was made for when its
 * entry was sealed. Which it is, and so the outcome, is the same for all who do it.
 */
final class SplitChange<K, V> extends SplitNode.Detour<V> {
  private final SplitOrderedMap<K, V> map;
  private final SplitNode<V> head;
  private final SplitNode<V> node;
  private final @Nullable SplitEntry<V> old;
  private final @Nullable V oldValue;
  private final long keyOrder;
  private final K key;
  private final @Nullable V value;

  /**
   * Makes one that nobody sees yet.
   *
   * @param head the chain
   * @param node what the chain has of the key's order
   * @param old the key's entry in it, if it has one there
   * @param oldValue what the value has to be still
   * @param value null for none, if there is an old one
   */
  SplitChange(
      SplitOrderedMap<K, V> map,
      SplitNode<V> head,
      SplitNode<V> node,
      @Nullable SplitEntry<V> old,
      @Nullable V oldValue,
      long keyOrder,
      K key,
      @Nullable V value) {
    super(head);
    this.map = map;
    this.head = head;
    this.node = node;
    this.old = old;
    this.oldValue = oldValue;
    this.keyOrder = keyOrder;
    this.key = key;
    this.value = value;
  }

  /** Whether the outcome is the update, and not the chain as it was; once this is in the slot. */
  boolean isMade() {
    // In a run no value changes.
    return old == null || old != node || old.seal() == oldValue;
  }

  /** The chain to take the place of this in the slot. */
  @Nullable SplitNode<V> outcome() {
    SplitNode<V> rest = SplitNode.without(head, node);
    if (!isMade()) {
      return node.withNext(rest);
    }
    return value == null
        ? map.withoutMapping(node, Objects.requireNonNull(old), rest)
        : map.withMapping(node, old, keyOrder, key, value, rest);
  }
}
