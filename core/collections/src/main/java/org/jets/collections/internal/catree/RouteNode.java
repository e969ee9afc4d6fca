package org.jets.collections.internal.catree;

import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.sync.BucketLock;

/**
 * An inner node of a {@link ContentionAdaptingTree}: keys less than its own are on the left. Its
 * lock guards its links while a join changes them. A node with a retired lock is no longer in the
 * tree. Only the holder of a base node's lock changes the link to that base node, and a split needs
 * no other lock.
 *
 * <p>Links are volatile: they publish what they lead to, and a change of them is a store alone.
 */
public final class RouteNode<K, V> extends TreeNode<K, V> {
  final long prefix;
  final K key;
  final BucketLock lock = new BucketLock(null);

  volatile TreeNode<K, V> left;
  volatile TreeNode<K, V> right;

  RouteNode(long prefix, K key, TreeNode<K, V> left, TreeNode<K, V> right) {
    this.prefix = prefix;
    this.key = key;
    this.left = left;
    this.right = right;
  }

  boolean isLess(PrefixOrder<K> order, long soughtPrefix, K sought) {
    return order.compare(soughtPrefix, sought, prefix, key) < 0;
  }

  TreeNode<K, V> child(boolean isRight) {
    return isRight ? right : left;
  }
}
