package org.jets.ets;

import java.util.Iterator;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** What a {@link SkipListStore} holds for the keys in a range, in their order; split by keys. */
final class RangeSpliterator implements Spliterator<Object> {
  private final SkipListStore store;
  private KeyRange range;
  private long estimate;
  private @Nullable Iterator<Object> held;

  RangeSpliterator(SkipListStore store, KeyRange range, long estimate) {
    this.store = store;
    this.range = range;
    this.estimate = estimate;
  }

  private Iterator<Object> held() {
    if (held == null) {
      held = store.values(range, Direction.ASCENDING).iterator();
    }
    return held;
  }

  @Override
  public boolean tryAdvance(Consumer<? super Object> action) {
    Iterator<Object> values = held();
    boolean advances = values.hasNext();
    if (advances) {
      action.accept(values.next());
    }
    return advances;
  }

  @Override
  public void forEachRemaining(Consumer<? super Object> action) {
    held().forEachRemaining(action);
  }

  @Override
  public @Nullable Spliterator<Object> trySplit() {
    Term middle = held == null && estimate > 1 ? store.middle(range) : null;
    if (middle == null) {
      return null;
    }
    estimate >>>= 1;
    Spliterator<Object> prefix =
        new RangeSpliterator(store, range.behind(middle, Direction.DESCENDING), estimate);
    range = range.from(middle);
    return prefix;
  }

  @Override
  public long estimateSize() {
    return estimate;
  }

  @Override
  public int characteristics() {
    return ORDERED | NONNULL | CONCURRENT;
  }
}
