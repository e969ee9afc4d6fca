package org.jets.collections.internal.avl;

import java.lang.invoke.VarHandle;
import java.util.List;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A balanced search tree after G. M. Adelson-Velsky and E. M. Landis (1962), for one thread at a
 * time. The algorithms are those of D. E. Knuth, The Art of Computer Programming, volume 3, section
 * 6.2.3. An insertion needs no stack. It changes its path only from the last node whose subtrees
 * differ in height. A join walks down the edge of the higher tree to a subtree about as high as the
 * lower tree, and joins the two there.
 *
 * <p>On errors:
 *
 * <ul>
 *   <li>All comparisons and allocations come before the first change. The change itself consists of
 *       loads and stores alone. So an exception leaves the tree unchanged.
 *   <li>A split, a join, and a change of a range copy the nodes that would change ({@link
 *       AvlSubtree}), and publish the new root by {@link #become}.
 * </ul>
 *
 * <p>Other threads may call {@link #find}, {@link #neighbour}, {@link #first} and {@link #last}
 * during a change. They must then detect the change and discard their result. These methods always
 * end, after at most {@link #MAX_HEIGHT} steps, and never reach a node whose key is not visible.
 */
public final class AvlTree<K, V> {
  /** More than a tree in memory can have: this many levels need some 10^12 nodes. */
  static final int MAX_HEIGHT = 60;

  static final long UNKNOWN = -1;

  private final PrefixOrder<K> order;
  private @Nullable AvlNode<K, V> root;

  /** The number of nodes, or {@link #UNKNOWN} since a split. */
  private long size;

  private @Nullable Runnable beforeChange;

  AvlTree(PrefixOrder<K> order) {
    this.order = order;
  }

  private AvlTree(PrefixOrder<K> order, @Nullable AvlNode<K, V> root, long size) {
    this.order = order;
    this.root = root;
    this.size = size;
  }

  /** Sets an action that runs before an insertion or a removal changes links of nodes. */
  void beforeChange(Runnable action) {
    beforeChange = action;
  }

  private void announceChange() {
    if (beforeChange != null) {
      beforeChange.run();
    }
  }

  /** Returns an array for nodes. A node that is read from it must have been written before. */
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

  /** The number of mappings. Constant time, but linear after a split or a join of unknown sizes. */
  long size() {
    long known = size;
    if (known != UNKNOWN) {
      return known;
    }
    long count = 0;
    AvlPath<K, V> path = new AvlPath<>();
    for (var node = path.seekFirst(this, false); node != null; node = path.step(false)) {
      count++;
    }
    return count; // Not kept: the caller may be a reader beside a writer.
  }

  void clear() {
    become(null, 0);
  }

  @Nullable AvlNode<K, V> find(long prefix, Object key) {
    return find(root, order, prefix, key);
  }

  static <K, V> @Nullable AvlNode<K, V> find(
      @Nullable AvlNode<K, V> root, PrefixOrder<K> order, long prefix, Object key) {
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
    return insert(prefix, key, value, null);
  }

  /**
   * The same, with the stamp of a container odd from the change on. If it throws with the stamp
   * odd, nothing has changed, and the caller makes the stamp even.
   */
  @Nullable AvlNode<K, V> insert(
      long prefix, K key, V value, @Nullable OrderedContainer<?, ?> changing) {
    AvlNode<K, V> node = root;
    if (node == null) {
      order.requireComparableWithItself(key);
      AvlNode<K, V> only = new AvlNode<>(prefix, key, value);
      announceChange();
      if (changing != null) {
        long before = changing.stamp;
        changing.stamp = before + 1;
        VarHandle.storeStoreFence();
      }
      root = only;
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
    if (changing != null) {
      long before = changing.stamp;
      changing.stamp = before + 1;
      VarHandle.storeStoreFence();
    }
    link(parent, added, top, aboveTop, rights, topDepth, depth);
    return null;
  }

  /**
   * Links a node below a parent and balances the nodes above it. Only loads and stores: nothing
   * here can throw once it has begun.
   *
   * @param top the last node on the way that is out of balance
   * @param rights where the way turns right, one bit for each level
   * @param depth the number of levels of the way
   */
  @SuppressWarnings("NullAway") // A node is there on the side that leans, and along the way.
  private void link(
      AvlNode<K, V> parent,
      AvlNode<K, V> added,
      AvlNode<K, V> top,
      @Nullable AvlNode<K, V> aboveTop,
      long rights,
      int topDepth,
      int depth) {
    if ((rights >> (depth - 1) & 1) == 0) {
      parent.left = added;
    } else {
      parent.right = added;
    }
    if (size != UNKNOWN) {
      size++;
    }
    boolean right = (rights >> topDepth & 1) != 0;
    AvlNode<K, V> child = right ? top.right : top.left;
    AvlNode<K, V> node = child;
    for (int level = topDepth + 1; level < depth; level++) {
      boolean goesRight = (rights >> level & 1) != 0;
      node.balance = (byte) (goesRight ? 1 : -1);
      node = goesRight ? node.right : node.left;
    }
    int side = right ? 1 : -1;
    if (top.balance != side) {
      top.balance += (byte) side;
      return;
    }
    AvlNode<K, V> other = child;
    if (child.balance == side) {
      if (right) {
        top.right = child.left;
        child.left = top;
      } else {
        top.left = child.right;
        child.right = top;
      }
      top.balance = 0;
      child.balance = 0;
    } else {
      if (right) {
        other = child.left;
        child.left = other.right;
        top.right = other.left;
        other.left = top;
        other.right = child;
      } else {
        other = child.right;
        child.right = other.left;
        top.left = other.right;
        other.right = top;
        other.left = child;
      }
      top.balance = (byte) (other.balance == side ? -side : 0);
      child.balance = (byte) (other.balance == -side ? side : 0);
      other.balance = 0;
    }
    if (aboveTop == null) {
      root = other;
    } else if (aboveTop.left == top) {
      aboveTop.left = other;
    } else {
      aboveTop.right = other;
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
    return remove(prefix, key, value, null);
  }

  /** The same, with the stamp of a container odd from the change on, as in an insertion. */
  @Nullable AvlNode<K, V> remove(
      long prefix, Object key, @Nullable Object value, @Nullable OrderedContainer<?, ?> changing) {
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
    if (node == null || (value != null && value != node.value && !value.equals(node.value))) {
      return null;
    }
    announceChange();
    if (changing != null) {
      long before = changing.stamp;
      changing.stamp = before + 1;
      VarHandle.storeStoreFence();
    }
    unlink(node, path, rights, depth);
    return node;
  }

  /**
   * Removes a node below a path and balances the nodes of the path. Only loads and stores: nothing
   * here can throw once it has begun.
   */
  @SuppressWarnings("NullAway") // A node is there on the side that leans.
  private void unlink(AvlNode<K, V> node, AvlNode<K, V>[] path, long rightsAbove, int depthAbove) {
    AvlNode<K, V> parent = depthAbove == 0 ? null : path[depthAbove - 1];
    long rights = rightsAbove;
    int depth = depthAbove;
    AvlNode<K, V> successor;
    if (node.left == null) {
      successor = node.right;
    } else if (node.right == null) {
      successor = node.left;
    } else {
      // The next node takes its place, on the path too.
      depth++;
      AvlNode<K, V> next = node.right;
      while (next.left != null) {
        path[depth++] = next;
        next = next.left;
      }
      if (next != node.right) {
        path[depth - 1].left = next.right;
        next.right = node.right;
      }
      next.left = node.left;
      next.balance = node.balance;
      path[depthAbove] = next;
      rights |= 1L << depthAbove;
      successor = next;
    }
    if (parent == null) {
      root = successor;
    } else if (parent.left == node) {
      parent.left = successor;
    } else {
      parent.right = successor;
    }
    if (size != UNKNOWN) {
      size--;
    }

    // Below the last node of the path the tree has become one lower.
    for (int i = depth - 1; i >= 0; i--) {
      AvlNode<K, V> top = path[i];
      boolean right = (rights >> i & 1) == 0; // The side that is too high now, if any.
      int side = right ? 1 : -1;
      if (top.balance == 0) {
        top.balance = (byte) side;
        return;
      }
      if (top.balance != side) {
        top.balance = 0;
        continue;
      }
      AvlNode<K, V> child = right ? top.right : top.left;
      AvlNode<K, V> other = child;
      boolean staysAsHigh = child.balance == 0;
      if (child.balance != -side) {
        if (right) {
          top.right = child.left;
          child.left = top;
        } else {
          top.left = child.right;
          child.right = top;
        }
        top.balance = (byte) (staysAsHigh ? side : 0);
        child.balance = (byte) (staysAsHigh ? -side : 0);
      } else {
        if (right) {
          other = child.left;
          child.left = other.right;
          top.right = other.left;
          other.left = top;
          other.right = child;
        } else {
          other = child.right;
          child.right = other.left;
          top.left = other.right;
          other.right = top;
          other.left = child;
        }
        top.balance = (byte) (other.balance == side ? -side : 0);
        child.balance = (byte) (other.balance == -side ? side : 0);
        other.balance = 0;
      }
      AvlNode<K, V> above = i == 0 ? null : path[i - 1];
      if (above == null) {
        root = other;
      } else if (above.left == top) {
        above.left = other;
      } else {
        above.right = other;
      }
      if (staysAsHigh) {
        return;
      }
    }
  }

  /** A tree of the same nodes. What changes either changes both, until nodes are copied. */
  AvlTree<K, V> alias() {
    return new AvlTree<>(order, root, size);
  }

  /** A tree of copies of all nodes. Linear time. */
  AvlTree<K, V> copy() {
    return new AvlTree<>(order, AvlSubtree.copyOf(root), size);
  }

  /** Replaces all nodes by these, by two stores. */
  void become(@Nullable AvlNode<K, V> newRoot, long newSize) {
    announceChange();
    root = newRoot;
    size = newSize;
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
    AvlTree<K, V> upper =
        new AvlTree<>(order, AvlSubtree.join(AvlSubtree.empty(), middle, right).root(), UNKNOWN);
    become(middle.left, middle.left == null ? 0 : UNKNOWN);
    return upper;
  }

  /**
   * Moves all mappings from a key on to another tree. Logarithmic time.
   *
   * @param inclusive whether the mapping of the key itself is moved
   */
  AvlTree<K, V> splitOff(long prefix, Object key, boolean inclusive) {
    AvlSubtree<K, V> all = AvlSubtree.of(root);
    AvlNode<K, V> low = all.below(order, prefix, key, !inclusive).root();
    AvlNode<K, V> high = all.above(order, prefix, key, inclusive).root();
    AvlTree<K, V> upper = new AvlTree<>(order, high, high == null ? 0 : UNKNOWN);
    become(low, low == null ? 0 : UNKNOWN);
    return upper;
  }

  /**
   * Takes all mappings of another tree, which is empty afterwards. Logarithmic time, no comparison.
   *
   * @param higher has only keys that are greater than all here
   */
  void append(AvlTree<K, V> higher) {
    long sum = size == UNKNOWN || higher.size == UNKNOWN ? UNKNOWN : size + higher.size;
    become(AvlSubtree.of(root).followedBy(AvlSubtree.of(higher.root)).root(), sum);
    higher.clear();
  }

  /** Holds copies of these nodes instead; they are in ascending order. Linear time. */
  void setAll(List<AvlNode<K, V>> nodes) {
    become(AvlSubtree.ofSorted(nodes, 0, nodes.size()).root(), nodes.size());
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
