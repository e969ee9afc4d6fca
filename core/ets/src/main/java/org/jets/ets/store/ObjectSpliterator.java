package org.jets.ets.store;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.ObjectList;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a store, cell by cell, as they are when their cell is reached. It binds to the
 * store on the first request for an object, a split or an estimate.
 */
public final class ObjectSpliterator implements Spliterator<Tuple> {
  private final Supplier<Spliterator<Object>> source;
  private final Consumer<Object> enter = this::enter;
  private final int characteristics;
  private final @Nullable Comparator<? super Tuple> order;

  /** Null until this is bound. */
  private @Nullable Spliterator<Object> bound;

  private @Nullable Object cell;
  private int nextInCell;

  /**
   * Makes one.
   *
   * @param source returns the cells, each as it is when it is reached
   * @param order the order of the objects if {@code characteristics} has {@link #SORTED}
   */
  public ObjectSpliterator(
      Supplier<Spliterator<Object>> source,
      int characteristics,
      @Nullable Comparator<? super Tuple> order) {
    this.source = source;
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
      if (!held().tryAdvance(enter)) {
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
            found -> {
              if (found instanceof Tuple object) {
                action.accept(object);
              } else {
                Cells.objects(found).forEach(action);
              }
            });
  }

  private void enter(Object found) {
    cell = found;
    nextInCell = 0;
  }

  @Override
  public @Nullable Spliterator<Tuple> trySplit() {
    if (cell != null) {
      return null;
    }
    Spliterator<Object> prefix = held().trySplit();
    return prefix == null ? null : new ObjectSpliterator(() -> prefix, characteristics, order);
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
