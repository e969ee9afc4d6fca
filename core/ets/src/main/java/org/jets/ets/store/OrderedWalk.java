package org.jets.ets.store;

import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jets.ets.KeyRange;
import org.jets.ets.cell.PendingCell;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a {@link NavigableMapStore} with keys in a range, in either direction, each as it is
 * when it is reached. It begins with the first call.
 *
 * <p>It walks the map by {@link PresentValues}. On a map that has none, each step is a search. If
 * the store {@linkplain TableStore#clear replaces the map}, it goes on in the new one behind the
 * last cell.
 *
 * @param <M> the kind of map
 */
final class OrderedWalk<M extends ConcurrentNavigableMap<Term, Object>> {
  private final NavigableMapStore<M> store;
  private final Direction direction;

  /** The range, of which {@link #last} may have passed a part. */
  private KeyRange range;

  /** The map that is walked; null before the first call. */
  private @Nullable M walked;

  /** Null if each step is a search. */
  private @Nullable PresentValues values;

  private @Nullable Object last;
  private boolean isUnpaused;
  private boolean hasEnded;

  OrderedWalk(NavigableMapStore<M> store, KeyRange range, Direction direction) {
    this.store = store;
    this.range = range;
    this.direction = direction;
  }

  /** Returns the next cell; null at the end, also on further calls. */
  @Nullable Object next() {
    M map = store.map();
    if (hasEnded) {
      return null;
    }
    if (map != walked) {
      begin(map);
    }
    Object cell = values == null ? nextBySearch(map) : nextOf(values);
    if (cell == null) {
      hasEnded = true;
    } else {
      last = cell;
    }
    return cell;
  }

  /** Calls the action with each cell ahead. */
  void forEachRemaining(Consumer<? super Object> action) {
    Predicate<Object> step =
        held -> {
          if (!store.isCurrent(walked)) {
            return false;
          }
          Object cell = PendingCell.resolve(held);
          if (cell != null) {
            last = cell;
            action.accept(cell);
          }
          return true;
        };
    for (Object cell; (cell = next()) != null; ) {
      action.accept(cell);
      if (!hasEnded && values != null) {
        hasEnded |= !values.advanceWhile(step);
      }
    }
  }

  private void begin(M map) {
    KeyRange rest = rest();
    PresentValues begun = store.presentValues(map, rest, direction);
    if (begun != null && isUnpaused) {
      begun.goOnUnpaused();
    }
    range = rest;
    last = null;
    values = begun;
    walked = map;
  }

  /** Says that the rest will be walked at once. */
  void goOnUnpaused() {
    isUnpaused = true;
    if (values != null) {
      values.goOnUnpaused();
    }
  }

  private static @Nullable Object nextOf(PresentValues values) {
    for (Object held; (held = values.next()) != null; ) {
      Object cell = PendingCell.resolve(held);
      if (cell != null) {
        return cell;
      }
    }
    return null;
  }

  private @Nullable Object nextBySearch(M map) {
    KeyRange rest = rest();
    for (Map.Entry<Term, Object> entry;
        (entry = store.firstEntry(map, rest, direction)) != null; ) {
      Object cell = PendingCell.resolve(entry.getValue());
      if (cell != null) {
        return cell;
      }
      rest = direction.behind(entry.getKey(), rest);
    }
    return null;
  }

  /** Returns the range that is left. */
  KeyRange rest() {
    return last == null ? range : direction.behind(store.config().keyOf(last), range);
  }
}
