package org.jets.collections.internal.bplus;

import java.util.Arrays;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

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
    long[] firstPrefixes = new long[count];
    boolean keepsKeys = !order.hasKeysInPrefixes();
    for (int i = 0; i < count; i++) {
      int from = start(i, run.size(), count);
      int to = start(i + 1, run.size(), count);
      long[] words = BPlusLeaf.newWords(count == 1 ? BPlusLeaf.capacityFor(to) : BPlusLeaf.MAX);
      Object[] slots = BPlusLeaf.newSlots(words, keepsKeys);
      int offset = keepsKeys && from + 1 < to ? order.offset(run.key(from), run.key(to - 1)) : 0;
      BPlusLeaf.setOffset(words, offset);
      for (int at = from; at < to; at++) {
        K key = keepsKeys ? run.key(at) : null;
        long prefix =
            key == null || offset == 0 ? run.prefix(order, at) : order.prefix(key, offset);
        BPlusLeaf.insert(words, slots, at - from, prefix, key, run.value(at));
      }
      children[2 * i] = words;
      children[2 * i + 1] = slots;
      firstPrefixes[i] = BPlusLeaf.prefix(words, 0);
      if (keepsKeys) {
        firstKeys[i] = slots[0];
      }
    }
    return aboveAll(children, firstPrefixes, keepsKeys ? firstKeys : null);
  }

  /** Nodes above such children, and nodes above those, up to one. */
  private BPlusNode<K> aboveAll(
      Object[] leaves, long[] prefixesOfLeaves, Object @Nullable [] keysOfLeaves) {
    Object[] children = leaves;
    long[] prefixes = prefixesOfLeaves;
    Object[] keys = keysOfLeaves;
    for (int height = 1; ; height++) {
      int count = groups(prefixes.length);
      Object[] nodes = new Object[2 * count];
      long[] prefixesOfNodes = new long[count];
      Object[] keysOfNodes = keys == null ? null : new Object[count];
      BPlusNode<K> node = null;
      for (int i = 0; i < count; i++) {
        int from = start(i, prefixes.length, count);
        int to = start(i + 1, prefixes.length, count);
        node =
            BPlusNode.of(
                order,
                height,
                Arrays.copyOfRange(prefixes, from + 1, to),
                keys == null ? null : Arrays.copyOfRange(keys, from + 1, to),
                Arrays.copyOfRange(children, 2 * from, 2 * to));
        nodes[2 * i] = node;
        prefixesOfNodes[i] = prefixes[from];
        if (keys != null && keysOfNodes != null) {
          keysOfNodes[i] = keys[from];
        }
      }
      if (node != null && count == 1) {
        return node;
      }
      children = nodes;
      prefixes = prefixesOfNodes;
      keys = keysOfNodes;
    }
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
