package org.jets.collections.internal.avl;

import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.cursor.MappingCopy;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.KeyBounds;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a range of a {@link LockedAvlTree}, by copies of a few mappings at a time. Each
 * copy is of one moment, and continues after the last key of the one before.
 */
public final class AvlCursor<K, V> extends Cursor<K, V> {
  private static final int FIRST_COPY = 8;
  private static final int LARGEST_COPY = 256;

  /** Parting fewer is not worth a task. */
  private static final int LEAST_TO_SPLIT = 16;

  private final LockedAvlTree<K, V> tree;
  private final boolean descending;

  /** The range that this goes over; the copies are of parts of it. */
  private KeyBounds<K> bounds;

  private MappingCopy<K, V> copy = new MappingCopy<>(FIRST_COPY);
  private int at = -1;

  /** The stamp of the lock before the copy; 0 if there was a writer. */
  private long stamp;

  /** Of the keys behind which copies begin; null before the first. */
  private @Nullable CircleCheck<K> circle;

  /** True if nothing is left behind the copy. */
  private boolean isLastCopy;

  public AvlCursor(LockedAvlTree<K, V> tree, KeyBounds<K> bounds, boolean descending) {
    this.tree = tree;
    this.bounds = bounds;
    this.descending = descending;
  }

  @Override
  public boolean advance() {
    if (at + 1 < copy.size()) {
      at++;
      return true;
    }
    if (!isLastCopy) {
      copyMore();
    } else {
      at = copy.size();
    }
    return at < copy.size();
  }

  @Override
  public boolean readsPresent() {
    return true;
  }

  @Override
  public boolean advanceToPresent() {
    if (at >= 0 && at < copy.size() && !tree.isUnchanged(stamp)) {
      copyMore();
      return at < copy.size();
    }
    return advance();
  }

  /** Copies what is next. An error on the way leaves this where it is. */
  private void copyMore() {
    KeyBounds<K> rest = ahead();
    int capacity = copy.capacity();
    if (at + 1 < copy.size()) {
      capacity = FIRST_COPY;
    } else if (copy.size() == capacity && capacity < LARGEST_COPY) {
      capacity *= 2;
    }
    MappingCopy<K, V> more = new MappingCopy<>(capacity);
    CircleCheck<K> check = circle == null ? new CircleCheck<>() : circle;
    circle = check;
    long before = tree.stamp();
    tree.copy(rest, descending, more, capacity);
    if (at >= 0) {
      check.step(copy.key(at)); // Last: another try may begin at the same key.
    }
    stamp = before;
    copy = more;
    at = 0;
    isLastCopy = more.size() < capacity;
  }

  /** Returns the range ahead of the last mapping that this came to. */
  private KeyBounds<K> ahead() {
    if (at < 0) {
      return bounds;
    }
    K key = copy.key(at);
    return descending ? bounds.below(key) : bounds.above(key);
  }

  private boolean isAtTheEnd() {
    return at >= copy.size();
  }

  @Override
  public K key() {
    return copy.key(at);
  }

  @Override
  public V value() {
    return copy.value(at);
  }

  @Override
  public @Nullable Cursor<K, V> trySplit() {
    if (tree.isInCallback() || estimateSize() < LEAST_TO_SPLIT) {
      return null; // In a callback another thread would wait for the lock.
    }
    KeyBounds<K> rest = ahead();
    K middle = tree.middle(rest);
    if (middle == null) {
      return null;
    }
    KeyBounds<K> below = rest.below(middle);
    KeyBounds<K> above = rest.from(middle);
    AvlCursor<K, V> first = new AvlCursor<>(tree, descending ? above : below, descending);
    bounds = descending ? below : above;
    copy = new MappingCopy<>(FIRST_COPY);
    at = -1;
    isLastCopy = false;
    return first;
  }

  @Override
  public long estimateSize() {
    return isLastCopy && isAtTheEnd() ? 0 : tree.estimatedCount(ahead());
  }
}
