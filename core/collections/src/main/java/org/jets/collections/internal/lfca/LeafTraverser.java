package org.jets.collections.internal.lfca;

import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jets.collections.internal.cursor.Traverser;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/** Goes over the mappings of the leaves that a {@link LeafWalk} comes to. */
public final class LeafTraverser<K, V> extends Traverser<K, V> {
  private final PrefixOrder<K> order;
  private LeafWalk<K, V> walk;
  private final int leafCapacity;
  private final int step;
  private @Nullable ImmutableLeaf<K, V> leaf;

  /** The place in the leaf. */
  private int index;

  /** The place behind the last one, in the direction of the walk. */
  private int limit;

  /** True if the moment is this traverser's alone, to be closed at the end. */
  private boolean ownsMoment;

  public LeafTraverser(LeafWalk<K, V> walk, int leafCapacity, boolean ownsMoment) {
    this.order = walk.order();
    this.walk = walk;
    this.ownsMoment = ownsMoment;
    this.leafCapacity = leafCapacity;
    this.step = walk.isDescending() ? -1 : 1;
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
  public void forEachRemaining(BiConsumer<? super K, ? super V> action) {
    try {
      if (leaf != null) {
        forEachInLeaf(index + step, action);
      }
      while (advanceToNextLeaf()) {
        forEachInLeaf(index, action);
      }
    } finally {
      close();
    }
  }

  private void forEachInLeaf(int from, BiConsumer<? super K, ? super V> action) {
    ImmutableLeaf<K, V> here = leaf();
    if (step > 0) {
      here.forEach(order, from, limit, action);
    } else {
      for (int i = from; i > limit; i--) {
        action.accept(here.key(order, i), here.value(i));
      }
    }
    index = limit - step;
  }

  private void close() {
    if (ownsMoment) {
      walk.closeMoment();
      ownsMoment = false;
    }
  }

  private boolean advanceToNextLeaf() {
    if (!walk.next()) {
      close();
      return false;
    }
    leaf = walk.leaf();
    index = step < 0 ? walk.to() - 1 : walk.from();
    limit = step < 0 ? walk.from() - 1 : walk.to();
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
  public @Nullable Traverser<K, V> trySplit() {
    List<LeafWalk<K, V>> parts = walk.part();
    if (parts == null) {
      return null;
    }
    ownsMoment = false; // It goes when both have been forgotten.
    LeafTraverser<K, V> first = new LeafTraverser<>(parts.get(0), leafCapacity, false);
    first.leaf = leaf;
    first.index = index;
    first.limit = limit;
    walk = parts.get(1);
    index = limit - step;
    return first;
  }

  @Override
  public long estimateSize() {
    return leftInLeaf() + (long) walk.leavesAhead() * leafCapacity;
  }
}
