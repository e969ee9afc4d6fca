package org.jets.collections.internal.lfca;

import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/** Goes over the mappings of the leaves that a {@link LeafCursor} comes to. */
public final class LeafEntryCursor<K, V> extends Cursor<K, V> {
  private final PrefixOrder<K> order;
  private LeafCursor<K, V> cursor;
  private final int leafCapacity;
  private final int step;
  private @Nullable ImmutableLeaf<K, V> leaf;

  /** The place in the leaf. */
  private int index;

  /** The place behind the last one, in the direction of the cursor. */
  private int limit;

  /** The place of the first mapping of a run. */
  private int runStart;

  /** True at the end, and once an action has thrown. */
  private boolean isEnded;

  /** True if the snapshot is this cursor's alone, to be closed at the end. */
  private boolean ownsSnapshot;

  /** Takes the mappings of a leaf from one place to another. */
  private interface LeafAction<K, V> {
    void accept(ImmutableLeaf<K, V> leaf, int from, int to);
  }

  public LeafEntryCursor(LeafCursor<K, V> cursor, int leafCapacity, boolean ownsSnapshot) {
    this.order = cursor.order();
    this.cursor = cursor;
    this.ownsSnapshot = ownsSnapshot;
    this.leafCapacity = leafCapacity;
    this.step = cursor.isDescending() ? -1 : 1;
    this.limit = step; // So that none is left.
  }

  @Override
  public boolean advance() {
    int next = index + step;
    if (next != limit) {
      index = next;
      return true;
    }
    return advanceToNextLeaf();
  }

  @Override
  public boolean readsPresent() {
    return true;
  }

  @Override
  public boolean advanceToPresent() {
    if (leaf != null && !isEnded && !cursor.isAtPresent()) {
      cursor = cursor.behind(key());
      index = limit - step;
      leaf = null;
    }
    return advance();
  }

  @Override
  public int nextRun() {
    if (!advanceToNextLeaf()) {
      return 0;
    }
    runStart = index;
    int mappings = 1 + leftInLeaf();
    index = limit - step;
    return mappings;
  }

  @Override
  public K key(int place) {
    return leaf().key(order, runStart + place * step);
  }

  @Override
  public V value(int place) {
    return leaf().value(runStart + place * step);
  }

  @Override
  public void forEachRemaining(BiConsumer<? super K, ? super V> action) {
    if (step > 0) {
      forEachLeaf((here, from, to) -> here.forEach(order, from, to, action));
    } else {
      forEachLeaf(
          (here, from, to) -> {
            for (int i = from; i > to; i--) {
              action.accept(here.key(order, i), here.value(i));
            }
          });
    }
  }

  @Override
  public void forEachKey(Consumer<? super K> action) {
    if (step > 0) {
      forEachLeaf((here, from, to) -> here.forEachKey(order, from, to, action));
    } else {
      forEachLeaf(
          (here, from, to) -> {
            for (int i = from; i > to; i--) {
              action.accept(here.key(order, i));
            }
          });
    }
  }

  @Override
  public void forEachValue(Consumer<? super V> action) {
    if (step > 0) {
      forEachLeaf((here, from, to) -> here.forEachValue(from, to, action));
    } else {
      forEachLeaf(
          (here, from, to) -> {
            for (int i = from; i > to; i--) {
              action.accept(here.value(i));
            }
          });
    }
  }

  private void forEachLeaf(LeafAction<K, V> action) {
    boolean isDone = false;
    try {
      while (index + step != limit || readAhead()) {
        int from = index + step;
        index = limit - step; // Before the action, which may use this cursor, or throw.
        action.accept(leaf(), from, limit);
      }
      isDone = true;
    } finally {
      if (!isDone) {
        isEnded = true;
        index = limit - step;
      }
      close();
    }
  }

  /** Goes to the next leaf, and stays in front of its first mapping. */
  private boolean readAhead() {
    boolean isRead = advanceToNextLeaf();
    if (isRead) {
      index -= step;
    }
    return isRead;
  }

  private void close() {
    if (ownsSnapshot) {
      cursor.closeSnapshot();
      ownsSnapshot = false;
    }
  }

  private boolean advanceToNextLeaf() {
    if (isEnded || !cursor.next()) {
      isEnded = true;
      close();
      return false;
    }
    leaf = cursor.leaf();
    index = step < 0 ? cursor.to() - 1 : cursor.from();
    limit = step < 0 ? cursor.from() - 1 : cursor.to();
    return true;
  }

  private ImmutableLeaf<K, V> leaf() {
    return Objects.requireNonNull(leaf);
  }

  @Override
  public K key() {
    return leaf().key(order, index);
  }

  @Override
  public V value() {
    return leaf().value(index);
  }

  private int leftInLeaf() {
    return Math.abs(limit - index) - 1;
  }

  @Override
  public @Nullable Cursor<K, V> trySplit() {
    List<LeafCursor<K, V>> parts = isEnded ? null : cursor.part();
    if (parts == null) {
      return null;
    }
    ownsSnapshot = false; // It goes when both have been forgotten.
    LeafEntryCursor<K, V> first = new LeafEntryCursor<>(parts.get(0), leafCapacity, false);
    first.leaf = leaf;
    first.index = index;
    first.limit = limit;
    cursor = parts.get(1);
    index = limit - step;
    leaf = null;
    return first;
  }

  @Override
  public long estimateSize() {
    return isEnded ? 0 : leftInLeaf() + (long) cursor.leavesAhead() * leafCapacity;
  }
}
