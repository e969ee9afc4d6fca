package org.jets.collections;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A balanced search tree after G. M. Adelson-Velsky and E. M. Landis (1962), for one thread at a
 * time. The algorithms are those of D. E. Knuth, The Art of Computer Programming, volume 3, section
 * 6.2.3: a search that inserts needs no stack, since only the part of its path below the last node
 * that was out of balance changes; trees are joined where the spine of the higher one is as high as
 * the lower one. Nothing recurses.
 *
 * <p>All comparisons come before the first change: what a comparator throws leaves the tree as it
 * was.
 *
 * <p>Beside a change {@link #find}, {@link #neighbour}, {@link #first} and {@link #last} may be run
 * by other threads, who then have to find out that there was one, and throw away what they have
 * got. They end in any case, after at most {@link #MAX_HEIGHT} steps, and never come to a node
 * whose key they do not see.
 */
final class AvlTree<K, V> {
  /** More than a tree in memory can have: this many levels need some 10^12 nodes. */
  static final int MAX_HEIGHT = 60;

  private static final int UNKNOWN = -1;

  private final PrefixOrder<K> order;
  private @Nullable AvlNode<K, V> root;

  /** How many nodes there are, or {@link #UNKNOWN} since a split. */
  private long size;

  private @Nullable Runnable beforeChange;

  AvlTree(PrefixOrder<K> order) {
    this.order = order;
  }

  private AvlTree(PrefixOrder<K> order, @Nullable AvlNode<K, V> root) {
    this.order = order;
    this.root = root;
    this.size = UNKNOWN;
  }

  /** Has something done before nodes are linked otherwise by an insertion or a removal. */
  void beforeChange(Runnable action) {
    beforeChange = action;
  }

  private void announceChange() {
    if (beforeChange != null) {
      beforeChange.run();
    }
  }

  /** For nodes: those that are taken out again must have been put in. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // It is empty.
  static <K, V> AvlNode<K, V>[] newPath(int height) {
    return new AvlNode[height];
  }

  PrefixOrder<K> order() {
    return order;
  }

  @Nullable AvlNode<K, V> root() {
    return root;
  }

  boolean isEmpty() {
    return root == null;
  }

  /** How many mappings there are. Constant time, but linear once after a split. */
  long size() {
    if (size == UNKNOWN) {
      long count = 0;
      AvlPath<K, V> path = new AvlPath<>();
      for (var node = path.seekFirst(this, false); node != null; node = path.step(false)) {
        count++;
      }
      size = count;
    }
    return size;
  }

  void clear() {
    root = null;
    size = 0;
  }

  @Nullable AvlNode<K, V> find(long prefix, Object key) {
    AvlNode<K, V> node = root;
    for (int depth = 0; node != null && depth < MAX_HEIGHT; depth++) {
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      if (comparison == 0) {
        return node;
      }
      node = comparison < 0 ? node.left : node.right;
    }
    return null;
  }

  /** The node whose key stands in a relation to the given one. */
  @Nullable AvlNode<K, V> neighbour(long prefix, Object key, Relation relation) {
    AvlNode<K, V> found = null;
    AvlNode<K, V> node = root;
    for (int depth = 0; node != null && depth < MAX_HEIGHT; depth++) {
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      if (comparison == 0 && relation.isInclusive) {
        return node;
      }
      boolean isBelow = comparison < 0 || (comparison == 0 && !relation.isUpward);
      if (isBelow == relation.isUpward) {
        found = node;
      }
      node = isBelow ? node.left : node.right;
    }
    return found;
  }

  @Nullable AvlNode<K, V> first() {
    return outermost(-1);
  }

  @Nullable AvlNode<K, V> last() {
    return outermost(1);
  }

  /** The highest of the nodes in a range: about as many are before it as behind it. */
  @Nullable AvlNode<K, V> topOf(KeyBounds<K> bounds) {
    AvlNode<K, V> node = root;
    for (int depth = 0; node != null && depth < MAX_HEIGHT; depth++) {
      if (bounds.isTooLow(node.prefix, node.key)) {
        node = node.right;
      } else if (bounds.isTooHigh(node.prefix, node.key)) {
        node = node.left;
      } else {
        return node;
      }
    }
    return null;
  }

  /** About how many mappings a range has, by how deep the nodes at its ends lie; 0 only if none. */
  long estimatedCount(KeyBounds<K> bounds) {
    AvlNode<K, V> top = topOf(bounds);
    if (top == null) {
      return 0;
    }
    long subtree = size;
    AvlNode<K, V> node = root;
    for (int depth = 0; node != null && node != top && depth < MAX_HEIGHT; depth++) {
      subtree /= 2;
      node = bounds.isTooLow(node.prefix, node.key) ? node.right : node.left;
    }
    return 1
        + estimateBeside(top.left, -1, subtree / 2, bounds)
        + estimateBeside(top.right, 1, subtree / 2, bounds);
  }

  /** About how many mappings of a range are in a subtree that holds one of its ends. */
  private static <K, V> long estimateBeside(
      @Nullable AvlNode<K, V> from, int side, long subtree, KeyBounds<K> bounds) {
    if (side < 0 ? bounds.low == null : bounds.high == null) {
      return subtree;
    }
    long estimate = 0;
    long half = subtree / 2;
    AvlNode<K, V> node = from;
    for (int depth = 0; node != null && depth < MAX_HEIGHT; depth++) {
      boolean isInside = !bounds.isPast(node.prefix, node.key, side < 0);
      estimate += isInside ? 1 + half : 0;
      node = node.child(isInside ? side : -side);
      half /= 2;
    }
    return estimate;
  }

  private @Nullable AvlNode<K, V> outermost(int side) {
    AvlNode<K, V> found = null;
    AvlNode<K, V> node = root;
    for (int depth = 0; node != null && depth < MAX_HEIGHT; depth++) {
      found = node;
      node = node.child(side);
    }
    return found;
  }

  /**
   * Inserts a mapping if the key is absent.
   *
   * @return the node that has the key, unchanged; null if it was absent
   */
  @Nullable AvlNode<K, V> insert(long prefix, K key, V value) {
    AvlNode<K, V> node = root;
    if (node == null) {
      order.requireComparableWithItself(key);
      announceChange();
      root = new AvlNode<>(prefix, key, value);
      size = 1;
      return null;
    }
    // The last node on the way that is out of balance: above it no height changes.
    AvlNode<K, V> top = node;
    AvlNode<K, V> aboveTop = null;
    int topDepth = 0;
    AvlNode<K, V> parent = null;
    long rights = 0;
    int depth = 0;
    do {
      if (node.balance != 0) {
        top = node;
        aboveTop = parent;
        topDepth = depth;
      }
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      if (comparison == 0) {
        return node;
      }
      parent = node;
      rights |= comparison < 0 ? 0 : 1L << depth;
      depth++;
      node = comparison < 0 ? node.left : node.right;
    } while (node != null);

    AvlNode<K, V> added = new AvlNode<>(prefix, key, value);
    announceChange();
    parent.setChild(side(rights, depth - 1), added);
    size += size == UNKNOWN ? 0 : 1;
    grow(top, aboveTop, rights >> topDepth, depth - topDepth);
    return null;
  }

  /** Balances the nodes above a new one that lies so many levels below the first of them. */
  private void grow(AvlNode<K, V> top, @Nullable AvlNode<K, V> aboveTop, long rights, int levels) {
    AvlNode<K, V> node = top;
    for (int level = 1; level < levels; level++) {
      node = node.presentChild(side(rights, level - 1));
      node.balance = (byte) side(rights, level);
    }
    int side = side(rights, 0);
    if (top.balance == side) {
      replaceChild(aboveTop, top, top.rotated(side));
    } else {
      top.balance += (byte) side;
    }
  }

  private static int side(long rights, int depth) {
    return (rights >> depth & 1) == 0 ? -1 : 1;
  }

  private void replaceChild(
      @Nullable AvlNode<K, V> parent, AvlNode<K, V> old, @Nullable AvlNode<K, V> replacement) {
    if (parent == null) {
      root = replacement;
    } else if (parent.left == old) {
      parent.left = replacement;
    } else {
      parent.right = replacement;
    }
  }

  /**
   * Removes a mapping.
   *
   * @return its node; null if the key is absent
   */
  @Nullable AvlNode<K, V> remove(long prefix, Object key) {
    return remove(prefix, key, null);
  }

  /**
   * Removes a mapping if it has this value.
   *
   * @param value null for any
   * @return its node; null if there is none
   */
  @Nullable AvlNode<K, V> remove(long prefix, Object key, @Nullable Object value) {
    // A new one each time: in G1 storing to young arrays is cheap, and none keeps removed nodes.
    AvlNode<K, V>[] path = newPath(MAX_HEIGHT);
    long rights = 0;
    int depth = 0;
    AvlNode<K, V> node = root;
    while (node != null) {
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      if (comparison == 0) {
        break;
      }
      rights |= comparison < 0 ? 0 : 1L << depth;
      path[depth++] = node;
      node = comparison < 0 ? node.left : node.right;
    }
    if (node == null || (value != null && !value.equals(node.value))) {
      return null;
    }
    announceChange();
    unlink(node, path, rights, depth);
    size -= size == UNKNOWN ? 0 : 1;
    return node;
  }

  /** Removes a node below a path. */
  private void unlink(AvlNode<K, V> node, AvlNode<K, V>[] path, long rightsAbove, int depthAbove) {
    AvlNode<K, V> parent = depthAbove == 0 ? null : path[depthAbove - 1];
    if (node.left == null || node.right == null) {
      replaceChild(parent, node, node.left == null ? node.right : node.left);
      shrink(path, rightsAbove, depthAbove);
      return;
    }
    // The next node takes its place, on the path too.
    int depth = depthAbove + 1;
    AvlNode<K, V> next = node.right;
    while (next.left != null) {
      path[depth++] = next;
      next = next.left;
    }
    if (next != node.right) {
      AvlNode<K, V> aboveNext = path[depth - 1];
      replaceChild(aboveNext, next, next.right);
      next.right = node.right;
    }
    next.left = node.left;
    next.balance = node.balance;
    replaceChild(parent, node, next);
    path[depthAbove] = next;
    shrink(path, rightsAbove | 1L << depthAbove, depth);
  }

  /** Balances the nodes of a path below which the tree has become one lower. */
  private void shrink(AvlNode<K, V>[] path, long rights, int depth) {
    for (int i = depth - 1; i >= 0; i--) {
      AvlNode<K, V> node = path[i];
      int side = side(rights, i);
      if (node.balance == 0) {
        node.balance = (byte) -side;
        return;
      }
      if (node.balance == side) {
        node.balance = 0;
        continue;
      }
      boolean staysAsHigh = node.presentChild(-side).balance == 0;
      replaceChild(i == 0 ? null : path[i - 1], node, node.rotated(-side));
      if (staysAsHigh) {
        return;
      }
    }
  }

  /** Moves all mappings to another tree. */
  AvlTree<K, V> splitOffAll() {
    AvlTree<K, V> all = new AvlTree<>(order, root);
    clear();
    return all;
  }

  /**
   * Moves all mappings from the root on to another tree: about half of them. Logarithmic time.
   *
   * @return a tree of them; empty if this one is
   */
  AvlTree<K, V> splitOffUpperHalf() {
    AvlNode<K, V> middle = root;
    if (middle == null) {
      return new AvlTree<>(order);
    }
    AvlSubtree<K, V> right = AvlSubtree.of(middle.right);
    setRoot(middle.left);
    return new AvlTree<>(order, AvlSubtree.join(AvlSubtree.empty(), middle, right).root());
  }

  /**
   * Moves all mappings from a key on to another tree. Logarithmic time.
   *
   * @param inclusive whether the mapping of the key itself is moved
   */
  AvlTree<K, V> splitOff(long prefix, Object key, boolean inclusive) {
    AvlNode<K, V>[] path = newPath(MAX_HEIGHT);
    int[] heights = new int[MAX_HEIGHT];
    long rights = 0;
    int depth = 0;
    int height = AvlSubtree.of(root).height();
    for (AvlNode<K, V> node = root; node != null; ) {
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      int side = comparison < 0 || (comparison == 0 && inclusive) ? -1 : 1;
      rights |= side < 0 ? 0 : 1L << depth;
      path[depth] = node;
      heights[depth++] = height;
      height = node.heightOn(side, height);
      node = node.child(side);
    }

    AvlSubtree<K, V> low = AvlSubtree.empty();
    AvlSubtree<K, V> high = AvlSubtree.empty();
    for (int i = depth - 1; i >= 0; i--) {
      AvlNode<K, V> node = path[i];
      if (side(rights, i) < 0) {
        high = AvlSubtree.join(high, node, AvlSubtree.below(node, heights[i], 1));
      } else {
        low = AvlSubtree.join(AvlSubtree.below(node, heights[i], -1), node, low);
      }
    }
    setRoot(low.root());
    return new AvlTree<>(order, high.root());
  }

  /**
   * Takes all mappings of another tree, which is empty afterwards. Logarithmic time, no comparison.
   *
   * @param higher has only keys that are greater than all here
   */
  void append(AvlTree<K, V> higher) {
    if (higher.root != null) {
      long sum = size == UNKNOWN || higher.size == UNKNOWN ? UNKNOWN : size + higher.size;
      AvlNode<K, V> between = higher.removeFirst();
      AvlSubtree<K, V> high = AvlSubtree.of(higher.root);
      root = AvlSubtree.join(AvlSubtree.of(root), between, high).root();
      size = sum;
      higher.clear();
    }
  }

  /** Removes and returns the first node of a tree that has one, without a comparison. */
  private AvlNode<K, V> removeFirst() {
    AvlNode<K, V>[] path = newPath(MAX_HEIGHT);
    int depth = 0;
    AvlNode<K, V> node = Objects.requireNonNull(root);
    while (node.left != null) {
      path[depth++] = node;
      node = node.left;
    }
    unlink(node, path, 0, depth);
    return node;
  }

  /** Holds these nodes instead of those that it has; they are in ascending order. Linear time. */
  void setAll(List<AvlNode<K, V>> nodes) {
    root = AvlSubtree.ofSorted(nodes, 0, nodes.size()).root();
    size = nodes.size();
  }

  /** Says how many mappings there are, to who knows it. */
  void setSize(long known) {
    size = known;
  }

  private void setRoot(@Nullable AvlNode<K, V> newRoot) {
    root = newRoot;
    size = newRoot == null ? 0 : UNKNOWN;
  }

  /**
   * Checks order, prefixes, balance and size. Linear time.
   *
   * @throws AssertionError if something is not as it has to be, with what and where
   */
  void validate() {
    AvlPath<K, V> path = new AvlPath<>();
    long count = 0;
    AvlNode<K, V> last = null;
    for (AvlNode<K, V> node = path.seekFirst(this, false); node != null; ) {
      if (last != null && order.compare(last.key, node.key) >= 0) {
        throw new AssertionError("key " + node.key + ": not above " + last.key);
      }
      requireEqual(node, "prefix", node.prefix, order.prefix(node.key));
      int left = AvlSubtree.of(node.left).height();
      requireEqual(node, "balance", node.balance, AvlSubtree.of(node.right).height() - left);
      count++;
      last = node;
      node = path.step(false);
    }
    if (size != UNKNOWN && size != count) {
      throw new AssertionError("size: " + size + " (expected: " + count + ")");
    }
  }

  private static void requireEqual(AvlNode<?, ?> node, String what, long actual, long expected) {
    if (actual != expected) {
      throw new AssertionError(
          "key " + node.key + ": " + what + ": " + actual + " (expected: " + expected + ")");
    }
  }
}
