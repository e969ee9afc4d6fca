package org.jets.ets.store;

import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.cell.PendingCell;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A store over a hash map that can be iterated, but has no way to start at a given key.
 *
 * <p><b>Steps from key to key</b> walk a {@link WalkOrder} of all keys. While the table is fixed,
 * that is the order of its {@link FixedKeys}. Otherwise the first step that needs an order makes it
 * and keeps it for the next steps. {@code firstCell} drops the order. So does the step that reaches
 * its end, after it has checked the map's current keys. So a traversal costs linear time and memory
 * twice (some 16 bytes a key), and constant time for each other step. It may see some of the keys
 * inserted meanwhile. If memory is short, the order is collected, and the next step makes another.
 *
 * <p><b>Cursors</b> share one iterator of the map for all copies of a cursor; see {@link
 * SharedIterator}. While the table is fixed, cursors walk the same order as steps. So a caller that
 * steps on from a cursor's key finds all keys that followed it. The map's own order does not allow
 * that, since it changes as keys are removed and inserted again. A cursor that began before {@code
 * clear} finds nothing more, and does not retain the map.
 *
 * @param <M> the kind of map
 */
abstract class IteratedMapStore<M extends ConcurrentMap<Term, Object>>
    extends UnorderedMapStore<M> {
  /**
   * A hint. A reader must check that it contains the key in question. The order itself does not
   * change.
   */
  private volatile @Nullable SoftReference<WalkOrder> kept;

  private final OpenIterators openIterators = new OpenIterators(this::isCurrent);

  IteratedMapStore(StoreConfig config) {
    super(config);
  }

  @Override
  final Spliterator<Object> currentCells() {
    return new CurrentCells(once(map().values().spliterator(), this::keyOfHeld), this::currentCell);
  }

  /**
   * Returns an iteration of the map without duplicate keys.
   *
   * @param keyOf returns the key of an element; null for an element that does not matter
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
    WalkOrder order = keptOrder();
    int place = order == null ? -1 : order.place(key);
    Object cell = order == null || place < 0 ? null : firstOf(order.after(place));
    if (cell == null) {
      WalkOrder current = currentOrder();
      cell = firstOf(keysAfter(current, key));
      kept = cell == null ? null : new SoftReference<>(current);
    }
    return cell;
  }

  private static Iterator<Term> keysAfter(WalkOrder order, Term key) {
    int place = order.place(key);
    if (place < 0) {
      throw NoSuchKeyException.ofStep(key);
    }
    return order.after(place);
  }

  private @Nullable WalkOrder keptOrder() {
    SoftReference<WalkOrder> reference = kept;
    return reference == null ? null : reference.get();
  }

  /** Returns the cell of the first of these keys that is present. */
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
    return new IteratedCursor(this, SharedIterator.of(keys, map, openIterators));
  }

  /** Returns the reverse order of steps, so that new keys of a fixed table get the last slots. */
  @Override
  final List<Term> slots(long number) {
    FixedKeys fixed = fixedKeys();
    return fixed != null ? fixed.allKeys() : slotOrder(number).byPlace();
  }

  private WalkOrder slotOrder(long number) {
    WalkOrder order = number == 0 ? null : keptOrder();
    if (order == null) {
      order = currentOrder();
      kept = new SoftReference<>(order);
    }
    return order;
  }

  @Override
  final FixationLog newFixationLog(@Nullable TableMeter meter) {
    return new FixedKeys(this, meter);
  }

  private @Nullable FixedKeys fixedKeys() {
    return (FixedKeys) fixationLog();
  }

  @Override
  final void mapReplaced() {
    kept = null;
    openIterators.dropReplaced();
  }
}
