package org.jets.ets.view;

import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The objects of a table as values. */
final class ViewSpliterator<T> implements Spliterator<T> {
  /** An order of objects says nothing of values. */
  private static final int KEPT = ORDERED | NONNULL | CONCURRENT | SIZED | SUBSIZED;

  private final Spliterator<Tuple> objects;
  private final Function<? super Tuple, ? extends T> view;
  private final int added;

  /**
   * Makes one.
   *
   * @param added the characteristics that the values have beside those of the objects
   */
  ViewSpliterator(
      Spliterator<Tuple> objects, Function<? super Tuple, ? extends T> view, int added) {
    this.objects = objects;
    this.view = view;
    this.added = added;
  }

  @Override
  public boolean tryAdvance(Consumer<? super T> action) {
    Objects.requireNonNull(action, "action");
    return objects.tryAdvance(object -> action.accept(view.apply(object)));
  }

  @Override
  public void forEachRemaining(Consumer<? super T> action) {
    Objects.requireNonNull(action, "action");
    objects.forEachRemaining(object -> action.accept(view.apply(object)));
  }

  @Override
  public @Nullable Spliterator<T> trySplit() {
    Spliterator<Tuple> prefix = objects.trySplit();
    return prefix == null ? null : new ViewSpliterator<>(prefix, view, added);
  }

  @Override
  public long estimateSize() {
    return objects.estimateSize();
  }

  @Override
  public int characteristics() {
    return (objects.characteristics() & KEPT) | added;
  }
}
