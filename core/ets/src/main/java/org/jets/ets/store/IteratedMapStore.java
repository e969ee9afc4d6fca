package org.jets.ets.store;

import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A store over a hash map that can be iterated, but has no way to start at a given key.
 *
 * <p><b>Steps from key to key</b> walk a {@link KeyOrder} of all keys. While the table is fixed
 * that is the one of its {@link FixedKeys}. Else it is made by the first step that needs one and
 * kept for the next steps; {@code firstCell} drops it, and so does the step that comes to its end,
 * after a second look at the map's keys as they are now. So a traversal costs linear time and
 * memory twice (some 16 bytes a key), and constant time for each other step; of keys inserted
 * meanwhile it may see some. Where memory is short the order goes, and the next step makes another.
 *
 * <p><b>Cursors</b> share one iterator of the map for all copies of a cursor; see {@link KeyFeed}.
 * While the table is fixed they walk the same order as steps do, so that who goes on from the key
 * that a cursor has come to finds all that were behind it: the map's own order moves as keys go and
 * come back. Those which began before the objects were all removed find nothing more, and keep
 * nothing of the map.
 *
 * @param <M> the kind of map
 */
abstract class IteratedMapStore<M extends ConcurrentMap<Term, Object>>
    extends UnorderedMapStore<M> {
  /**
   * A hint; whoever finds it checks that it knows the key in question. Its order is not changed.
   */
  private volatile @Nullable SoftReference<KeyOrder> kept;

  private final OpenFeeds openFeeds = new OpenFeeds(this::isCurrent);

  IteratedMapStore(StoreConfig config) {
    super(config);
  }

  @Override
  final Spliterator<Object> heldValues() {
    return once(map().values().spliterator(), this::keyOfHeld);
  }

  /**
   * Returns what an iteration of the map comes to, without a key that it may come to a second time.
   *
   * @param keyOf gives the key of what is iterated; null for what does not matter
   */
  abstract <T> Spliterator<T> once(Spliterator<T> all, Function<T, @Nullable Term> keyOf);

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
    FixedKeys fixed = fixedKeys();
    return cursor(
        map,
        fixed != null
            ? fixed.keys()
            : Spliterators.iterator(once(map.keySet().spliterator(), key -> key)));
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
    return new IteratedCursor(this, KeyFeed.of(keys, map, openFeeds));
  }

  /**
   * In the order of steps backwards, so that keys that are new in a fixed table get the last slots.
   */
  @Override
  final List<Term> slots(long number) {
    FixedKeys fixed = fixedKeys();
    return fixed != null ? fixed.allKeys() : slotOrder(number).byPlace();
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
  final KeyMemory newKeyMemory(@Nullable TableMeter meter) {
    return new FixedKeys(this, meter);
  }

  private @Nullable FixedKeys fixedKeys() {
    return (FixedKeys) keyMemory();
  }

  @Override
  final void mapReplaced() {
    kept = null;
    openFeeds.dropReplaced();
  }
}
