package org.jets.collections;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes in a tree of known height, to be joined with others. What is joined must not be used any
 * more: its nodes go into what comes out.
 *
 * @param root null if there are none
 */
record AvlSubtree<K, V>(@Nullable AvlNode<K, V> root, int height) {

  static <K, V> AvlSubtree<K, V> empty() {
    return new AvlSubtree<>(null, 0);
  }

  /** A tree whose height is not known yet. Logarithmic time. */
  static <K, V> AvlSubtree<K, V> of(@Nullable AvlNode<K, V> root) {
    int height = 0;
    for (AvlNode<K, V> node = root; node != null; node = node.child(node.balance)) {
      height++;
    }
    return new AvlSubtree<>(root, height);
  }

  /**
   * A tree of nodes in ascending order. Linear time; recurses as deep as the tree will be high.
   *
   * @param from the first of them
   * @param to behind the last of them
   */
  static <K, V> AvlSubtree<K, V> ofSorted(List<AvlNode<K, V>> nodes, int from, int to) {
    if (from == to) {
      return empty();
    }
    int middle = (from + to) >>> 1;
    return join(ofSorted(nodes, from, middle), nodes.get(middle), ofSorted(nodes, middle + 1, to));
  }

  /** The part on a side of a node in such a tree, at the given height. */
  static <K, V> AvlSubtree<K, V> below(AvlNode<K, V> node, int height, int side) {
    return new AvlSubtree<>(node.child(side), node.heightOn(side, height));
  }

  /** Joins two trees and a node between them, in time proportional to how their heights differ. */
  static <K, V> AvlSubtree<K, V> join(
      AvlSubtree<K, V> low, AvlNode<K, V> between, AvlSubtree<K, V> high) {
    int difference = high.height - low.height;
    if (Math.abs(difference) > 1) {
      return difference < 0 ? low.joined(1, between, high) : high.joined(-1, between, low);
    }
    between.left = low.root;
    between.right = high.root;
    between.balance = (byte) difference;
    return new AvlSubtree<>(between, 1 + Math.max(low.height, high.height));
  }

  /** Joins a node and a lower tree to a side of this one. */
  private AvlSubtree<K, V> joined(int side, AvlNode<K, V> between, AvlSubtree<K, V> lower) {
    AvlNode<K, V>[] spine = AvlTree.newPath(AvlTree.MAX_HEIGHT);
    int depth = 0;
    int at = height;
    AvlNode<K, V> node = root;
    while (node != null && at > lower.height + 1) {
      spine[depth++] = node;
      at = node.heightOn(side, at);
      node = node.child(side);
    }
    between.setChild(-side, node);
    between.setChild(side, lower.root);
    between.balance = (byte) (at > lower.height ? -side : 0);

    // What hangs at the spine has become one higher.
    boolean hasGrown = true;
    AvlNode<K, V> top = between;
    for (int i = depth - 1; i >= 0; i--) {
      AvlNode<K, V> above = spine[i];
      above.setChild(side, top);
      if (!hasGrown) {
        top = above;
      } else if (above.balance == side) {
        hasGrown = top.balance == 0;
        top = above.rotated(side);
      } else {
        hasGrown = above.balance == 0;
        above.balance += (byte) side;
        top = above;
      }
    }
    return new AvlSubtree<>(top, hasGrown ? height + 1 : height);
  }
}
