package org.jets.ets.store;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a store, cell by cell, as they are when their cell is reached. It binds to the
 * store on the first request for an object, a split or an estimate.
 */
final class ObjectSpliterator implements Spliterator<Tuple> {
  private final Supplier<Spliterator<Object>> source;
  private final UnaryOperator<@Nullable Object> cellOf;
  private final int characteristics;
  private final @Nullable Comparator<? super Tuple> order;

  /** Null until this is bound. */
  private @Nullable Spliterator<Object> bound;

  private @Nullable Object cell;
  private int nextInCell;

  /**
   * Makes one.
   *
   * @param source returns the values that stand for the cells
   * @param cellOf returns the cell that such a value stands for now; null if there is none
   * @param order the order of the objects if {@code characteristics} has {@link #SORTED}
   */
  ObjectSpliterator(
      Supplier<Spliterator<Object>> source,
      UnaryOperator<@Nullable Object> cellOf,
      int characteristics,
      @Nullable Comparator<? super Tuple> order) {
    this.source = source;
    this.cellOf = cellOf;
    this.characteristics = characteristics;
    this.order = order;
  }

  private Spliterator<Object> held() {
    if (bound == null) {
      bound = source.get();
    }
    return bound;
  }

  @Override
  public boolean tryAdvance(Consumer<? super Tuple> action) {
    while (cell == null) {
      if (!held().tryAdvance(this::enter)) {
        return false;
      }
    }
    Tuple object;
    if (cell instanceof ObjectList list) {
      object = list.get(nextInCell++);
      if (nextInCell == list.size()) {
        cell = null;
      }
    } else {
      object = (Tuple) cell;
      cell = null;
    }
    action.accept(object);
    return true;
  }

  @Override
  public void forEachRemaining(Consumer<? super Tuple> action) {
    while (cell != null && tryAdvance(action)) {}
    held()
        .forEachRemaining(
            value -> {
              Object found = cellOf.apply(value);
              if (found instanceof Tuple object) {
                action.accept(object);
              } else if (found != null) {
                ((ObjectList) found).asList().forEach(action);
              }
            });
  }

  private void enter(Object value) {
    cell = cellOf.apply(value);
    nextInCell = 0;
  }

  @Override
  public @Nullable Spliterator<Tuple> trySplit() {
    if (cell != null) {
      return null;
    }
    Spliterator<Object> prefix = held().trySplit();
    return prefix == null
        ? null
        : new ObjectSpliterator(() -> prefix, cellOf, characteristics, order);
  }

  @Override
  public long estimateSize() {
    return held().estimateSize();
  }

  @Override
  public int characteristics() {
    return characteristics;
  }

  @Override
  public @Nullable Comparator<? super Tuple> getComparator() {
    if (!hasCharacteristics(SORTED)) {
      throw new IllegalStateException("not sorted");
    }
    return order;
  }
}
