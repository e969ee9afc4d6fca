package org.jets.ets.store;

import java.util.Spliterator;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Consumer;
import org.jets.ets.KeyRange;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a {@link NavigableMapStore} with keys in a range, in key order, each as it is when
 * it is reached. It splits by keys. It binds to the store on the first request for a cell, a split
 * or an estimate.
 */
final class RangeSpliterator<M extends ConcurrentNavigableMap<Term, Object>>
    implements Spliterator<Object> {
  private static final long UNKNOWN = -1;

  private final NavigableMapStore<M> store;

  /** The range, of which the walk may have passed a part. */
  private KeyRange range;

  private long estimate;

  /** Null before the first cell. */
  private @Nullable OrderedWalk<M> walk;

  RangeSpliterator(NavigableMapStore<M> store, KeyRange range) {
    this(store, range, UNKNOWN);
  }

  private RangeSpliterator(NavigableMapStore<M> store, KeyRange range, long estimate) {
    this.store = store;
    this.range = range;
    this.estimate = estimate;
  }

  private OrderedWalk<M> begun() {
    if (walk == null) {
      walk = new OrderedWalk<>(store, range, Direction.ASCENDING);
    }
    return walk;
  }

  @Override
  public boolean tryAdvance(Consumer<? super Object> action) {
    Object cell = begun().next();
    if (cell == null) {
      return false;
    }
    action.accept(cell);
    return true;
  }

  @Override
  public void forEachRemaining(Consumer<? super Object> action) {
    OrderedWalk<M> rest = begun();
    rest.goOnUnpaused();
    rest.forEachRemaining(action);
  }

  @Override
  public @Nullable Spliterator<Object> trySplit() {
    Term middle = walk == null && estimateSize() > 1 ? store.middle(range) : null;
    if (middle == null) {
      return null;
    }
    estimate >>>= 1;
    Spliterator<Object> prefix = new RangeSpliterator<>(store, range.below(middle), estimate);
    range = range.from(middle);
    return prefix;
  }

  @Override
  public long estimateSize() {
    if (estimate == UNKNOWN) {
      estimate = store.keyCount(store.map());
    }
    return estimate;
  }

  @Override
  public int characteristics() {
    return ORDERED | NONNULL | CONCURRENT;
  }
}
