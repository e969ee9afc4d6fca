package org.jets.collections.internal.bplus;

import java.util.Arrays;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.order.PrefixOrder;

/** Makes the nodes of a {@link BPlusTree} for mappings in order: as full as they can be alike. */
public final class BPlusBuilder<K> {
  private final PrefixOrder<K> order;

  private BPlusBuilder(PrefixOrder<K> order) {
    this.order = order;
  }

  /** The root of nodes for all mappings of a run. */
  static <K, V> BPlusNode<K> build(PrefixOrder<K> order, EntryRun<K, V> run) {
    return new BPlusBuilder<K>(order).build(run);
  }

  private <V> BPlusNode<K> build(EntryRun<K, V> run) {
    int count = Math.max(1, groups(run.size()));
    Object[] children = new Object[2 * count];
    Object[] firstKeys = new Object[count];
    for (int i = 0; i < count; i++) {
      int from = start(i, run.size(), count);
      int to = start(i + 1, run.size(), count);
      long[] words = BPlusLeaf.newWords(count == 1 ? BPlusLeaf.capacityFor(to) : BPlusLeaf.MAX);
      Object[] slots = BPlusLeaf.newSlots(words);
      for (int at = from; at < to; at++) {
        K key = run.storedKey(at);
        BPlusLeaf.insert(words, slots, at - from, order.prefix(key), key, run.value(at));
      }
      children[2 * i] = words;
      children[2 * i + 1] = slots;
      firstKeys[i] = BPlusLeaf.key(slots, 0);
    }
    return aboveAll(children, firstKeys);
  }

  /** Nodes above such children, and nodes above those, up to one. */
  private BPlusNode<K> aboveAll(Object[] leaves, Object[] firstOfLeaves) {
    Object[] children = leaves;
    Object[] firstKeys = firstOfLeaves;
    for (int height = 1; ; height++) {
      int count = groups(firstKeys.length);
      Object[] nodes = new Object[2 * count];
      Object[] firstOfNodes = new Object[count];
      BPlusNode<K> node = null;
      for (int i = 0; i < count; i++) {
        int from = start(i, firstKeys.length, count);
        int to = start(i + 1, firstKeys.length, count);
        node = above(height, children, firstKeys, from, to);
        nodes[2 * i] = node;
        firstOfNodes[i] = firstKeys[from];
      }
      if (node != null && count == 1) {
        return node;
      }
      children = nodes;
      firstKeys = firstOfNodes;
    }
  }

  private BPlusNode<K> above(int height, Object[] children, Object[] firstKeys, int from, int to) {
    Object[] separators = Arrays.copyOfRange(firstKeys, from + 1, to);
    long[] prefixes = new long[separators.length];
    for (int i = 0; i < prefixes.length; i++) {
      prefixes[i] = order.prefix(separators[i]);
    }
    return new BPlusNode<>(
        height, prefixes, separators, Arrays.copyOfRange(children, 2 * from, 2 * to));
  }

  /** Returns the number of leaves, or nodes, for so many mappings, or children. */
  private static int groups(int size) {
    return (size + BPlusNode.MAX - 1) / BPlusNode.MAX;
  }

  /** Returns the start of a group if so many are parted alike. */
  private static int start(int group, int size, int groups) {
    return (int) ((long) group * size / groups);
  }
}
