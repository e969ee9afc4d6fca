package org.jets.ets;

import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** What an iteration of a ConcurrentHashMap comes to, without what {@link BinFilter} leaves out. */
final class BinSpliterator<T> implements Spliterator<T> {
  private final Spliterator<T> all;
  private final Function<T, @Nullable Term> keyOf;
  private final BinFilter filter = new BinFilter();
  private final Consumer<T> take = this::take;
  private @Nullable T current;

  /**
   * Makes one.
   *
   * @param keyOf gives the key; null for what is to be shown in any case
   */
  BinSpliterator(Spliterator<T> all, Function<T, @Nullable Term> keyOf) {
    this.all = all;
    this.keyOf = keyOf;
  }

  private void take(T element) {
    Term key = keyOf.apply(element);
    current = key == null || filter.isNew(key) ? element : null;
  }

  @Override
  public boolean tryAdvance(Consumer<? super T> action) {
    while (all.tryAdvance(take)) {
      T element = current;
      if (element != null) {
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
