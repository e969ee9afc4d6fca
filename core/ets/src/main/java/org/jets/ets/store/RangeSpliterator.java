package org.jets.ets.store;

import java.util.Map;
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
 *
 * <p>A map's iterators read values ahead, so that a value may have changed by the time it is
 * returned. The spliterator of a skip list does not, and serves ranges without a lower end. It
 * cannot start at a key, so that with a lower end each step is a search of its own. The same holds
 * for other maps, and after the store has {@linkplain TableStore#clear replaced the map} that is
 * walked.
 */
final class RangeSpliterator<M extends ConcurrentNavigableMap<Term, Object>>
    implements Spliterator<Object> {
  private static final long UNKNOWN = -1;

  private final NavigableMapStore<M> store;
  private final Consumer<Object> take = this::take;

  /** The remaining range, of which {@link #last} may have passed a part. */
  private KeyRange range;

  private long estimate;
  private boolean hasBegun;
  private boolean hasEnded;

  /** The map that its own spliterator walks; null if there is none. */
  private @Nullable M walked;

  private @Nullable Spliterator<Object> walk;

  /** The last key that this walk reached. */
  private @Nullable Term last;

  private @Nullable Object taken;

  RangeSpliterator(NavigableMapStore<M> store, KeyRange range) {
    this(store, range, UNKNOWN);
  }

  private RangeSpliterator(NavigableMapStore<M> store, KeyRange range, long estimate) {
    this.store = store;
    this.range = range;
    this.estimate = estimate;
  }

  @Override
  public boolean tryAdvance(Consumer<? super Object> action) {
    Object cell = hasEnded ? null : next();
    if (cell == null) {
      hasEnded = true;
      return false;
    }
    action.accept(cell);
    return true;
  }

  private @Nullable Object next() {
    M map = store.map();
    if (!hasBegun) {
      hasBegun = true;
      if (range.lower().isEmpty()) {
        walked = map;
        walk = store.walk(map);
      }
    }
    if (walk != null && walked == map) {
      return nextOf(walk);
    }
    leave();
    return nextBySearch(map);
  }

  private @Nullable Object nextOf(Spliterator<Object> walk) {
    while (walk.tryAdvance(take)) {
      Object cell = PendingCell.resolve(taken);
      if (cell != null) {
        last = store.config().keyOf(cell);
        return range.isBelowUpper(last) ? cell : null;
      }
    }
    return null;
  }

  private void take(Object value) {
    taken = value;
  }

  /** Continues by searches. */
  private void leave() {
    if (last != null) {
      range = range.above(last);
      last = null;
    }
    walk = null;
    walked = null;
    taken = null;
  }

  private @Nullable Object nextBySearch(M map) {
    Map.Entry<Term, Object> entry;
    while ((entry = store.firstEntry(map, range)) != null) {
      range = range.above(entry.getKey());
      Object cell = PendingCell.resolve(entry.getValue());
      if (cell != null) {
        return cell;
      }
    }
    return null;
  }

  @Override
  public @Nullable Spliterator<Object> trySplit() {
    Term middle = !hasBegun && estimateSize() > 1 ? store.middle(range) : null;
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
