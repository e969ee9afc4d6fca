package org.jets.collections;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * An inner node of a {@link ContentionAdaptingTree}: keys less than its own are on the left. Its
 * lock guards its links while they are changed by a join; retired, the node has been taken out of
 * the tree. A link to a base node is changed by nobody but the holder of that base node's lock, and
 * a split needs no other.
 *
 * <p>Links are written with release and read with acquire: they publish what they lead to.
 */
final class RouteNode<K, V> extends TreeNode<K, V> {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final VarHandle LEFT =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "left", VarHandle.class, RouteNode.class, TreeNode.class);
  private static final VarHandle RIGHT =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "right", VarHandle.class, RouteNode.class, TreeNode.class);

  final long prefix;
  final K key;
  final BucketLock lock = new BucketLock(null);

  @SuppressWarnings("UnusedVariable") // Is used by the handle.
  private TreeNode<K, V> left;

  @SuppressWarnings("UnusedVariable") // Is used by the handle.
  private TreeNode<K, V> right;

  RouteNode(long prefix, K key, TreeNode<K, V> left, TreeNode<K, V> right) {
    this.prefix = prefix;
    this.key = key;
    this.left = left;
    this.right = right;
  }

  boolean isLess(PrefixOrder<K> order, long soughtPrefix, K sought) {
    return order.compare(soughtPrefix, sought, prefix, key) < 0;
  }

  @SuppressWarnings("unchecked") // Where tree nodes are.
  TreeNode<K, V> childAcquire(boolean isRight) {
    return (TreeNode<K, V>) (isRight ? RIGHT.getAcquire(this) : LEFT.getAcquire(this));
  }

  void setChildRelease(boolean isRight, TreeNode<K, V> node) {
    if (isRight) {
      RIGHT.setRelease(this, node);
    } else {
      LEFT.setRelease(this, node);
    }
  }
}
