package org.jets.collections.internal.lfca;

import java.util.List;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * The way to base nodes: a B+ tree that never changes. Its root is replaced by that of another tree
 * that shares most of it. All leaves of it are equally deep, whatever order keys have come in.
 *
 * <p>The intervals of its base nodes, as they have been since each was made, follow each other
 * without gap or overlap, at every depth. A base node may have been split or joined since: it leads
 * on.
 */
public final class RoutingNode<K, V> {
  /** The least key of the first child; null if there is none. */
  private final @Nullable K low;

  /** The number of units that all keys share in front of what their prefixes are of. */
  private final int offset;

  /** The prefixes of {@link #keys}, or null if the order has none. */
  private final long @Nullable [] prefixes;

  /** The least key of each child but the first. */
  private final Object[] keys;

  /** All {@link RoutingNode}s or all {@link LockFreeBaseNode}s. */
  private final Object[] children;

  /** The level, which is 0 if the children are base nodes. */
  private final int level;

  /** The number of base nodes that are below. */
  private final int bases;

  RoutingNode(
      @Nullable K low,
      int offset,
      long @Nullable [] prefixes,
      Object[] keys,
      Object[] children,
      int level,
      int bases) {
    this.low = low;
    this.offset = offset;
    this.prefixes = prefixes;
    this.keys = keys;
    this.children = children;
    this.level = level;
    this.bases = bases;
  }

  /** The root of a tree of one base node, for all keys. */
  static <K, V> RoutingNode<K, V> of(PrefixOrder<K> order, LockFreeBaseNode<K, V> base) {
    return new RoutingNode<>(
        null,
        0,
        order.hasPrefixes() ? new long[0] : null,
        new Object[0],
        new Object[] {base},
        0,
        1);
  }

  @Nullable K low() {
    return low;
  }

  int level() {
    return level;
  }

  int bases() {
    return bases;
  }

  int width() {
    return children.length;
  }

  @SuppressWarnings("unchecked") // They are keys.
  K key(int index) {
    return (K) keys[index];
  }

  int offset() {
    return offset;
  }

  @SuppressWarnings("unchecked") // At this level they are.
  LockFreeBaseNode<K, V> base(int index) {
    return (LockFreeBaseNode<K, V>) children[index];
  }

  @SuppressWarnings("unchecked") // At other levels they are.
  RoutingNode<K, V> child(int index) {
    return (RoutingNode<K, V>) children[index];
  }

  /** Copies children, not the first, and where they begin, with prefixes as they are here. */
  void copyTo(
      int from,
      int to,
      @Nullable Object[] lows,
      long[] targetPrefixes,
      Object[] targetChildren,
      int at) {
    System.arraycopy(keys, from - 1, lows, at, to - from);
    System.arraycopy(children, from, targetChildren, at, to - from);
    if (prefixes != null) {
      System.arraycopy(prefixes, from - 1, targetPrefixes, at, to - from);
    }
  }

  /** Returns the number of base nodes below some children. */
  int basesBelow(int from, int to) {
    if (level == 0) {
      return to - from;
    }
    int count = 0;
    for (int i = from; i < to; i++) {
      count += child(i).bases;
    }
    return count;
  }

  /** The child with a key, or for null the first one. */
  int indexOf(PrefixOrder<K> order, long prefix, @Nullable Object key) {
    return key == null ? 0 : (int) step(order, prefix, key, 0, true);
  }

  /** The child with the keys right below a key, or for null the last one. */
  int indexBelow(PrefixOrder<K> order, long prefix, @Nullable Object key) {
    return key == null ? keys.length : (int) step(order, prefix, key, 0, false);
  }

  /**
   * Finds the child with a key, and how many units the key shares with all keys there.
   *
   * @param known how many it is known to share with all keys here
   * @return the child in the lower half, and in the upper half what is then {@code known}
   */
  long step(PrefixOrder<K> order, long prefix, Object key, int known) {
    return step(order, prefix, key, known, true);
  }

  private long step(PrefixOrder<K> order, long prefix, Object key, int known, boolean countsEqual) {
    int count = keys.length;
    int found = order.search(prefix, key, known, offset, prefixes, keys, count);
    int index = found < 0 ? ~found : countsEqual ? found + 1 : found;
    int shared = known;
    if (prefixes != null && index > 0 && index < count) {
      shared = Math.max(shared, offset + order.shared(prefixes[index - 1], prefixes[index]));
    }
    return ((long) shared << Integer.SIZE) | index;
  }

  static int known(long step) {
    return (int) (step >>> Integer.SIZE);
  }

  /** The base node with a key, or for null the first one. */
  LockFreeBaseNode<K, V> find(PrefixOrder<K> order, long prefix, @Nullable Object key) {
    RoutingNode<K, V> node = this;
    if (key == null) {
      while (node.level > 0) {
        node = node.child(0);
      }
      return node.base(0);
    }
    long step = node.step(order, prefix, key, 0);
    while (node.level > 0) {
      node = node.child((int) step);
      step = node.step(order, prefix, key, known(step));
    }
    return node.base((int) step);
  }

  /** The node with the base node with a key, or with those right below it. */
  RoutingNode<K, V> lowest(PrefixOrder<K> order, long prefix, @Nullable Object key, boolean below) {
    RoutingNode<K, V> node = this;
    while (node.level > 0) {
      node =
          node.child(
              below ? node.indexBelow(order, prefix, key) : node.indexOf(order, prefix, key));
    }
    return node;
  }

  /**
   * The number of base nodes that are before the one with a key, or with the keys right below it.
   */
  int rank(PrefixOrder<K> order, long prefix, Object key, boolean below) {
    int rank = 0;
    RoutingNode<K, V> node = this;
    for (; ; ) {
      int index = below ? node.indexBelow(order, prefix, key) : node.indexOf(order, prefix, key);
      if (node.level == 0) {
        return rank + index;
      }
      for (int i = 0; i < index; i++) {
        rank += node.child(i).bases;
      }
      node = node.child(index);
    }
  }

  /** Returns the least key of the base node with this number, which is not the first. */
  K lowOfBase(int number) {
    int behind = number;
    RoutingNode<K, V> node = this;
    for (; ; ) {
      int index = 0;
      if (node.level == 0) {
        return node.key(behind - 1);
      }
      while (behind >= node.child(index).bases) {
        behind -= node.child(index).bases;
        index++;
      }
      if (behind == 0) {
        return node.key(index - 1);
      }
      node = node.child(index);
    }
  }

  /**
   * A tree with other base nodes in an interval.
   *
   * @param fresh whose intervals follow each other; where the first begins and the last ends, base
   *     nodes of this tree begin and end
   */
  RoutingNode<K, V> with(PrefixOrder<K> order, int fanout, List<LockFreeBaseNode<K, V>> fresh) {
    K from = fresh.get(0).low;
    K to = fresh.get(fresh.size() - 1).high;
    RoutingBuilder<K, V> top = new RoutingBuilder<>(order, fanout, level + 1);
    top.addAll(replaced(order, fanout, from, to, fresh));
    RoutingNode<K, V> root = top.onlyNode();
    while (root.level > 0 && root.children.length == 1) {
      root = root.child(0);
    }
    return root;
  }

  /**
   * The nodes that take the place of this one, as many as need be.
   *
   * @param from null for where this node begins
   * @param to null for where this node ends
   * @throws IllegalStateException if comparisons give the ends in the wrong order, for which this
   *     would have children twice
   */
  private List<RoutingNode<K, V>> replaced(
      PrefixOrder<K> order,
      int fanout,
      @Nullable K from,
      @Nullable K to,
      List<LockFreeBaseNode<K, V>> fresh) {
    int first = indexOf(order, from == null ? 0 : order.prefix(from), from);
    int last = indexBelow(order, to == null ? 0 : order.prefix(to), to);
    if (first > last) {
      throw CircleCheck.contradiction();
    }
    RoutingBuilder<K, V> builder = new RoutingBuilder<>(order, fanout, level);
    builder.addChildren(this, 0, first);
    if (level == 0) {
      for (LockFreeBaseNode<K, V> base : fresh) {
        builder.add(base.low, base, 1);
      }
    } else if (first == last) {
      builder.addAll(child(first).replaced(order, fanout, from, to, fresh));
    } else {
      builder.addAll(child(first).replaced(order, fanout, from, null, fresh));
      builder.addAll(child(last).replaced(order, fanout, null, to, List.of()));
    }
    builder.addChildren(this, last + 1, children.length);
    return builder.nodes();
  }

  /** The number of routing nodes from here on down. */
  int countNodes() {
    int count = 1;
    for (int i = 0; level > 0 && i < children.length; i++) {
      count += child(i).countNodes();
    }
    return count;
  }

  /** See {@code AbstractConcurrentMap.validate}. */
  void validate(PrefixOrder<K> order, int fanout) {
    requireThat(children.length <= fanout, "too wide");
    requireThat(children.length == keys.length + 1, "keys and children");
    requireThat(bases == basesBelow(0, children.length), "counted wrong");
    for (int i = 0; i < children.length; i++) {
      K lowest = i == 0 ? low : key(i - 1);
      K childLow = level == 0 ? base(i).low : child(i).low;
      requireThat(
          lowest == childLow
              || (lowest != null && childLow != null && order.compare(lowest, childLow) == 0),
          "child begins elsewhere");
      if (level == 0) {
        requireThat(base(i).state() instanceof ImmutableLeaf, "not live");
        K high = base(i).high;
        K next = i < keys.length ? key(i) : high;
        requireThat(
            next == high || (next != null && high != null && order.compare(next, high) == 0),
            "base node ends elsewhere");
      } else {
        requireThat(child(i).level == level - 1, "not of equal depth");
        child(i).validate(order, fanout);
      }
    }
  }

  private void requireThat(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("routing node from " + low + " at level " + level + ": " + what);
    }
  }
}
