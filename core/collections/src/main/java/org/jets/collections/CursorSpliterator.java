package org.jets.collections;

import java.util.Comparator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.cursor.CursorHolder;
import org.jspecify.annotations.Nullable;

/** A spliterator over one side of each mapping that a cursor comes to. */
final class CursorSpliterator<K, V, T> implements Spliterator<T>, CursorHolder<K, V> {
  private final Cursor<K, V> cursor;
  private final CursorSide<K, V, T> side;
  private final int characteristics;
  private final @Nullable Comparator<? super T> comparator;

  /**
   * @param characteristics besides {@link #CONCURRENT} and {@link #NONNULL}
   * @param comparator of one that is {@link #SORTED}, if that is not by the natural order
   */
  CursorSpliterator(
      Cursor<K, V> cursor,
      CursorSide<K, V, T> side,
      int characteristics,
      @Nullable Comparator<? super T> comparator) {
    this.cursor = cursor;
    this.side = side;
    this.characteristics = characteristics | CONCURRENT | NONNULL;
    this.comparator = comparator;
  }

  @Override
  public Cursor<K, V> cursor() {
    return cursor;
  }

  @Override
  public boolean tryAdvance(Consumer<? super T> action) {
    Objects.requireNonNull(action, "action");
    if (!cursor.advance()) {
      return false;
    }
    action.accept(side.at(cursor));
    return true;
  }

  @Override
  public void forEachRemaining(Consumer<? super T> action) {
    Objects.requireNonNull(action, "action");
    side.forEachRemaining(cursor, action);
  }

  @Override
  public @Nullable Spliterator<T> trySplit() {
    Cursor<K, V> part = cursor.trySplit();
    return part == null ? null : new CursorSpliterator<>(part, side, characteristics, comparator);
  }

  @Override
  public long estimateSize() {
    return cursor.estimateSize();
  }

  @Override
  public int characteristics() {
    return characteristics;
  }

  @Override
  public @Nullable Comparator<? super T> getComparator() {
    if (!hasCharacteristics(SORTED)) {
      throw new IllegalStateException("not sorted");
    }
    return comparator;
  }
}
