package org.jets.collections.internal.avl;

import java.util.Arrays;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A place in an {@link AvlTree}: the nodes from the root down to the one that it is at. A step to
 * the next node takes constant time on average. It holds as long as the tree does not change.
 */
public final class AvlPath<K, V> {
  /** The path, and behind it what is left of deeper ones. */
  private final AvlNode<K, V>[] nodes = AvlTree.newPath(AvlTree.MAX_HEIGHT);

  /** The number of nodes of the path, or 0 if it is at no node. */
  int depth;

  /** The node that this is at, or null. */
  @Nullable AvlNode<K, V> node() {
    return depth == 0 ? null : nodes[depth - 1];
  }

  /** Goes to the node whose key stands in a relation to the given one, and returns it. */
  @Nullable AvlNode<K, V> seek(AvlTree<K, V> tree, long prefix, Object key, Relation relation) {
    depth = 0;
    int found = 0;
    AvlNode<K, V> node = tree.root();
    while (node != null) {
      nodes[depth++] = node;
      int comparison = tree.order().compare(prefix, key, node.prefix, node.key);
      if (comparison == 0 && relation.isInclusive) {
        return node;
      }
      // An equal key is passed over in the direction of the search.
      boolean isBelow = comparison < 0 || (comparison == 0 && !relation.isUpward);
      if (isBelow == relation.isUpward) {
        found = depth;
      }
      node = isBelow ? node.left : node.right;
    }
    depth = found;
    return node();
  }

  /** Goes to the first node, or to the last if descending, and returns it. */
  @Nullable AvlNode<K, V> seekFirst(AvlTree<K, V> tree, boolean descending) {
    depth = 0;
    push(tree.root(), descending ? 1 : -1);
    return node();
  }

  /** Goes to the first of the nodes in a range, or to the last if descending, and returns it. */
  @Nullable AvlNode<K, V> seekFirst(AvlTree<K, V> tree, KeyBounds<K> bounds, boolean descending) {
    AvlNode<K, V> first;
    if (descending) {
      first =
          bounds.high == null
              ? seekFirst(tree, true)
              : seek(tree, bounds.highPrefix, bounds.high, bounds.last());
    } else {
      first =
          bounds.low == null
              ? seekFirst(tree, false)
              : seek(tree, bounds.lowPrefix, bounds.low, bounds.first());
    }
    return checked(first, bounds, descending);
  }

  /** Goes to the next node in a range, or to the one before if descending, and returns it. */
  @Nullable AvlNode<K, V> step(KeyBounds<K> bounds, boolean descending) {
    return checked(step(descending), bounds, descending);
  }

  private static <K, V> @Nullable AvlNode<K, V> checked(
      @Nullable AvlNode<K, V> node, KeyBounds<K> bounds, boolean descending) {
    return node == null || bounds.isPast(node.prefix, node.key, descending) ? null : node;
  }

  /** Goes to the next node, or to the one before if descending, and returns it. */
  @Nullable AvlNode<K, V> step(boolean descending) {
    AvlNode<K, V> node = node();
    if (node == null) {
      return null;
    }
    int ahead = descending ? -1 : 1;
    AvlNode<K, V> child = node.child(ahead);
    if (child != null) {
      push(child, -ahead);
    } else {
      AvlNode<K, V> from;
      do {
        from = node;
        depth--;
        node = node();
      } while (node != null && node.child(ahead) == from);
    }
    return node();
  }

  /** Goes from a node as far down on one side as there are nodes. */
  private void push(@Nullable AvlNode<K, V> from, int side) {
    for (AvlNode<K, V> node = from; node != null; node = node.child(side)) {
      nodes[depth++] = node;
    }
  }

  /** Forgets everything, also what it has left behind on its way back up. */
  void clear() {
    depth = 0;
    if (nodes[0] != null) { // Every way down begins there.
      Arrays.fill(nodes, null);
    }
  }
}
