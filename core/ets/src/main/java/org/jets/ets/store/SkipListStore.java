package org.jets.ets.store;

import java.util.Spliterator;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jets.ets.KeyRange;
import org.jets.ets.cell.PendingCell;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jspecify.annotations.Nullable;

/** A store over the JDK's {@link ConcurrentSkipListMap}. */
final class SkipListStore extends NavigableMapStore<ConcurrentSkipListMap<Term, Object>> {
  /** The bytes of a node, and of its share of the towers. */
  private static final long ENTRY_BYTES = 36;

  SkipListStore(StoreConfig config) {
    super(config);
  }

  @Override
  ConcurrentSkipListMap<Term, Object> newMap() {
    return new ConcurrentSkipListMap<>(TermOrder.STANDARD);
  }

  @Override
  MapStore<ConcurrentSkipListMap<Term, Object>> newStore(StoreConfig config) {
    return new SkipListStore(config);
  }

  @Override
  boolean countsKeysDespiteErrors() {
    return false;
  }

  @Override
  long keyCount(ConcurrentSkipListMap<Term, Object> map) {
    return map.size();
  }

  @Override
  long mapBytes(ConcurrentSkipListMap<Term, Object> map, long keys) {
    return keys * ENTRY_BYTES;
  }

  /**
   * Returns a walk from the first key on, by a spliterator of the whole map. It reads no value
   * ahead, as iterators do, but it cannot start at a key.
   */
  @Override
  @Nullable PresentValues presentValues(
      ConcurrentSkipListMap<Term, Object> map, KeyRange range, Direction direction) {
    return range.lower().isEmpty() && direction == Direction.ASCENDING
        ? new Beginning(map.values().spliterator(), range)
        : null;
  }

  @Override
  boolean hasPresentValues() {
    return false;
  }

  /** The values from the first key on. */
  private final class Beginning implements PresentValues {
    private final Spliterator<Object> values;
    private final KeyRange range;
    private final Consumer<Object> take = this::take;
    private @Nullable Object taken;

    Beginning(Spliterator<Object> values, KeyRange range) {
      this.values = values;
      this.range = range;
    }

    private void take(Object value) {
      taken = PendingCell.resolve(value);
    }

    /** Returns the next cell. */
    @Override
    public @Nullable Object next() {
      taken = null;
      while (values.tryAdvance(take)) {
        Object cell = taken;
        if (cell != null) {
          return range.isBelowUpper(config().keyOf(cell)) ? cell : null;
        }
      }
      return null;
    }
  }
}
