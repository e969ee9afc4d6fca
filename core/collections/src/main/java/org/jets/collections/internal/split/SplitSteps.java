package org.jets.collections.internal.split;

import org.jets.collections.internal.cursor.CursorEntry;
import org.jspecify.annotations.Nullable;

/**
 * Steps from key to key in the split order. A step knows nothing of the steps before, but only a
 * key, which may be absent. It finds its place as a lookup does.
 */
public final class SplitSteps<K, V> {
  private final SplitOrderedList<K, V> list;
  private final SplitKeys<K> keys;

  public SplitSteps(SplitOrderedList<K, V> list) {
    this.list = list;
    this.keys = list.keys;
  }

  /** The first mapping, or null if there is none. */
  public @Nullable CursorEntry<K, V> firstEntry() {
    SplitEntry<V> first = firstFrom(0);
    while (first != null) {
      Object held = first.heldAcquire();
      if (held != null) {
        return new Found<>(keys, first, held, null);
      }
      first = firstBehind(first);
    }
    return null;
  }

  /** The mapping behind a key, or null if there is none. */
  public @Nullable CursorEntry<K, V> entryAfter(K key) {
    long order = keys.order(key);
    SplitNode<V> node = SplitNode.find(list.chainAt(order), order);
    SplitEntry<V> here = node == null ? null : keys.entryIn(node, key);
    SplitEntry<V> behind = behind(node, order, key);
    while (behind != null) {
      Object held = behind.heldAcquire();
      if (held != null) {
        return new Found<>(keys, behind, held, here == null ? null : here.heldAcquire());
      }
      behind = firstBehind(behind);
    }
    return null;
  }

  // Without an object for the mapping.

  public @Nullable K firstKeyOrNull() {
    SplitEntry<V> first = present(firstFrom(0));
    return first == null ? null : keys.key(first);
  }

  public @Nullable K keyAfter(K key) {
    long order = keys.order(key);
    SplitEntry<V> behind = present(behind(SplitNode.find(list.chainAt(order), order), order, key));
    return behind == null ? null : keys.key(behind);
  }

  /** The first entry from this one on that has not been removed. */
  private @Nullable SplitEntry<V> present(@Nullable SplitEntry<V> from) {
    SplitEntry<V> entry = from;
    while (entry != null && entry.isRemoved()) {
      entry = firstBehind(entry);
    }
    return entry;
  }

  /** The first entry behind one that is the only entry of its order. */
  private @Nullable SplitEntry<V> firstBehind(SplitEntry<V> entry) {
    return entry.order == -1 ? null : firstFrom(entry.order + 1);
  }

  /**
   * The entry behind a key.
   *
   * @param node what the key's bucket holds of its order
   */
  private @Nullable SplitEntry<V> behind(@Nullable SplitNode<V> node, long order, K key) {
    SplitEntry<V> behind = node == null ? null : keys.higherIn(node, key);
    return behind != null || order == -1 ? behind : firstFrom(order + 1);
  }

  /** A cursor over the mappings behind a key. */
  public SplitCursor<K, V> cursorAfter(K key) {
    SplitCursor<K, V> cursor = new SplitCursor<>(list, keys.order(key));
    cursor.skipTo(key);
    return cursor;
  }

  private @Nullable SplitEntry<V> firstFrom(long order) {
    long from = order;
    while (true) {
      SplitTable<V> current = list.table();
      int index = current.indexOf(from);
      SplitNode<V> head = current.fetchedHead(index);
      if (SplitNode.isDetour(head)) {
        continue;
      }
      SplitNode<V> first = SplitNode.firstFrom(head, from);
      if (first != null) {
        return first instanceof CollisionNode<V> run ? run.firstEntry() : (SplitEntry<V>) first;
      }
      long last = current.lastOrder(index);
      if (last == -1) {
        return null;
      }
      from = last + 1;
    }
  }

  /**
   * A step that has read what entries held. It reads the value in it only on demand. So a caller
   * that goes from key to key does not wait for values to be fetched.
   */
  private static final class Found<K, V> extends CursorEntry<K, V> {
    private final SplitKeys<K> keys;

    /** The entry that the step has come to. */
    private final SplitEntry<V> entry;

    private final Object held;

    /** The object that the entry held from which the step was made, if there was one. */
    private final @Nullable Object heldThere;

    Found(SplitKeys<K> keys, SplitEntry<V> entry, Object held, @Nullable Object heldThere) {
      this.keys = keys;
      this.entry = entry;
      this.held = held;
      this.heldThere = heldThere;
    }

    @Override
    public K getKey() {
      return keys.key(entry);
    }

    @Override
    public V getValue() {
      return entry.unsealed(held);
    }

    @Override
    public @Nullable V origin() {
      return heldThere == null ? null : entry.unsealed(heldThere);
    }

    @Override
    public boolean hasOrigin() {
      return heldThere != null;
    }
  }
}
