package org.jets.ets.store;

import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** An iteration of a ConcurrentHashMap without the duplicates that {@link BinFilter} finds. */
final class BinSpliterator<T> implements Spliterator<T> {
  private final Spliterator<T> all;
  private final Function<T, @Nullable Term> keyOf;
  private final BinFilter filter = new BinFilter();
  private final Consumer<T> hold = this::hold;

  /** The element that was fetched but, because of an error, not filtered yet. */
  private @Nullable T held;

  /**
   * Makes one.
   *
   * @param keyOf returns the key of an element; null if the element is always shown
   */
  BinSpliterator(Spliterator<T> all, Function<T, @Nullable Term> keyOf) {
    this.all = all;
    this.keyOf = keyOf;
  }

  private void hold(T element) {
    held = element;
  }

  @Override
  public boolean tryAdvance(Consumer<? super T> action) {
    while (held != null || all.tryAdvance(hold)) {
      T element = Objects.requireNonNull(held);
      Term key = keyOf.apply(element);
      boolean isShown = key == null || filter.isNew(key);
      held = null;
      if (isShown) {
        action.accept(element);
        return true;
      }
    }
    return false;
  }

  @Override
  public @Nullable Spliterator<T> trySplit() {
    Spliterator<T> part = all.trySplit();
    return part == null ? null : new BinSpliterator<>(part, keyOf);
  }

  @Override
  public long estimateSize() {
    return all.estimateSize();
  }

  @Override
  public int characteristics() {
    return all.characteristics() & ~(SIZED | SUBSIZED);
  }
}
