package org.jets.collections.internal.bplus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jets.collections.internal.order.PrefixOrder;

/** The nodes from the root of a {@link BPlusTree} to one above leaves, and the way through them. */
public final class BPlusPath<K> {
  private final List<BPlusNode<K>> nodes = new ArrayList<>(8);
  private int[] children = new int[8];

  /** How many units the key of the path shares with all keys of the leaf. */
  private int known;

  private void add(BPlusNode<K> node, int child) {
    if (nodes.size() == children.length) {
      children = Arrays.copyOf(children, 2 * children.length);
    }
    children[nodes.size()] = child;
    nodes.add(node);
  }

  static <K> BPlusPath<K> to(BPlusNode<K> root, PrefixOrder<K> order, long prefix, K key) {
    BPlusPath<K> path = new BPlusPath<>();
    for (BPlusNode<K> node = root; ; node = node.node(path.lastChild())) {
      long step = node.step(order, prefix, key, path.known);
      path.known = BPlusNode.known(step);
      path.add(node, (int) step);
      if (node.height == 1) {
        return path;
      }
    }
  }

  /** The path along one edge, down to a node of this height. */
  static <K> BPlusPath<K> alongEdge(BPlusNode<K> root, boolean last, int height) {
    BPlusPath<K> path = new BPlusPath<>();
    path.descend(root, last, height);
    return path;
  }

  private void descend(BPlusNode<K> from, boolean last, int height) {
    for (BPlusNode<K> node = from; ; node = node.node(lastChild())) {
      add(node, last ? node.size() - 1 : 0);
      if (node.height == height) {
        return;
      }
    }
  }

  /** Goes to the next leaf. */
  boolean advance() {
    int level = last();
    while (children[level] == nodes.get(level).size() - 1) {
      nodes.remove(level);
      if (--level < 0) {
        return false;
      }
    }
    children[level]++;
    BPlusNode<K> node = nodes.get(level);
    if (node.height > 1) {
      descend(node.node(children[level]), false, 1);
    }
    return true;
  }

  /** The level of the lowest node; that of the root is 0. */
  int last() {
    return nodes.size() - 1;
  }

  BPlusNode<K> node(int level) {
    return nodes.get(level);
  }

  int child(int level) {
    return children[level];
  }

  private int lastChild() {
    return children[last()];
  }

  boolean isAlongLast() {
    for (int level = 0; level < nodes.size(); level++) {
      if (children[level] != nodes.get(level).size() - 1) {
        return false;
      }
    }
    return true;
  }

  boolean isAlongFirst() {
    for (int level = 0; level < nodes.size(); level++) {
      if (children[level] != 0) {
        return false;
      }
    }
    return true;
  }

  /** How many units the key of the path shares with all keys of the leaf, at least. */
  int known() {
    return known;
  }

  long[] words() {
    return nodes.get(last()).words(lastChild());
  }

  Object[] slots() {
    return nodes.get(last()).slots(lastChild());
  }
}
