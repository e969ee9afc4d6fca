package org.jets.ets;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The objects in the cells that a map's own spliterator of values comes to. */
final class ObjectSpliterator implements Spliterator<Tuple> {
  private final Spliterator<Object> held;
  private final int characteristics;
  private final @Nullable Comparator<? super Tuple> order;

  private @Nullable Object cell;
  private int nextInCell;

  /**
   * Makes one over a map's values.
   *
   * @param order the order of the objects if {@code characteristics} has {@link #SORTED}
   */
  ObjectSpliterator(
      Spliterator<Object> held, int characteristics, @Nullable Comparator<? super Tuple> order) {
    this.held = held;
    this.characteristics = characteristics;
    this.order = order;
  }

  @Override
  public boolean tryAdvance(Consumer<? super Tuple> action) {
    while (cell == null) {
      if (!held.tryAdvance(this::enter)) {
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
    held.forEachRemaining(
        value -> {
          Object found = PendingCell.resolve(value);
          if (found instanceof Tuple object) {
            action.accept(object);
          } else if (found != null) {
            ((ObjectList) found).asList().forEach(action);
          }
        });
  }

  private void enter(Object value) {
    cell = PendingCell.resolve(value);
    nextInCell = 0;
  }

  @Override
  public @Nullable Spliterator<Tuple> trySplit() {
    if (cell != null) {
      return null;
    }
    Spliterator<Object> prefix = held.trySplit();
    return prefix == null ? null : new ObjectSpliterator(prefix, characteristics, order);
  }

  @Override
  public long estimateSize() {
    return held.estimateSize();
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
