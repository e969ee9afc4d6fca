package org.jets.collections.internal.lfca;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * Goes over the leaves of a range as they were at one moment, without a {@link SnapshotVersion}.
 * They have been read one after the other, and then were all still in place.
 */
public final class LeafListCursor<K, V> extends Cursor<K, V> {
  /**
   * With so many leaves it is likely that one changes meanwhile, and a moment costs little more.
   */
  private static final int MOST = 64;

  private final PrefixOrder<K> order;
  private final boolean descending;
  private @Nullable Object[] bases = new @Nullable Object[8];
  private @Nullable Object[] leaves = new @Nullable Object[8];
  private int[] ends = new int[16];
  private int size;

  /** The leaf it goes over, and the next one. */
  private @Nullable ImmutableLeaf<K, V> leaf;

  private int nextLeaf;
  private int index;
  private int limit;

  private LeafListCursor(PrefixOrder<K> order, boolean descending) {
    this.order = order;
    this.descending = descending;
    this.limit = descending ? -1 : 1; // So that none is left.
  }

  /**
   * Null if they are many, or one has changed meanwhile. Leaves may be joined, if they are small.
   */
  public static <K, V> @Nullable LeafListCursor<K, V> tryRead(
      LockFreeTree<K, V> tree, KeyBounds<K> bounds, boolean descending) {
    LeafListCursor<K, V> list = tryPeek(tree, bounds, descending);
    if (list != null) {
      list.adapt(tree);
    }
    return list;
  }

  /** The same without any trace in the map. */
  public static <K, V> @Nullable LeafListCursor<K, V> tryPeek(
      LockFreeTree<K, V> tree, KeyBounds<K> bounds, boolean descending) {
    LeafCursor<K, V> cursor = new LeafCursor<>(tree, bounds, descending, null);
    LeafListCursor<K, V> list = new LeafListCursor<>(tree.order, descending);
    while (!cursor.isAtEnd()) {
      if (list.size == MOST) {
        return null;
      }
      cursor.step();
      list.add(cursor.base(), cursor.leaf(), cursor.from(), cursor.to());
    }
    return list.isPresent(tree) ? list : null;
  }

  private void add(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> found, int from, int to) {
    if (size == bases.length) {
      bases = Arrays.copyOf(bases, 2 * size);
      leaves = Arrays.copyOf(leaves, 2 * size);
      ends = Arrays.copyOf(ends, 4 * size);
    }
    bases[size] = base;
    leaves[size] = found;
    ends[2 * size] = from;
    ends[2 * size + 1] = to;
    size++;
  }

  @SuppressWarnings("unchecked") // Only such are stored.
  private LockFreeBaseNode<K, V> baseAt(int place) {
    return (LockFreeBaseNode<K, V>) Objects.requireNonNull(bases[place]);
  }

  @SuppressWarnings("unchecked") // Only such are stored.
  private ImmutableLeaf<K, V> leafAt(int place) {
    return (ImmutableLeaf<K, V>) Objects.requireNonNull(leaves[place]);
  }

  private boolean isPresent(LockFreeTree<K, V> tree) {
    for (int i = 0; i < size && size > 1; i++) {
      if (tree.contents(baseAt(i)) != leafAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Ranges are faster over fewer leaves: one of these is joined with the next one some day. */
  private void adapt(LockFreeTree<K, V> tree) {
    if (size > 1) {
      int some = ThreadLocalRandom.current().nextInt(size - 1);
      if (!tree.limits.isTooMuch(leafAt(some).size(), leafAt(some + 1).size())) {
        int lower = descending ? some + 1 : some;
        tree.widen(baseAt(lower), leafAt(lower));
      }
    }
  }

  /** The number of mappings that the range has. */
  public long count() {
    long count = 0;
    for (int i = 0; i < size; i++) {
      count += Math.max(0, ends[2 * i + 1] - ends[2 * i]);
    }
    return count;
  }

  @Override
  public boolean advance() {
    int next = descending ? index - 1 : index + 1;
    while (next == limit) {
      if (nextLeaf == size) {
        return false;
      }
      leaf = leafAt(nextLeaf);
      int from = ends[2 * nextLeaf];
      int to = Math.max(from, ends[2 * nextLeaf + 1]);
      next = descending ? to - 1 : from;
      limit = descending ? from - 1 : to;
      nextLeaf++;
    }
    index = next;
    return true;
  }

  @Override
  public void forEachRemaining(BiConsumer<? super K, ? super V> action) {
    if (descending) {
      super.forEachRemaining(action);
      return;
    }
    if (leaf != null) {
      leaf.forEach(order, index + 1, limit, action);
    }
    while (nextLeaf < size) {
      int place = nextLeaf++;
      leafAt(place).forEach(order, ends[2 * place], ends[2 * place + 1], action);
    }
    index = limit - 1;
  }

  @Override
  public K key() {
    return Objects.requireNonNull(leaf).key(order, index);
  }

  @Override
  public V value() {
    return Objects.requireNonNull(leaf).value(index);
  }

  @Override
  public @Nullable Cursor<K, V> trySplit() {
    return null; // It is short.
  }

  @Override
  public long estimateSize() {
    return count();
  }
}
