package org.jets.collections;

import java.util.Comparator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jets.collections.internal.cursor.Traverser;
import org.jspecify.annotations.Nullable;

/** A spliterator over one side of each mapping that a traverser comes to. */
final class TraversingSpliterator<K, V, T> implements Spliterator<T> {
  private final Traverser<K, V> traverser;
  private final Function<? super Traverser<K, V>, ? extends T> side;
  private final int characteristics;
  private final @Nullable Comparator<? super T> comparator;

  /**
   * @param characteristics besides {@link #CONCURRENT} and {@link #NONNULL}
   * @param comparator of one that is {@link #SORTED}, if that is not by the natural order
   */
  TraversingSpliterator(
      Traverser<K, V> traverser,
      Function<? super Traverser<K, V>, ? extends T> side,
      int characteristics,
      @Nullable Comparator<? super T> comparator) {
    this.traverser = traverser;
    this.side = side;
    this.characteristics = characteristics | CONCURRENT | NONNULL;
    this.comparator = comparator;
  }

  @Override
  public boolean tryAdvance(Consumer<? super T> action) {
    Objects.requireNonNull(action, "action");
    if (!traverser.advance()) {
      return false;
    }
    action.accept(side.apply(traverser));
    return true;
  }

  @Override
  public void forEachRemaining(Consumer<? super T> action) {
    Objects.requireNonNull(action, "action");
    traverser.goOnUnpaused();
    while (traverser.advance()) {
      action.accept(side.apply(traverser));
    }
  }

  @Override
  public @Nullable Spliterator<T> trySplit() {
    Traverser<K, V> part = traverser.trySplit();
    return part == null
        ? null
        : new TraversingSpliterator<>(part, side, characteristics, comparator);
  }

  @Override
  public long estimateSize() {
    return traverser.estimateSize();
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
