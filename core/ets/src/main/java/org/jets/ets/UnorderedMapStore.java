package org.jets.ets;

import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over a hash map, which can be iterated but has no way to start at a given key.
 *
 * <p><b>Steps from key to key</b> walk a {@link KeyOrder} of all keys. While the table is fixed
 * that is the one of its {@link FixedKeys}. Else it is made by the first step that needs one and
 * kept for the next steps; {@code firstCell} drops it, and so does the step that comes to its end,
 * after a second look at the map's keys as they are now. So a traversal costs linear time and
 * memory twice (some 16 bytes a key), and constant time for each other step; of keys inserted
 * meanwhile it may see some. Where memory is short the order goes, and the next step makes another.
 *
 * <p><b>Cursors</b> share one iterator of the map for all copies of a cursor; see {@link KeyFeed}.
 * Those which began before the objects were all removed find nothing more, and keep nothing of the
 * map.
 *
 * @param <M> the kind of map
 */
abstract class UnorderedMapStore<M extends ConcurrentMap<Term, Object>> extends MapStore<M> {
  private static final int CHARACTERISTICS = Spliterator.NONNULL | Spliterator.CONCURRENT;

  /** How many slots there are at least, as in a new table of Erlang. */
  private static final int MIN_SLOTS = 256;

  /**
   * A hint; whoever finds it checks that it knows the key in question. Its order is not changed.
   */
  private volatile @Nullable SoftReference<KeyOrder> kept;

  private final OpenFeeds openFeeds = new OpenFeeds(this::isCurrent);

  UnorderedMapStore(StoreConfig config) {
    super(config);
  }

  @Override
  public final Spliterator<Tuple> objects() {
    return new ObjectSpliterator(
        () -> once(map().values().spliterator(), this::keyOfHeld),
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

  private static UnsupportedOperationException unordered() {
    return new UnsupportedOperationException("keys in order (expected: an ordered store)");
  }

  /**
   * Returns what an iteration of the map comes to, without a key that it may come to a second time.
   *
   * @param keyOf gives the key of what is iterated; null for what does not matter
   */
  abstract <T> Spliterator<T> once(Spliterator<T> all, Function<T, @Nullable Term> keyOf);

  private @Nullable Term keyOfHeld(Object held) {
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

  // Steps

  @Override
  public final @Nullable Object firstCell() {
    FixedKeys fixed = fixedKeys();
    if (fixed != null) {
      return fixed.firstCell();
    }
    if (kept != null) {
      kept = null;
    }
    Iterator<Object> values = map().values().iterator();
    while (values.hasNext()) {
      Object cell = PendingCell.resolve(values.next());
      if (cell != null) {
        return cell;
      }
    }
    return null;
  }

  @Override
  public final @Nullable Object lastCell() {
    return firstCell();
  }

  @Override
  public final @Nullable Object cellAfter(Term key) {
    FixedKeys fixed = fixedKeys();
    if (fixed != null) {
      return firstOf(fixed.keysAfter(key));
    }
    checkPresent(key);
    KeyOrder order = keptOrder();
    int place = order == null ? -1 : order.place(key);
    Object cell = order == null || place < 0 ? null : firstOf(order.after(place));
    if (cell == null) {
      KeyOrder current = currentOrder();
      cell = firstOf(keysAfter(current, key));
      kept = cell == null ? null : new SoftReference<>(current);
    }
    return cell;
  }

  @Override
  public final @Nullable Object cellBefore(Term key) {
    return cellAfter(key);
  }

  private void checkPresent(Term key) {
    if (get(key) == null) {
      throw NoSuchKeyException.ofStep(key);
    }
  }

  private KeyOrder currentOrder() {
    KeyOrder order = new KeyOrder();
    order.addAll(keys());
    return order;
  }

  private static Iterator<Term> keysAfter(KeyOrder order, Term key) {
    int place = order.place(key);
    if (place < 0) {
      throw NoSuchKeyException.ofStep(key);
    }
    return order.after(place);
  }

  private @Nullable KeyOrder keptOrder() {
    SoftReference<KeyOrder> reference = kept;
    return reference == null ? null : reference.get();
  }

  /** The cell of the first of these keys that is there. */
  private @Nullable Object firstOf(Iterator<Term> keys) {
    while (keys.hasNext()) {
      Object cell = get(keys.next());
      if (cell != null) {
        return cell;
      }
    }
    return null;
  }

  // Cursors

  @Override
  public final CellCursor cells(Direction direction) {
    M map = map();
    return cursor(map, Spliterators.iterator(once(map.keySet().spliterator(), key -> key)));
  }

  @Override
  public final CellCursor cells(KeyRange range, Direction direction) {
    throw unordered();
  }

  @Override
  public final CellCursor cellsAfter(Term key, Direction direction) {
    M map = map();
    FixedKeys fixed = fixedKeys();
    if (fixed != null) {
      return cursor(map, fixed.keysAfter(key));
    }
    checkPresent(key);
    return cursor(map, keysAfter(currentOrder(), key));
  }

  private CellCursor cursor(M map, Iterator<Term> keys) {
    return new UnorderedCursor(this, KeyFeed.of(keys, map, openFeeds));
  }

  /**
   * Each key has a slot of its own, in the order of steps backwards, so that keys that are new in a
   * fixed table get the last ones, and there are {@value #MIN_SLOTS} slots at least. Slot 0 makes
   * the order, which is kept for the others as for steps.
   */
  @Override
  public final @Nullable List<Tuple> slot(long number) {
    FixedKeys fixed = fixedKeys();
    List<Term> order = fixed != null ? fixed.allKeys() : slotOrder(number).byPlace();
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

  private KeyOrder slotOrder(long number) {
    KeyOrder order = number == 0 ? null : keptOrder();
    if (order == null) {
      order = currentOrder();
      kept = new SoftReference<>(order);
    }
    return order;
  }

  @Override
  public final void fix() {
    fixedKeys(new FixedKeys(this));
  }

  @Override
  public final void unfix() {
    fixedKeys(null);
  }

  @Override
  final void mapReplaced() {
    kept = null;
    openFeeds.dropAll();
  }
}
