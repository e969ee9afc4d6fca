package org.jets.ets.plan;

import java.util.List;
import org.jets.ets.KeyRange;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.Direction;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A walk over disjoint ranges of keys, one after the other.
 *
 * <p>A range that ends at a term is one of the store's. For a {@link Cut} at no term, the walk
 * starts at a term near it. Before that it goes the other way as long as there are keys inside the
 * range, which is rare. It skips keys before the range, and ends at the first key after it.
 */
public final class RangesCursor implements CellCursor {
  private final TableStore store;
  private final StoreConfig config;
  private final List<Interval> ranges;
  private final Direction direction;

  /** The number of ranges that have been begun. */
  private int begun;

  /** The rest of the last range that has been begun; null if nothing is left. */
  private @Nullable CellCursor cells;

  public RangesCursor(
      TableStore store, StoreConfig config, List<Interval> ranges, Direction direction) {
    this.store = store;
    this.config = config;
    this.ranges = ranges;
    this.direction = direction;
  }

  @Override
  public @Nullable Object next() {
    while (true) {
      Object cell = cells == null ? null : nextIn(cells, range(begun - 1));
      if (cell != null) {
        return cell;
      }
      cells = null;
      if (begun == ranges.size()) {
        return null;
      }
      cells = store.cells(start(range(begun)), direction);
      begun++;
    }
  }

  private Interval range(int i) {
    return ranges.get(isAscending() ? i : ranges.size() - 1 - i);
  }

  private boolean isAscending() {
    return direction == Direction.ASCENDING;
  }

  private @Nullable Object nextIn(CellCursor cells, Interval range) {
    for (Object cell; (cell = cells.next()) != null; ) {
      Term key = config.keyOf(cell);
      boolean isLow = !isTerm(range.lower()) && range.lower().isAbove(key);
      boolean isHigh = !isTerm(range.upper()) && range.upper().isBelow(key);
      if (!isLow && !isHigh) {
        return cell;
      }
      if (isHigh == isAscending()) {
        return null;
      }
    }
    return null;
  }

  private static boolean isTerm(Cut cut) {
    return cut instanceof Cut.Beside;
  }

  /** Returns a range of the store that contains this one and starts close to it. */
  private KeyRange start(Interval range) {
    Cut lower = range.lower();
    Cut upper = range.upper();
    Term first =
        isTerm(lower) ? lower.near() : isAscending() && lower != Cut.BOTTOM ? lowest(lower) : null;
    Term last =
        isTerm(upper) ? upper.near() : !isAscending() && upper != Cut.TOP ? highest(upper) : null;
    return KeyRange.of(
        first,
        !(lower instanceof Cut.Beside term) || term.isLow(),
        last,
        !(upper instanceof Cut.Beside term) || !term.isLow());
  }

  private Term lowest(Cut lower) {
    Term lowest = lower.near();
    while (lower.isBelow(lowest)) {
      Object cell = store.cellBefore(lowest);
      if (cell == null || lower.isAbove(config.keyOf(cell))) {
        break;
      }
      lowest = config.keyOf(cell);
    }
    return lowest;
  }

  private Term highest(Cut upper) {
    Term highest = upper.near();
    while (upper.isAbove(highest)) {
      Object cell = store.cellAfter(highest);
      if (cell == null || upper.isBelow(config.keyOf(cell))) {
        break;
      }
      highest = config.keyOf(cell);
    }
    return highest;
  }

  @Override
  public CellCursor copy() {
    RangesCursor copy = new RangesCursor(store, config, ranges, direction);
    copy.begun = begun;
    copy.cells = cells == null ? null : cells.copy();
    return copy;
  }
}
