package org.jets.collections;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The mappings of a bucket that do not fit into its slots: an array of keys and values in turn as
 * long as they are few, which is nearly always; else, where hashes collide on purpose or by a bad
 * hash function, a skip list by {@link HashOrder} of such arrays, each with the keys that the order
 * does not tell apart.
 *
 * <p>Changed under the lock of the bucket only. The keys of an array never change, another array
 * takes its place; values are replaced in it. So a reader without the lock finds a consistent array
 * or none, and what it has found counts only if the bucket has not changed meanwhile.
 */
final class Spill<K> {
  private static final Object[] NOTHING = {};
  private static final int MAX_PAIRS_LENGTH = 2 * 24;

  private final HashOrder<K> order;
  private final Object[] pairs;
  private final @Nullable ConcurrentSkipListMap<K, Object[]> tree;

  private Spill(
      HashOrder<K> order, Object[] pairs, @Nullable ConcurrentSkipListMap<K, Object[]> tree) {
    this.order = order;
    this.pairs = pairs;
    this.tree = tree;
  }

  /** These mappings and one more. */
  static <K> Spill<K> with(@Nullable Spill<K> spill, HashOrder<K> order, K key, Object value) {
    if (spill == null) {
      return new Spill<>(order, new Object[] {key, value}, null);
    }
    if (spill.tree != null) {
      spill.tree.merge(key, new Object[] {key, value}, Spill::concat);
      return spill;
    }
    Object[] pairs = concat(spill.pairs, new Object[] {key, value});
    return pairs.length <= MAX_PAIRS_LENGTH
        ? new Spill<>(order, pairs, null)
        : new Spill<>(order, NOTHING, treeOf(order, pairs));
  }

  private static <K> ConcurrentSkipListMap<K, Object[]> treeOf(HashOrder<K> order, Object[] pairs) {
    ConcurrentSkipListMap<K, Object[]> tree = new ConcurrentSkipListMap<>(order);
    for (int i = 0; i < pairs.length; i += 2) {
      K key = order.key(pairs, i);
      tree.merge(key, new Object[] {key, pairs[i + 1]}, Spill::concat);
    }
    return tree;
  }

  private static Object[] concat(Object[] a, Object[] b) {
    Object[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  /** These mappings without one, which must be there; null if none is left. */
  @Nullable Spill<K> without(K key) {
    if (tree == null) {
      Object[] rest = without(pairs, key);
      return rest.length == 0 ? null : new Spill<>(order, rest, null);
    }
    tree.computeIfPresent(
        key,
        (representative, group) -> {
          Object[] rest = without(group, key);
          return rest.length == 0 ? null : rest;
        });
    return tree.isEmpty() ? null : this;
  }

  private Object[] without(Object[] group, K key) {
    int at = indexOf(group, key);
    Object[] rest = new Object[group.length - 2];
    System.arraycopy(group, 0, rest, 0, at);
    System.arraycopy(group, at + 2, rest, at, rest.length - at);
    return rest;
  }

  /** The array in which a key is, if it is here at all. */
  Object[] groupOf(K key) {
    return tree == null ? pairs : tree.getOrDefault(key, NOTHING);
  }

  /** Where a key is in its array; negative if it is not. */
  int indexOf(Object[] group, K key) {
    for (int i = 0; i < group.length; i += 2) {
      if (order.equal(key, order.key(group, i))) {
        return i;
      }
    }
    return -1;
  }

  boolean isTree() {
    return tree != null;
  }

  /** All keys and values in turn. */
  Object[] toArray() {
    if (tree == null) {
      return pairs;
    }
    Object[] all = new Object[16];
    int length = 0;
    for (Map.Entry<K, Object[]> entry : tree.entrySet()) {
      Object[] group = entry.getValue();
      while (all.length < length + group.length) {
        all = Arrays.copyOf(all, 2 * all.length);
      }
      System.arraycopy(group, 0, all, length, group.length);
      length += group.length;
    }
    return Arrays.copyOf(all, length);
  }
}
