package org.jets.collections.internal.avl;

import org.jspecify.annotations.Nullable;

/**
 * A mapping in an {@link AvlTree}. Sides are -1 for left, where the lesser keys are, and 1 for
 * right. 40 bytes with compressed references.
 */
public final class AvlNode<K, V> {
  final K key;
  final long prefix;
  V value;
  @Nullable AvlNode<K, V> left;
  @Nullable AvlNode<K, V> right;

  /** The side on which the subtree is one higher, or 0. */
  byte balance;

  AvlNode(long prefix, K key, V value) {
    this.prefix = prefix;
    this.key = key;
    this.value = value;
  }

  /** A copy of a mapping with other children. */
  AvlNode(
      AvlNode<K, V> mapping,
      @Nullable AvlNode<K, V> left,
      @Nullable AvlNode<K, V> right,
      int balance) {
    this(mapping.prefix, mapping.key, mapping.value);
    this.left = left;
    this.right = right;
    this.balance = (byte) balance;
  }

  @Nullable AvlNode<K, V> child(int side) {
    return side < 0 ? left : right;
  }

  /** The height of the subtree on a side, where the one of this node is known. */
  int heightOn(int side, int height) {
    return height - (balance == -side ? 2 : 1);
  }
}
