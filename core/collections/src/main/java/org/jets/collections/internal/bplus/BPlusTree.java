package org.jets.collections.internal.bplus;

import java.util.AbstractMap.SimpleImmutableEntry;
import org.jets.collections.internal.container.CursorPlace;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.cursor.CursorHints;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A B+ tree with wide, flat leaves ({@link BPlusLeaf}) and inner nodes ({@link BPlusNode}). The
 * nodes are copied when the ranges of their children change. The tree is made for the processor's
 * caches. A search goes through two or three inner nodes, which stay in the cache, and one leaf.
 *
 * <p><b>Why a reader of one key needs only its leaf's header.</b> A leaf stands for a range of
 * keys. It is changed in place while it is in the tree, and never again once other leaves have
 * replaced it. So a reader that reaches a leaf, even through outdated nodes, finds its present
 * state. If other arrays have replaced those of the leaf, a reader of the old ones tries again. If
 * the leaf has left the tree, the reader finds its last state. The leaf was still in the tree when
 * the reader began; otherwise no path would have led to it. The same holds if the whole container
 * is split or joined meanwhile: leaves pass to the new containers as they are. If the range of a
 * leaf shrinks, the leaf has no keys in the removed part. A reader of a key in that part finds it
 * absent, as it was just before the range shrank.
 *
 * <p>A reader of several leaves, or of a key's neighbour, must also know that the ranges are
 * unchanged. So each change of the ranges changes the stamp.
 *
 * <p><b>Shared units.</b> The keys of a leaf, and the separators of an inner node, share some units
 * from the start, whose number is the offset. The prefixes there are of what follows. A prefix of a
 * key that shares less says nothing. So a search keeps count of the units that its key is known to
 * share with all keys of the next node: as many as the separators beside that node do. If this is
 * less than the node's offset, the search asks the order about one key of the node. A lookup in a
 * leaf need not ask, since a key that is there shares the offset.
 *
 * <p>All keys that the arrays of a leaf ever have share the same units. An insertion of a key that
 * shares less replaces the arrays. So does an insertion into a leaf that has an offset and no
 * mappings. So a reader that comes by an outdated node may rely on what it knows of its key: a key
 * that was once in the leaf was between the same separators.
 *
 * <p><b>Errors.</b>
 *
 * <ul>
 *   <li>A leaf is changed in place between two writes of its header, without an allocation or a
 *       comparison. A {@code finally} undoes what an error leaves half done, by loads and stores.
 *   <li>New nodes, and the leaves of a split or join, are made first and then published by one
 *       store. A removal that joins its leaf with another takes effect with that store.
 *   <li>A change makes the stamp odd only during its stores, and a {@code finally} makes it even
 *       again.
 * </ul>
 *
 * <p><b>Filling.</b> A full leaf is split in the middle, with two exceptions. If the new key
 * belongs after the last key of the leaf, it gets a leaf of its own. A key before all others of the
 * tree also gets one. Thus keys in ascending or descending order fill their leaves completely.
 * Ascending keys need no search for the last leaf, which is allocated at full size. A leaf with few
 * mappings is joined with a neighbour if both together leave some room. The room in arrays of
 * leaves doubles from 4 to 16 mappings, and then grows by steps of 16.
 *
 * <p><b>Cost.</b> get, put, remove: O(log n), with some four cache misses in a large tree. An
 * insertion moves half a leaf on average. About one insertion in 44 copies a node of up to 64
 * children. An entry takes 16 bytes in the arrays of its leaf. After random insertions it takes 22
 * bytes, with unused room, headers and inner nodes. Without key objects it is 13 to 16. Split and
 * join of containers: O(log n). A container is split between two children of its root, or in its
 * only leaf.
 */
public final class BPlusTree<K, V> extends OrderedContainer<K, V> {
  /** Leaves with so many mappings or fewer are joined with a neighbour. */
  private static final int SPARSE = BPlusLeaf.MAX / 4;

  /** The maximum number of mappings of a leaf after such a join. */
  private static final int COMFORTABLE = BPlusLeaf.MAX * 3 / 4;

  /** True if nodes and leaves are copied before they change, for others have them too. */
  private boolean isCopying;

  /** The words of the leaf that was copied last, which no other thread has. */
  private long @Nullable [] ownWords;

  /** The last leaf, if it is known and has been begun with room for all. For the lock's holder. */
  public long @Nullable [] lastWords;

  /** Its slots; null if {@link #lastWords} is, for they hold mappings. */
  public Object @Nullable [] lastSlots;

  public BPlusTree(PrefixOrder<K> order) {
    this(order, emptyNode(order));
  }

  private BPlusTree(PrefixOrder<K> order, BPlusNode<K> root) {
    super(order, root);
  }

  private static <K> BPlusNode<K> emptyNode(PrefixOrder<K> order) {
    long[] words = BPlusLeaf.newWords(BPlusLeaf.capacityFor(0));
    return BPlusNode.above(words, BPlusLeaf.newSlots(words, !order.hasKeysInPrefixes()));
  }

  /**
   * The slots of a copy of a leaf. They have no keys if prefixes say all of them: in the natural
   * order this is known only once the map has met a key.
   */
  private Object[] copySlots(long[] copy, long[] words, Object[] slots, int from) {
    Object[] newSlots = BPlusLeaf.copySlots(copy, words, slots, from, !order.hasKeysInPrefixes());
    int last = BPlusLeaf.count(copy) - 1;
    if (last > 0 && BPlusLeaf.hasKeys(copy, newSlots)) {
      int offset = BPlusLeaf.offset(copy);
      int better =
          order.betterOffset(
              offset,
              BPlusLeaf.prefix(copy, 0),
              BPlusLeaf.prefix(copy, last),
              newSlots[0],
              newSlots[2 * last]);
      if (better != offset) {
        BPlusLeaf.setOffset(order, copy, newSlots, better);
      }
    }
    return newSlots;
  }

  private Object[] newSlots(long[] words) {
    return BPlusLeaf.newSlots(words, !order.hasKeysInPrefixes());
  }

  @SuppressWarnings("unchecked") // Where the root is.
  BPlusNode<K> root() {
    return (BPlusNode<K>) top;
  }

  // Read by anybody

  @Override
  public @Nullable Object tryGet(long prefix, K key) {
    if (isHidden()) {
      return RETRY;
    }
    BPlusNode<K> node = root();
    long step = node.step(order, prefix, key, 0);
    while (node.height > 1) {
      node = node.node((int) step);
      step = node.step(order, prefix, key, BPlusNode.known(step));
    }
    int child = (int) step;
    int known = BPlusNode.known(step);
    long[] words = node.words(child);
    Object[] slots = node.slots(child);
    long header = BPlusLeaf.headerAcquire(words);
    if (BPlusLeaf.isMoving(header)) {
      return RETRY;
    }
    int index;
    try {
      index = BPlusLeaf.findPresent(order, words, slots, header, prefix, key, known);
    } catch (RuntimeException e) {
      return BPlusLeaf.retryOrThrow(words, header, e);
    }
    Object value = index < 0 ? null : BPlusLeaf.valueAcquire(words, slots, index);
    return BPlusLeaf.isUnmovedSince(words, header) ? value : RETRY;
  }

  @Override
  public Object tryFindNear(
      long prefix,
      K key,
      Relation relation,
      boolean asEntry,
      CursorHints<CursorPlace<K, V>> steps) {
    long stamp = stampAcquire();
    if (isChanging(stamp)) {
      return RETRY;
    }
    BPlusNode<K> node = root();
    long step = node.step(order, prefix, key, 0);
    while (node.height > 1) {
      node = node.node((int) step);
      step = node.step(order, prefix, key, BPlusNode.known(step));
    }
    int child = (int) step;
    int known = BPlusNode.known(step);
    return new BPlusPlace<>(this, stamp, node, child)
        .tryFindNear(prefix, key, relation, asEntry, steps, known);
  }

  @Override
  public Object tryFindEnd(boolean last, boolean asEntry) {
    long seen = stampAcquire();
    if (isChanging(seen) || isHidden()) {
      return RETRY;
    }
    BPlusNode<K> node = root();
    while (node.height > 1) {
      node = node.node(last ? node.size() - 1 : 0);
    }
    int child = last ? node.size() - 1 : 0;
    long[] words = node.words(child);
    Object[] slots = node.slots(child);
    long header = BPlusLeaf.headerAcquire(words);
    int count = BPlusLeaf.count(header);
    if (BPlusLeaf.isMoving(header) || count == 0) {
      return RETRY;
    }
    int index = last ? count - 1 : 0;
    Object key =
        order.hasKeysInPrefixes()
            ? order.keyOf(BPlusLeaf.prefix(words, index))
            : BPlusLeaf.key(order, words, slots, index);
    Object value = BPlusLeaf.valueAcquire(words, slots, index);
    if (!BPlusLeaf.hasSameKeysSince(words, header) || !isUnchangedSince(seen)) {
      return RETRY;
    }
    return asEntry ? new SimpleImmutableEntry<>(key, value) : key;
  }

  @Override
  public boolean tryRead(ReadRequest<K> request, EntryRun<K, V> run, long seen) {
    return new BPlusReader<>(this, request, run, seen).tryRead();
  }

  @Override
  public @Nullable K middle(KeyBounds<K> bounds) {
    for (BPlusNode<K> node = root(); ; ) {
      int first = bounds.low == null ? 0 : node.childOf(order, bounds.lowPrefix, bounds.low);
      int last =
          bounds.high == null
              ? node.size() - 1
              : node.childBelow(order, bounds.highPrefix, bounds.high);
      if (first < last) {
        return node.separator(order, (first + last) >>> 1);
      }
      if (node.height == 1) {
        return null;
      }
      node = node.node(first);
    }
  }

  // Under the lock

  @Override
  public void setAll(EntryRun<K, V> all) {
    BPlusNode<K> nodes = BPlusBuilder.build(order, all);
    setRoot(nodes);
  }

  @Override
  public @Nullable V put(long prefix, K key, V value) {
    if (lastWords != null && lastSlots != null && isAbove(lastWords, lastSlots, prefix, key)) {
      insert(lastWords, lastSlots, BPlusLeaf.count(lastWords), prefix, key, value);
      return null;
    }
    if (isCopying) {
      return putCopying(prefix, key, value);
    }
    BPlusNode<K> node = root();
    long step = node.step(order, prefix, key, 0);
    while (node.height > 1) {
      node = node.node((int) step);
      step = node.step(order, prefix, key, BPlusNode.known(step));
    }
    int child = (int) step;
    int known = BPlusNode.known(step);
    long[] words = node.words(child);
    Object[] slots = node.slots(child);
    int count = BPlusLeaf.count(words);
    int index = BPlusLeaf.find(order, words, slots, words[0], prefix, key, known);
    if (BPlusLeaf.isWornOut(words)) {
      long[] newWords = BPlusLeaf.copy(words, 0, count);
      Object[] newSlots = copySlots(newWords, words, slots, 0);
      exchangeLeaf(node, child, newWords, newSlots);
      words = newWords;
      slots = newSlots;
    }
    if (index >= 0) {
      V old = value(words, slots, index);
      BPlusLeaf.setValue(words, slots, index, value);
      return old;
    }
    if (count < BPlusLeaf.capacity(words) && mayInsert(words, slots, key, known)) {
      insert(words, slots, ~index, prefix, key, value);
    } else if (count < BPlusLeaf.MAX) {
      long[] newWords = BPlusLeaf.copy(words, 0, count);
      Object[] newSlots = copySlots(newWords, words, slots, 0);
      insertNew(newWords, newSlots, ~index, prefix, key, value);
      exchangeLeaf(node, child, newWords, newSlots);
    } else {
      splitLeaf(pathTo(words, prefix, key), ~index, prefix, key, value);
    }
    return null;
  }

  /** Adds a mapping whose key shares what the keys of the leaf share. */
  private void insert(long[] words, Object[] slots, int index, long prefix, K key, V value) {
    long behind = order.prefix(prefix, key, BPlusLeaf.offset(words));
    BPlusLeaf.insert(words, slots, index, behind, key, value);
  }

  /** Adds a mapping to a leaf that is not published, and has room, with an offset that fits. */
  private void insertNew(long[] words, Object[] slots, int index, long prefix, K key, V value) {
    if (!mayInsert(words, slots, key, 0)) {
      int offset = BPlusLeaf.count(words) == 0 ? 0 : order.offset(key, slots[0]);
      BPlusLeaf.setOffset(order, words, slots, Math.min(offset, BPlusLeaf.offset(words)));
    }
    insert(words, slots, index, prefix, key, value);
  }

  /**
   * Returns true if a key shares what the keys of a leaf share. No key is added to a leaf that has
   * none but an offset, so that all keys that a leaf ever has share the same.
   */
  private boolean mayInsert(long[] words, Object[] slots, K key, int known) {
    int offset = BPlusLeaf.offset(words);
    return offset == 0
        || (BPlusLeaf.count(words) > 0 && (known >= offset || order.share(key, slots[0], offset)));
  }

  /**
   * Finds the way to a leaf again.
   *
   * @throws IllegalStateException if it leads elsewhere this time, which is the comparator's fault
   */
  private BPlusPath<K> pathTo(long[] words, long prefix, K key) {
    BPlusPath<K> path = BPlusPath.to(root(), order, prefix, key);
    if (path.words() != words) {
      throw new IllegalStateException("order of a key: changed (expected: always the same)");
    }
    return path;
  }

  private void exchangeLeaf(BPlusNode<K> node, int child, long[] newWords, Object[] newSlots) {
    lastWords = null; // It may be that one.
    lastSlots = null;
    node.exchangeLeaf(child, newWords, newSlots);
  }

  private @Nullable V putCopying(long prefix, K key, V value) {
    BPlusPath<K> path = BPlusPath.to(root(), order, prefix, key);
    long[] words = path.words();
    Object[] slots = path.slots();
    int count = BPlusLeaf.count(words);
    int index = BPlusLeaf.find(order, words, slots, words[0], prefix, key, path.known());
    V old = index < 0 ? null : value(words, slots, index);
    if (index < 0 && count == BPlusLeaf.MAX) {
      splitLeaf(path, ~index, prefix, key, value);
      return null;
    }
    boolean isOwn =
        words == ownWords
            && (index >= 0
                || (count < BPlusLeaf.capacity(words)
                    && mayInsert(words, slots, key, path.known())));
    if (!isOwn) {
      long[] newWords = BPlusLeaf.copy(words, 0, count);
      slots = copySlots(newWords, words, slots, 0);
      words = newWords;
    }
    if (index >= 0) {
      BPlusLeaf.setValue(words, slots, index, value);
    } else {
      insertNew(words, slots, ~index, prefix, key, value);
    }
    if (!isOwn) {
      replaceLeaves(path, 1, new Object[] {words, slots}, null);
      ownWords = words;
    }
    return old;
  }

  /** Returns true if a leaf has room for a key, and surely only lesser ones. */
  private boolean isAbove(long[] words, Object[] slots, long prefix, K key) {
    int count = BPlusLeaf.count(words);
    return count > 0
        && count < BPlusLeaf.capacity(words)
        && mayInsert(words, slots, key, 0)
        && BPlusLeaf.prefix(words, count - 1) < order.prefix(prefix, key, BPlusLeaf.offset(words));
  }

  @SuppressWarnings("unchecked") // Where values are.
  private V value(long[] words, Object[] slots, int index) {
    return (V) BPlusLeaf.value(words, slots, index);
  }

  /** Adds a mapping to a leaf that has no room. */
  private void splitLeaf(BPlusPath<K> path, int index, long prefix, K key, V value) {
    long[] words = path.words();
    Object[] slots = path.slots();
    boolean behindAll = index == BPlusLeaf.MAX;
    if (behindAll || (index == 0 && path.isAlongFirst())) {
      boolean isLast = behindAll && path.isAlongLast(); // More will follow, as it seems.
      long[] newWords = BPlusLeaf.newWords(isLast ? BPlusLeaf.MAX : BPlusLeaf.capacityFor(1));
      Object[] newSlots = newSlots(newWords);
      if (!order.hasKeysInPrefixes()) {
        BPlusLeaf.setOffset(newWords, order.offset(slots[0], key));
      }
      insert(newWords, newSlots, 0, prefix, key, value);
      if (behindAll) {
        replaceLeaves(
            path, 1, new Object[] {words, slots, newWords, newSlots}, between(prefix, key));
        if (isLast) {
          lastWords = newWords;
          lastSlots = newSlots;
        }
      } else {
        replaceLeaves(
            path, 1, new Object[] {newWords, newSlots, words, slots}, firstOf(words, slots));
      }
      return;
    }
    int half = BPlusLeaf.MAX / 2;
    long[] leftWords = BPlusLeaf.copy(words, 0, half);
    Object[] leftSlots = copySlots(leftWords, words, slots, 0);
    long[] rightWords = BPlusLeaf.copy(words, half, BPlusLeaf.MAX - half);
    Object[] rightSlots = copySlots(rightWords, words, slots, half);
    if (index <= half) {
      insertNew(leftWords, leftSlots, index, prefix, key, value);
    } else {
      insertNew(rightWords, rightSlots, index - half, prefix, key, value);
    }
    replaceLeaves(
        path,
        1,
        new Object[] {leftWords, leftSlots, rightWords, rightSlots},
        firstOf(rightWords, rightSlots));
  }

  private BPlusSeparator<K> firstOf(long[] words, Object[] slots) {
    K key = order.hasKeysInPrefixes() ? null : BPlusLeaf.key(order, words, slots, 0);
    return new BPlusSeparator<>(fullPrefix(words, slots, 0), key);
  }

  /** The prefix of a key from its start. */
  private long fullPrefix(long[] words, Object[] slots, int index) {
    return BPlusLeaf.offset(words) == 0
        ? BPlusLeaf.prefix(words, index)
        : order.prefix(BPlusLeaf.key(order, words, slots, index));
  }

  private BPlusSeparator<K> between(long prefix, K key) {
    return new BPlusSeparator<>(prefix, order.hasKeysInPrefixes() ? null : key);
  }

  @Override
  public @Nullable V remove(long prefix, K key) {
    if (isCopying) {
      return removeCopying(BPlusPath.to(root(), order, prefix, key), prefix, key);
    }
    BPlusNode<K> node = root();
    long step = node.step(order, prefix, key, 0);
    while (node.height > 1) {
      node = node.node((int) step);
      step = node.step(order, prefix, key, BPlusNode.known(step));
    }
    int child = (int) step;
    int known = BPlusNode.known(step);
    long[] words = node.words(child);
    Object[] slots = node.slots(child);
    int count = BPlusLeaf.count(words);
    int index = BPlusLeaf.find(order, words, slots, words[0], prefix, key, known);
    if (index < 0) {
      return null;
    }
    V old = value(words, slots, index);
    if ((count <= SPARSE && neighbourToJoin(node, child, count - 1) >= 0)
        || BPlusLeaf.isWornOut(words)) {
      removeByCopying(pathTo(words, prefix, key), index);
    } else {
      BPlusLeaf.remove(words, slots, index);
    }
    return old;
  }

  private @Nullable V removeCopying(BPlusPath<K> path, long prefix, K key) {
    long[] words = path.words();
    Object[] slots = path.slots();
    int count = BPlusLeaf.count(words);
    int index = BPlusLeaf.find(order, words, slots, words[0], prefix, key, path.known());
    if (index < 0) {
      return null;
    }
    V old = value(words, slots, index);
    if (words == ownWords && count > SPARSE) {
      BPlusLeaf.remove(words, slots, index);
    } else {
      removeByCopying(path, index);
    }
    return old;
  }

  /**
   * Finds the neighbour with which a leaf of so many mappings can be joined, so that some room is
   * left: the right one, or else the left one, since removals in ascending order meet a full leaf
   * on the right. Returns the index of the left of both; negative if there is none.
   */
  private static int neighbourToJoin(BPlusNode<?> node, int child, int count) {
    if (child + 1 < node.size() && isRoomy(node, child + 1, count)) {
      return child;
    }
    return child > 0 && isRoomy(node, child - 1, count) ? child - 1 : -1;
  }

  /** Returns true if a leaf has room for so many more, or if there are none. */
  private static boolean isRoomy(BPlusNode<?> node, int child, int more) {
    return more == 0 || more + BPlusLeaf.count(node.words(child)) <= COMFORTABLE;
  }

  /**
   * Replaces a leaf by one without a mapping, or two leaves by one that joins them. The removal
   * takes effect with that.
   */
  private void removeByCopying(BPlusPath<K> path, int index) {
    BPlusNode<K> node = path.node(path.last());
    int child = path.child(path.last());
    long[] words = path.words();
    Object[] slots = path.slots();
    int rest = BPlusLeaf.count(words) - 1;
    int left = neighbourToJoin(node, child, rest);
    int other = left == child ? child + 1 : left;
    if (left >= 0 && rest == 0) {
      replaceLeaves(path, left, 2, new Object[] {node.words(other), node.slots(other)}, null);
      return;
    }
    int more = left < 0 ? 0 : BPlusLeaf.count(node.words(other));
    long[] newWords = BPlusLeaf.newWords(BPlusLeaf.capacityFor(rest + more));
    Object[] newSlots = newSlots(newWords);
    int offset = BPlusLeaf.offset(words);
    BPlusLeaf.setOffset(newWords, offset);
    if (more > 0 && other < child) {
      BPlusLeaf.append(newWords, newSlots, node.words(other), node.slots(other), 0, more);
    }
    BPlusLeaf.append(newWords, newSlots, words, slots, 0, index);
    BPlusLeaf.append(newWords, newSlots, words, slots, index + 1, rest - index);
    if (more > 0 && other > child) {
      BPlusLeaf.append(newWords, newSlots, node.words(other), node.slots(other), 0, more);
    }
    if (more > 0 && (offset > 0 || BPlusLeaf.offset(node.words(other)) > 0)) {
      Object last = newSlots[2 * (rest + more - 1)];
      BPlusLeaf.setOffset(order, newWords, newSlots, order.offset(newSlots[0], last));
    }
    replaceLeaves(
        path, left < 0 ? child : left, left < 0 ? 1 : 2, new Object[] {newWords, newSlots}, null);
    if (isCopying) {
      ownWords = newWords;
    }
  }

  private void replaceLeaves(
      BPlusPath<K> path, int removed, Object[] others, @Nullable BPlusSeparator<K> between) {
    replaceLeaves(path, path.child(path.last()), removed, others, between);
  }

  private void replaceLeaves(
      BPlusPath<K> path,
      int index,
      int removed,
      Object[] others,
      @Nullable BPlusSeparator<K> between) {
    replaceLast(path, path.node(path.last()).with(order, index, removed, others, between));
  }

  /**
   * Lets another take the place of the last node of a path, and all have as many as they should.
   * All nodes that this takes are made first; then one store publishes them.
   */
  private void replaceLast(BPlusPath<K> path, BPlusNode<K> other) {
    BPlusNode<K> node = other;
    for (int above = path.last() - 1; above >= 0; above--) {
      BPlusNode<K> parent = path.node(above);
      int child = path.child(above);
      if (node.size() > BPlusNode.MAX) {
        node = withHalves(parent, child, 1, node);
      } else if (node.size() >= BPlusNode.MIN || parent.size() == 1) {
        if (!isCopying) {
          publish(parent, child, node);
          return;
        }
        node = parent.with(order, child, 1, new Object[] {node, null}, null);
      } else {
        int left = Math.max(0, child - 1);
        BPlusSeparator<K> separator = parent.separatorAt(order, left);
        BPlusNode<K> joined =
            child > 0
                ? parent.node(left).followedBy(order, separator, node)
                : node.followedBy(order, separator, parent.node(1));
        node =
            joined.size() > BPlusNode.MAX
                ? withHalves(parent, left, 2, joined)
                : parent.with(order, left, 2, new Object[] {joined, null}, null);
      }
    }
    setRoot(node);
  }

  /** A copy of a node that has the two halves of another in the place of some children. */
  private BPlusNode<K> withHalves(BPlusNode<K> parent, int index, int removed, BPlusNode<K> node) {
    int half = node.size() / 2;
    Object[] halves = {node.part(order, 0, half), null, node.part(order, half, node.size()), null};
    return parent.with(order, index, removed, halves, node.separatorAt(order, half - 1));
  }

  /**
   * Sets the root. It may have fewer children than other nodes, but not a single child that is a
   * node.
   */
  private void setRoot(BPlusNode<K> node) {
    BPlusNode<K> top = node;
    if (top.size() > BPlusNode.MAX) {
      int half = top.size() / 2;
      top =
          BPlusNode.above(
              top.part(order, 0, half),
              top.separatorAt(order, half - 1),
              top.part(order, half, top.size()));
    }
    while (top.size() == 1 && top.height > 1) {
      top = top.node(0);
    }
    publish(null, 0, top);
  }

  /**
   * Lets a node take the place of a child, or of the root. Stores alone, but for one call that
   * orders them and that the stamp does not depend on.
   *
   * @param parent null for the root
   */
  private void publish(@Nullable BPlusNode<K> parent, int child, BPlusNode<K> node) {
    lastWords = null;
    lastSlots = null;
    long before = stamp;
    try {
      stamp = before + 1;
      if (parent == null) {
        top = node;
      } else {
        BPlusNode.CHILDREN.setRelease(parent.children, 2 * child, node);
      }
    } finally {
      stamp = before + 2;
    }
  }

  @Override
  public boolean isEmpty() {
    BPlusNode<K> root = root();
    return root.height == 1 && root.size() == 1 && BPlusLeaf.count(root.words(0)) == 0;
  }

  @Override
  public long count() {
    long count = 0;
    BPlusPath<K> path = BPlusPath.alongEdge(root(), false, 1);
    do {
      count += BPlusLeaf.count(path.words());
    } while (path.advance());
    return count;
  }

  @Override
  public OrderedContainer<K, V> fork() {
    BPlusTree<K, V> fork = new BPlusTree<>(order, root());
    fork.isCopying = true;
    return fork;
  }

  @Override
  public @Nullable Halves<K, V> split() {
    BPlusNode<K> root = root();
    int size = root.size();
    if (size > 1) {
      int half = size / 2;
      return new Halves<>(
          with(root.part(order, 0, half)),
          root.separatorAt(order, half - 1).prefix(),
          root.separator(order, half - 1),
          with(root.part(order, half, size)));
    }
    long[] words = root.words(0);
    Object[] slots = root.slots(0);
    int count = BPlusLeaf.count(words);
    if (count < 2) {
      return null;
    }
    int half = count / 2;
    return new Halves<>(
        ofLeaf(words, slots, 0, half),
        fullPrefix(words, slots, half),
        BPlusLeaf.key(order, words, slots, half),
        ofLeaf(words, slots, half, count - half));
  }

  private BPlusTree<K, V> ofLeaf(long[] words, Object[] slots, int from, int count) {
    long[] newWords = BPlusLeaf.copy(words, from, count);
    return with(BPlusNode.above(newWords, copySlots(newWords, words, slots, from)));
  }

  private BPlusTree<K, V> with(BPlusNode<K> node) {
    BPlusTree<K, V> tree = new BPlusTree<>(order, node);
    tree.setRoot(node);
    return tree;
  }

  @Override
  public OrderedContainer<K, V> join(long prefix, K separator, OrderedContainer<K, V> behind) {
    BPlusNode<K> left = root();
    BPlusNode<K> right = ((BPlusTree<K, V>) behind).root();
    BPlusSeparator<K> between = between(prefix, separator);
    boolean leftOnly = behind.isEmpty();
    boolean rightOnly = isEmpty();
    if (leftOnly || rightOnly) {
      return with(leftOnly ? left : right);
    }
    if (left.height == right.height) {
      return with(left.followedBy(order, between, right));
    }
    boolean leftIsHigher = left.height > right.height;
    BPlusTree<K, V> joined = with(leftIsHigher ? left : right);
    joined.isCopying = true; // The nodes along the edge are still in use.
    int height = Math.min(left.height, right.height);
    BPlusPath<K> path = BPlusPath.alongEdge(joined.root(), leftIsHigher, height);
    BPlusNode<K> edge = path.node(path.last());
    BPlusNode<K> both =
        leftIsHigher
            ? edge.followedBy(order, between, right)
            : left.followedBy(order, between, edge);
    joined.replaceLast(path, both);
    joined.isCopying = false;
    return joined;
  }

  @Override
  public void validate() {
    check(!isChanging(stamp), "a change that has not ended");
    new BPlusValidation<>(order).validate(root());
  }
}
