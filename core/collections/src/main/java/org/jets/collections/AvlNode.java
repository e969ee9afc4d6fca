package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * A mapping in an {@link AvlTree}. Sides are -1 for left, where the lesser keys are, and 1 for
 * right. 40 bytes with compressed references.
 */
final class AvlNode<K, V> {
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

  @Nullable AvlNode<K, V> child(int side) {
    return side < 0 ? left : right;
  }

  /** The child on a side that leans there, or that the caller has found there. */
  AvlNode<K, V> presentChild(int side) {
    AvlNode<K, V> child = child(side);
    if (child == null) {
      throw new AssertionError("key " + key + ": child " + side + ": null (expected: a node)");
    }
    return child;
  }

  void setChild(int side, @Nullable AvlNode<K, V> child) {
    if (side < 0) {
      left = child;
    } else {
      right = child;
    }
  }

  /** The height of the subtree on a side, where the one of this node is known. */
  int heightOn(int side, int height) {
    return height - (balance == -side ? 2 : 1);
  }

  /**
   * Turns the subtree of this node, which leans to a side and has become higher there or lower on
   * the other. It is then as high as it was before that, or one higher where the child on that side
   * was in balance.
   *
   * @return the node in this one's place
   */
  AvlNode<K, V> rotated(int side) {
    AvlNode<K, V> child = presentChild(side);
    if (child.balance == -side) {
      return rotatedTwice(side, child);
    }
    setChild(side, child.child(-side));
    child.setChild(-side, this);
    boolean wasInBalance = child.balance == 0;
    balance = (byte) (wasInBalance ? side : 0);
    child.balance = (byte) (wasInBalance ? -side : 0);
    return child;
  }

  private AvlNode<K, V> rotatedTwice(int side, AvlNode<K, V> child) {
    AvlNode<K, V> grandchild = child.presentChild(-side);
    child.setChild(-side, grandchild.child(side));
    setChild(side, grandchild.child(-side));
    grandchild.setChild(side, child);
    grandchild.setChild(-side, this);
    balance = (byte) (grandchild.balance == side ? -side : 0);
    child.balance = (byte) (grandchild.balance == -side ? side : 0);
    grandchild.balance = 0;
    return grandchild;
  }
}
