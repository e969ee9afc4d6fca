package org.jets.collections.internal.lfca;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/** Makes the routing nodes of one level out of their children, from the first to the last. */
public final class RoutingBuilder<K, V> {
  private final PrefixOrder<K> order;
  private final int fanout;
  private final int level;
  private int size;
  private int bases;
  private @Nullable Object[] lows = new @Nullable Object[8];

  /** Those of {@link #lows} behind the offset. */
  private long[] prefixes = new long[8];

  /** That of the first node from which children came; negative before that. */
  private int offset = -1;

  /** A key from that node. */
  private @Nullable Object sharing;

  /** True if not all share what the offset says, so that all prefixes have to be made. */
  private boolean isMixed;

  private Object[] children = new Object[8];

  /** True if the last child is new. */
  private boolean growsAtEnd;

  RoutingBuilder(PrefixOrder<K> order, int fanout, int level) {
    this.order = order;
    this.fanout = fanout;
    this.level = level;
  }

  private void reserve(int more) {
    if (size + more > children.length) {
      int length = Math.max(size + more + 2, 2 * size);
      lows = Arrays.copyOf(lows, length);
      prefixes = Arrays.copyOf(prefixes, length);
      children = Arrays.copyOf(children, length);
    }
  }

  void add(@Nullable K low, Object child, int basesOfChild) {
    reserve(1);
    lows[size] = low;
    if (low != null && order.hasPrefixes()) {
      prefixes[size] = prefix(low);
    }
    children[size] = child;
    size++;
    bases += basesOfChild;
    growsAtEnd = true;
  }

  private long prefix(K low) {
    if (offset <= 0) {
      return order.prefix(low);
    }
    isMixed |= sharing != null && !order.share(low, sharing, offset);
    return isMixed ? 0 : order.prefix(low, offset);
  }

  /** Adds nodes of the level below; one of few children is joined with the one before. */
  void addAll(List<RoutingNode<K, V>> nodes) {
    for (RoutingNode<K, V> node : nodes) {
      if (!tryMerge(node)) {
        add(node.low(), node, node.bases());
      }
    }
  }

  /** Adds children of a node of this level. */
  void addChildren(RoutingNode<K, V> node, int from, int to) {
    int index = from;
    if (index < to && (index == 0 || level > 0)) {
      if (level == 0) {
        add(node.low(), node.base(0), 1);
      } else {
        addAll(List.of(node.child(index)));
      }
      index++;
    }
    if (index < to) {
      reserve(to - index);
      setOffset(node.offset(), node.key(index - 1));
      node.copyTo(index, to, lows, prefixes, children, size);
      size += to - index;
      bases += node.basesBelow(index, to);
    }
    if (from < to) {
      growsAtEnd = false;
    }
  }

  /** Takes over the offset of a node, whose keys share so many units. */
  @SuppressWarnings("unchecked") // They are keys.
  private void setOffset(int offsetOfNode, K key) {
    if (offset < 0) {
      offset = offsetOfNode;
      sharing = key;
      for (int i = 0; i < size && offset > 0; i++) {
        if (lows[i] != null) {
          prefixes[i] = prefix((K) lows[i]);
        }
      }
    } else if (offset != offsetOfNode
        || (offset > 0 && sharing != null && !order.share(key, sharing, offset))) {
      isMixed = true;
    }
  }

  private boolean tryMerge(RoutingNode<K, V> node) {
    if (size == 0) {
      return false;
    }
    @SuppressWarnings("unchecked") // At this level they are.
    RoutingNode<K, V> last = (RoutingNode<K, V>) children[size - 1];
    int width = last.width() + node.width();
    if (Math.min(last.width(), node.width()) > fanout / 4 || width > fanout - fanout / 4) {
      return false;
    }
    RoutingBuilder<K, V> merged = new RoutingBuilder<>(order, fanout, level - 1);
    merged.addChildren(last, 0, last.width());
    merged.addChildren(node, 0, node.width());
    children[size - 1] = merged.node(0, merged.size, last.bases() + node.bases());
    bases += node.bases();
    return true;
  }

  /** Nodes with all the children; none if there are none. */
  List<RoutingNode<K, V>> nodes() {
    if (size <= fanout) {
      return size == 0 ? List.of() : List.of(node(0, size, bases));
    }
    int pieces = (size + fanout - 1) / fanout;
    List<RoutingNode<K, V>> nodes = new ArrayList<>(pieces);
    int from = 0;
    for (int piece = 1; piece <= pieces; piece++) {
      // What grows at the end will go on there: full nodes stay behind.
      int to = growsAtEnd ? Math.min(size, from + fanout) : (int) ((long) size * piece / pieces);
      nodes.add(node(from, to, countBases(from, to)));
      from = to;
    }
    return nodes;
  }

  /** A node with all the children, or with nodes for them. */
  RoutingNode<K, V> onlyNode() {
    List<RoutingNode<K, V>> nodes = nodes();
    if (nodes.size() == 1) {
      return nodes.get(0);
    }
    RoutingBuilder<K, V> above = new RoutingBuilder<>(order, fanout, level + 1);
    above.addAll(nodes);
    return above.onlyNode();
  }

  @SuppressWarnings("unchecked") // At levels above the lowest they are nodes.
  private int countBases(int from, int to) {
    if (level == 0) {
      return to - from;
    }
    int count = 0;
    for (int i = from; i < to; i++) {
      count += ((RoutingNode<K, V>) children[i]).bases();
    }
    return count;
  }

  @SuppressWarnings("unchecked") // They are keys.
  private RoutingNode<K, V> node(int from, int to, int basesOfNode) {
    Object[] keys = Arrays.copyOfRange(lows, from + 1, to);
    int count = keys.length;
    int newOffset = count == 0 ? 0 : Math.max(0, offset);
    long[] newPrefixes = null;
    if (order.hasPrefixes()) {
      newPrefixes = Arrays.copyOfRange(prefixes, from + 1, to);
      int better = newOffset;
      if (isMixed) {
        better = count < 2 ? 0 : order.offset(keys[0], keys[count - 1]);
      } else if (count > 1) {
        long last = newPrefixes[count - 1];
        better = order.betterOffset(newOffset, newPrefixes[0], last, keys[0], keys[count - 1]);
      }
      if (isMixed || better != newOffset) {
        newOffset = better;
        newPrefixes = order.prefixes(keys, count, better);
      }
    }
    return new RoutingNode<>(
        (K) lows[from],
        newOffset,
        newPrefixes,
        keys,
        Arrays.copyOfRange(children, from, to),
        level,
        basesOfNode);
  }
}
