package org.jets.ets.store;

import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentMap;
import org.jets.ets.KeyRange;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.TableType;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.PendingCell;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over a hash map. Its keys have no order that a user could know, so there is only one
 * direction to walk them.
 *
 * @param <M> the kind of map
 */
abstract class UnorderedMapStore<M extends ConcurrentMap<Term, Object>> extends MapStore<M> {
  private static final int CHARACTERISTICS = Spliterator.NONNULL | Spliterator.CONCURRENT;

  /** The minimum number of slots, as in a new table of Erlang. */
  private static final int MIN_SLOTS = 256;

  UnorderedMapStore(StoreConfig config) {
    super(config);
  }

  /**
   * Returns a spliterator over the cells, each as it is when it is reached, which reaches each key
   * once.
   */
  abstract Spliterator<Object> currentCells();

  @Override
  public final Spliterator<Tuple> objects() {
    return new ObjectSpliterator(
        this::currentCells,
        config().type() == TableType.DUPLICATE_BAG
            ? CHARACTERISTICS
            : CHARACTERISTICS | Spliterator.DISTINCT,
        null);
  }

  @Override
  public final Spliterator<Object> cellSpliterator() {
    return currentCells();
  }

  @Override
  public final Spliterator<Object> cellSpliterator(KeyRange range) {
    throw unordered();
  }

  @Override
  public final Spliterator<Tuple> objects(KeyRange range) {
    throw unordered();
  }

  @Override
  public final CellCursor cells(KeyRange range, Direction direction) {
    throw unordered();
  }

  private static UnsupportedOperationException unordered() {
    return new UnsupportedOperationException("keys in order (expected: an ordered store)");
  }

  final @Nullable Term keyOfHeld(Object held) {
    Object cell = PendingCell.outline(held);
    return cell == null ? null : config().keyOf(cell);
  }

  /**
   * Returns the current cell of the key, since the map's spliterator may have read ahead, or be in
   * a replaced map or part of it.
   */
  final @Nullable Object currentCell(@Nullable Object held) {
    Term key = held == null ? null : keyOfHeld(held);
    return key == null ? null : get(key);
  }

  /** Returns the present keys. */
  final Iterable<Term> keys() {
    M map = map();
    return () ->
        map.entrySet().stream()
            .filter(entry -> PendingCell.outline(entry.getValue()) != null)
            .map(Map.Entry::getKey)
            .iterator();
  }

  /** Returns an order of the present keys. */
  final WalkOrder currentOrder() {
    WalkOrder order = new WalkOrder();
    order.addAll(keys());
    return order;
  }

  final void checkPresent(Term key) {
    if (get(key) == null) {
      throw NoSuchKeyException.ofStep(key);
    }
  }

  @Override
  public final @Nullable Object lastCell() {
    return firstCell();
  }

  @Override
  public final @Nullable Object cellBefore(Term key) {
    return cellAfter(key);
  }

  @Override
  public final @Nullable Term lastKey() {
    return firstKey();
  }

  @Override
  public final @Nullable Term keyBefore(Term key) {
    return keyAfter(key);
  }

  /**
   * Returns the keys in the order of their slots, as of the last request for slot 0.
   *
   * @param number the requested slot
   */
  abstract List<Term> slots(long number);

  /**
   * Returns the objects of a slot. Each key has its own, and there are at least {@value
   * #MIN_SLOTS}.
   */
  @Override
  public final @Nullable List<Tuple> slot(long number) {
    List<Term> order = slots(number);
    int keys = order.size();
    int slots = Math.max(MIN_SLOTS, keys);
    if (number < keys) {
      return Cells.objects(get(order.get((int) number)));
    }
    if (number > slots) {
      throw new IndexOutOfBoundsException("slot: " + number + " (expected: 0.." + slots + ")");
    }
    return number == slots ? null : List.of();
  }
}
