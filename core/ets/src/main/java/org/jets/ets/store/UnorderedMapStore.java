package org.jets.ets.store;

import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentMap;
import org.jets.ets.KeyRange;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.TableType;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over a hash map: its keys have no order that a user could know, and so there is but one
 * direction to go through them.
 *
 * @param <M> the kind of map
 */
abstract class UnorderedMapStore<M extends ConcurrentMap<Term, Object>> extends MapStore<M> {
  private static final int CHARACTERISTICS = Spliterator.NONNULL | Spliterator.CONCURRENT;

  /** How many slots there are at least, as in a new table of Erlang. */
  private static final int MIN_SLOTS = 256;

  UnorderedMapStore(StoreConfig config) {
    super(config);
  }

  /** Returns a spliterator over what the map holds, which comes to each key once. */
  abstract Spliterator<Object> heldValues();

  @Override
  public final Spliterator<Tuple> objects() {
    return new ObjectSpliterator(
        this::heldValues,
        this::currentCell,
        config().type() == TableType.DUPLICATE_BAG
            ? CHARACTERISTICS
            : CHARACTERISTICS | Spliterator.DISTINCT,
        null);
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
    Object cell = PendingCell.resolve(held);
    return cell == null ? null : config().keyOf(cell);
  }

  /**
   * The cell as it is now: the map's spliterator may have read ahead, or be in a part of the map
   * that has been replaced.
   */
  private @Nullable Object currentCell(@Nullable Object held) {
    Term key = held == null ? null : keyOfHeld(held);
    return key == null ? null : get(key);
  }

  /** The keys that are there. */
  final Iterable<Term> keys() {
    M map = map();
    return () ->
        map.entrySet().stream()
            .filter(entry -> PendingCell.resolve(entry.getValue()) != null)
            .map(Map.Entry::getKey)
            .iterator();
  }

  /** An order of the keys that are there. */
  final KeyOrder currentOrder() {
    KeyOrder order = new KeyOrder();
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
   * Returns the keys in the order of their slots, as they were when slot 0 was asked for last.
   *
   * @param number the slot that is asked for
   */
  abstract List<Term> slots(long number);

  /** Each key has a slot of its own, and there are {@value #MIN_SLOTS} slots at least. */
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
