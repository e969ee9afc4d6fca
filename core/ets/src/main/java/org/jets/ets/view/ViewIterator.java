package org.jets.ets.view;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.function.Function;
import org.jets.ets.LocalTable;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a table as values. It reads one object ahead. If an object stands for no value,
 * {@link #next} fails once and passes over it.
 */
final class ViewIterator<T> implements Iterator<T> {
  private final LocalTable table;
  private final Spliterator<Tuple> objects;
  private final Function<? super Tuple, ? extends T> view;
  private @Nullable Tuple next;

  /** The object to remove; null if the last step returned none, or it has been removed. */
  private @Nullable Tuple returned;

  ViewIterator(
      LocalTable table, Spliterator<Tuple> objects, Function<? super Tuple, ? extends T> view) {
    this.table = table;
    this.objects = objects;
    this.view = view;
  }

  @Override
  public boolean hasNext() {
    return next != null || objects.tryAdvance(object -> next = object);
  }

  @Override
  public T next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException();
    }
    Tuple object = next;
    next = null;
    returned = null;
    T value = view.apply(object);
    returned = object;
    return value;
  }

  @Override
  public void remove() {
    if (returned == null) {
      throw new IllegalStateException("no object (expected: after next, and once)");
    }
    table.delete(returned.element(table.keypos()));
    returned = null;
  }
}
