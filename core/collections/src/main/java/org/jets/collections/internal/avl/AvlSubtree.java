package org.jets.collections.internal.avl;

import java.util.List;
import java.util.Objects;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * Nodes in a tree of known height, from which other such trees are made aside. No node is changed:
 * those that would have other children are copied, and all others are shared. So an error or an
 * exception of a comparator on the way leaves the tree that is in use as it is.
 *
 * <p>All methods recurse as deep as the tree is high at the most.
 *
 * @param root null if there are none
 */
public record AvlSubtree<K, V>(@Nullable AvlNode<K, V> root, int height) {

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
   * A tree of nodes in ascending order. Linear time.
   *
   * @param from the first of them
   * @param to behind the last of them
   */
  static <K, V> AvlSubtree<K, V> ofSorted(List<AvlNode<K, V>> nodes, int from, int to) {
    if (from == to) {
      return empty();
    }
    int middle = (from + to) >>> 1;
    return node(ofSorted(nodes, from, middle), nodes.get(middle), ofSorted(nodes, middle + 1, to));
  }

  /** A copy of all nodes. Linear time. */
  static <K, V> @Nullable AvlNode<K, V> copyOf(@Nullable AvlNode<K, V> node) {
    return node == null
        ? null
        : new AvlNode<>(node, copyOf(node.left), copyOf(node.right), node.balance);
  }

  /** The part on a side of a node in such a tree, at the given height. */
  private static <K, V> AvlSubtree<K, V> below(AvlNode<K, V> node, int height, int side) {
    return new AvlSubtree<>(node.child(side), node.heightOn(side, height));
  }

  private AvlSubtree<K, V> left(AvlNode<K, V> top) {
    return below(top, height, -1);
  }

  private AvlSubtree<K, V> right(AvlNode<K, V> top) {
    return below(top, height, 1);
  }

  /** A mapping above two trees whose heights differ by one at the most. */
  private static <K, V> AvlSubtree<K, V> node(
      AvlSubtree<K, V> low, AvlNode<K, V> mapping, AvlSubtree<K, V> high) {
    return new AvlSubtree<>(
        new AvlNode<>(mapping, low.root, high.root, high.height - low.height),
        1 + Math.max(low.height, high.height));
  }

  /** A tree of two and a mapping between them, if the heights differ by two at the most. */
  private static <K, V> AvlSubtree<K, V> balanced(
      AvlSubtree<K, V> low, AvlNode<K, V> between, AvlSubtree<K, V> high) {
    if (high.height - low.height > 1) {
      AvlNode<K, V> top = Objects.requireNonNull(high.root);
      AvlSubtree<K, V> inner = high.left(top);
      AvlSubtree<K, V> outer = high.right(top);
      if (inner.height <= outer.height) {
        return node(node(low, between, inner), top, outer);
      }
      AvlNode<K, V> middle = Objects.requireNonNull(inner.root);
      return node(
          node(low, between, inner.left(middle)), middle, node(inner.right(middle), top, outer));
    }
    if (low.height - high.height > 1) {
      AvlNode<K, V> top = Objects.requireNonNull(low.root);
      AvlSubtree<K, V> inner = low.right(top);
      AvlSubtree<K, V> outer = low.left(top);
      if (inner.height <= outer.height) {
        return node(outer, top, node(inner, between, high));
      }
      AvlNode<K, V> middle = Objects.requireNonNull(inner.root);
      return node(
          node(outer, top, inner.left(middle)), middle, node(inner.right(middle), between, high));
    }
    return node(low, between, high);
  }

  /**
   * Joins two trees and a mapping between them, in time proportional to the heights' difference.
   */
  static <K, V> AvlSubtree<K, V> join(
      AvlSubtree<K, V> low, AvlNode<K, V> between, AvlSubtree<K, V> high) {
    if (high.height - low.height > 1) {
      AvlNode<K, V> top = Objects.requireNonNull(high.root);
      return balanced(join(low, between, high.left(top)), top, high.right(top));
    }
    if (low.height - high.height > 1) {
      AvlNode<K, V> top = Objects.requireNonNull(low.root);
      return balanced(low.left(top), top, join(low.right(top), between, high));
    }
    return node(low, between, high);
  }

  /** Joins this and a tree of greater keys. Logarithmic time. */
  AvlSubtree<K, V> followedBy(AvlSubtree<K, V> high) {
    AvlNode<K, V> first = high.root;
    if (first == null) {
      return this;
    }
    while (first.left != null) {
      first = first.left;
    }
    return join(this, first, high.withoutFirst());
  }

  private AvlSubtree<K, V> withoutFirst() {
    AvlNode<K, V> top = Objects.requireNonNull(root);
    return top.left == null ? right(top) : balanced(left(top).withoutFirst(), top, right(top));
  }

  /** The mappings below a key. Logarithmic time. */
  AvlSubtree<K, V> below(PrefixOrder<K> order, long prefix, Object key, boolean inclusive) {
    AvlNode<K, V> top = root;
    if (top == null) {
      return this;
    }
    int comparison = order.compare(prefix, key, top.prefix, top.key);
    return comparison > 0 || (comparison == 0 && inclusive)
        ? join(left(top), top, right(top).below(order, prefix, key, inclusive))
        : left(top).below(order, prefix, key, inclusive);
  }

  /** The mappings above a key. Logarithmic time. */
  AvlSubtree<K, V> above(PrefixOrder<K> order, long prefix, Object key, boolean inclusive) {
    AvlNode<K, V> top = root;
    if (top == null) {
      return this;
    }
    int comparison = order.compare(prefix, key, top.prefix, top.key);
    return comparison < 0 || (comparison == 0 && inclusive)
        ? join(left(top).above(order, prefix, key, inclusive), top, right(top))
        : right(top).above(order, prefix, key, inclusive);
  }

  /** This with another mapping, or with another value for its key. Logarithmic time. */
  AvlSubtree<K, V> with(PrefixOrder<K> order, AvlNode<K, V> mapping) {
    AvlNode<K, V> top = root;
    if (top == null) {
      return node(this, mapping, this);
    }
    int comparison = order.compare(mapping.prefix, mapping.key, top.prefix, top.key);
    if (comparison == 0) {
      AvlNode<K, V> other = new AvlNode<>(top, top.left, top.right, top.balance);
      other.value = mapping.value;
      return new AvlSubtree<>(other, height);
    }
    return comparison < 0
        ? balanced(left(top).with(order, mapping), top, right(top))
        : balanced(left(top), top, right(top).with(order, mapping));
  }

  /** This without a key, which it has. Logarithmic time. */
  AvlSubtree<K, V> without(PrefixOrder<K> order, long prefix, Object key) {
    AvlNode<K, V> top = Objects.requireNonNull(root);
    int comparison = order.compare(prefix, key, top.prefix, top.key);
    if (comparison == 0) {
      return left(top).followedBy(right(top));
    }
    return comparison < 0
        ? balanced(left(top).without(order, prefix, key), top, right(top))
        : balanced(left(top), top, right(top).without(order, prefix, key));
  }
}
