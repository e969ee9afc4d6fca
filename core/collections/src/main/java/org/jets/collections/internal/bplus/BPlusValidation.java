package org.jets.collections.internal.bplus;

import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/** Checks a {@link BPlusTree}. */
public final class BPlusValidation<K> {
  private final PrefixOrder<K> order;
  private @Nullable K last;

  BPlusValidation(PrefixOrder<K> order) {
    this.order = order;
  }

  void validate(BPlusNode<K> root) {
    OrderedContainer.check(root.height == 1 || root.size() > 1, "a root with one child");
    BPlusPath<K> path = BPlusPath.alongEdge(root, false, 1);
    do {
      checkPath(path);
      checkLeaf(path);
    } while (path.advance());
  }

  private void checkPath(BPlusPath<K> path) {
    for (int level = 0; level <= path.last(); level++) {
      BPlusNode<K> node = path.node(level);
      OrderedContainer.check(
          level == 0 || node.height == path.node(level - 1).height - 1, "a node at a wrong height");
      OrderedContainer.check(node.size() <= BPlusNode.MAX, "a node with too many children");
      OrderedContainer.check(
          level == 0 || node.size() >= BPlusNode.MIN, "a node with too few children");
    }
  }

  private void checkLeaf(BPlusPath<K> path) {
    long[] words = path.words();
    Object[] slots = path.slots();
    int count = BPlusLeaf.count(words);
    OrderedContainer.check(!BPlusLeaf.isChanging(words[0]), "a leaf that is being changed");
    int keys = BPlusLeaf.keys(words, slots);
    OrderedContainer.check(
        slots.length == BPlusLeaf.capacity(words) << keys, "arrays of two sizes");
    OrderedContainer.check(
        keys == 0 || !order.hasKeysInPrefixes() || isFirstLeaf(path, words),
        "keys that are kept for nothing");
    OrderedContainer.check(
        count > 0 || (path.last() == 0 && path.node(0).size() == 1), "an empty leaf");
    for (int i = 0; i < BPlusLeaf.capacity(words); i++) {
      if (i < count) {
        checkMapping(path, words, slots, i);
      } else {
        int at = i << keys;
        OrderedContainer.check(slots[at] == null && slots[at + keys] == null, "a leaked object");
      }
    }
  }

  /** A leaf that may have been made before the order of the keys was settled. */
  private static boolean isFirstLeaf(BPlusPath<?> path, long[] words) {
    return path.last() == 0
        && path.node(0).size() == 1
        && BPlusLeaf.capacity(words) == BPlusLeaf.capacityFor(0);
  }

  private void checkMapping(BPlusPath<K> path, long[] words, Object[] slots, int i) {
    K key = BPlusLeaf.key(order, words, slots, i);
    long prefix = BPlusLeaf.prefix(words, i);
    OrderedContainer.check(BPlusLeaf.valueAcquire(words, slots, i) != null, "no value");
    int offset = BPlusLeaf.offset(words);
    OrderedContainer.check(
        prefix == order.prefix(order.prefix(key), key, offset), "a prefix of another key");
    OrderedContainer.check(
        offset == 0 || i == 0 || order.share(slots[0], key, offset), "a key that shares less");
    OrderedContainer.check(last == null || order.compare(last, key) < 0, "keys not in order");
    BPlusPath<K> found = BPlusPath.to(path.node(0), order, order.prefix(key), key);
    for (int level = 0; level <= path.last(); level++) {
      OrderedContainer.check(
          path.node(level).childOf(order, order.prefix(key), key) == path.child(level)
              && found.child(level) == path.child(level),
          "a key that cannot be found");
    }
    OrderedContainer.check(
        found.known() == 0 || order.share(slots[0], key, found.known()), "units not shared");
    last = key;
  }
}
