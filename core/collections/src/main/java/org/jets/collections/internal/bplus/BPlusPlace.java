package org.jets.collections.internal.bplus;

import java.util.AbstractMap.SimpleImmutableEntry;
import org.jets.collections.internal.container.CursorPlace;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.cursor.CursorHints;
import org.jets.collections.internal.order.Relation;

/**
 * A leaf of a {@link BPlusTree}, named by its place under a node: the same leaf as long as the
 * tree's stamp is. It finds neighbours of keys: in the leaf, or at the near end of the one beside
 * it.
 *
 * <p>A thread's next step begins here, without a search, if the leaf still has its key at the index
 * of the last step. The key must be the same object, or a number that its prefix determines. If
 * prefixes determine keys, no key object of the map is read, and an equal key is returned.
 */
public final class BPlusPlace<K, V> extends CursorPlace<K, V> {
  private final BPlusTree<K, V> tree;
  private final long stamp;
  private final BPlusNode<K> node;
  private final int child;

  BPlusPlace(BPlusTree<K, V> tree, long stamp, BPlusNode<K> node, int child) {
    this.tree = tree;
    this.stamp = stamp;
    this.node = node;
    this.child = child;
  }

  /**
   * Finds the neighbour of a key, as {@link OrderedContainer#tryFindNear}.
   *
   * @param known how many units the key shares with all keys of the leaf
   */
  Object tryFindNear(
      long prefix,
      K key,
      Relation relation,
      boolean asEntry,
      CursorHints<CursorPlace<K, V>> steps,
      int known) {
    long[] words = node.words(child);
    Object[] slots = node.slots(child);
    long header = BPlusLeaf.headerAcquire(words);
    if (BPlusLeaf.isMoving(header) || tree.isHidden()) {
      return OrderedContainer.RETRY; // A comparator would be given whatever is there.
    }
    int found;
    try {
      found = BPlusLeaf.find(tree.order, words, slots, header, prefix, key, known);
    } catch (RuntimeException e) {
      return BPlusLeaf.retryOrThrow(words, header, e);
    }
    return step(words, slots, header, found, relation, asEntry, steps);
  }

  @Override
  public Object tryStep(
      int index, K key, Relation relation, boolean asEntry, CursorHints<CursorPlace<K, V>> steps) {
    if (tree.stampAcquire() != stamp || tree.isHidden()) {
      return OrderedContainer.RETRY;
    }
    long[] words = node.words(child);
    Object[] slots = node.slots(child);
    long header = BPlusLeaf.headerAcquire(words);
    if (BPlusLeaf.isMoving(header)
        || index >= BPlusLeaf.count(header)
        || !isAt(words, slots, index, key)) {
      return OrderedContainer.RETRY;
    }
    return step(words, slots, header, index, relation, asEntry, steps);
  }

  private boolean isAt(long[] words, Object[] slots, int index, K key) {
    return BPlusLeaf.isSameKey(words, slots, index, key)
        || tree.order.isKeyOf(BPlusLeaf.prefix(words, index), key);
  }

  /** A key of a leaf: one like it, if that can be made without a look at the object. */
  private Object key(long[] words, Object[] slots, int index) {
    return tree.order.hasKeysInPrefixes()
        ? tree.order.keyOf(BPlusLeaf.prefix(words, index))
        : BPlusLeaf.key(tree.order, words, slots, index);
  }

  /** Goes from what a search has found to its neighbour. */
  private Object step(
      long[] words,
      Object[] slots,
      long header,
      int found,
      Relation relation,
      boolean asEntry,
      CursorHints<CursorPlace<K, V>> steps) {
    int index = neighbour(found, relation);
    if (index < 0 || index >= BPlusLeaf.count(header)) {
      return stepBeside(words, header, relation, asEntry, steps);
    }
    Object key = key(words, slots, index);
    Object value = BPlusLeaf.valueAcquire(words, slots, index);
    // A key that has been added behind may be nearer, and older than the value.
    if (!BPlusLeaf.hasSameKeysSince(words, header) || !tree.isUnchangedSince(stamp)) {
      return OrderedContainer.RETRY;
    }
    steps.set(CursorHints.place(), this, index);
    return asEntry ? new SimpleImmutableEntry<>(key, value) : key;
  }

  /** The index of the neighbour of what a search has found. */
  private static int neighbour(int found, Relation relation) {
    if (found >= 0) {
      return relation.isInclusive ? found : relation.isUpward ? found + 1 : found - 1;
    }
    return relation.isUpward ? ~found : ~found - 1;
  }

  /**
   * Goes over the end of this leaf. Both leaves are read before either is checked, for all their
   * keys: what is added behind the others moves nothing, but is a nearer neighbour.
   */
  private Object stepBeside(
      long[] words,
      long header,
      Relation relation,
      boolean asEntry,
      CursorHints<CursorPlace<K, V>> steps) {
    int beside = relation.isUpward ? child + 1 : child - 1;
    if (beside < 0 || beside >= node.size()) {
      return OrderedContainer.RETRY;
    }
    long[] nextWords = node.words(beside);
    Object[] nextSlots = node.slots(beside);
    long nextHeader = BPlusLeaf.headerAcquire(nextWords);
    int count = BPlusLeaf.count(nextHeader);
    if (BPlusLeaf.isMoving(nextHeader) || count == 0) {
      return OrderedContainer.RETRY;
    }
    int index = relation.isUpward ? 0 : count - 1;
    Object key = key(nextWords, nextSlots, index);
    Object value = BPlusLeaf.valueAcquire(nextWords, nextSlots, index);
    if (!BPlusLeaf.hasSameKeysSince(words, header)
        || !BPlusLeaf.hasSameKeysSince(nextWords, nextHeader)
        || !tree.isUnchangedSince(stamp)) {
      return OrderedContainer.RETRY;
    }
    steps.set(CursorHints.place(), new BPlusPlace<>(tree, stamp, node, beside), index);
    return asEntry ? new SimpleImmutableEntry<>(key, value) : key;
  }
}
