package org.jets.ets.store;

import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import org.jets.collections.CursorMap;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.cursor.CursorEntry;
import org.jets.ets.cell.PendingCell;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A store over a hash map whose keys have a lasting order, and which can resume from any key,
 * present or absent. So steps from key to key, walks and their copies keep nothing but their
 * current key. A walk reaches each key that is present throughout exactly once, whether the table
 * is fixed or not.
 *
 * <p>As in Erlang, a step from an absent key succeeds only if the key was deleted while the table
 * was fixed. {@link DeletedKeys} remembers these keys.
 *
 * <p>A map that replaces another has the same order. So a walk sees no key twice even if all
 * objects are deleted and others inserted meanwhile.
 *
 * <p><b>Guarantees of a step.</b> A step is not linearizable. The key that it reaches was present
 * at some time during the step, and so was the key that it started from. The step may skip a key
 * that is inserted meanwhile. A pending key counts by its cell at that time, see {@link MapStore}.
 * A step reads values only while keys may be {@linkplain BatchEpoch pending}. Otherwise the
 * existence of the mapping is enough, and no object is fetched from memory.
 *
 * @param <M> the kind of map
 */
abstract class CursorMapStore<M extends CursorMap<Term, Object>> extends UnorderedMapStore<M> {

  /** The order that a request for slot 0 makes, for the slots that follow. */
  private volatile @Nullable SoftReference<WalkOrder> slotOrder;

  CursorMapStore(StoreConfig config) {
    super(config);
  }

  @Override
  final Spliterator<Object> currentCells() {
    M map = map();
    Spliterator<Object> values = map.values().spliterator();
    Cursor<Term, Object> cursor = PresentValues.cursorOf(values);
    return cursor == null
        ? new CurrentCells(values, this::currentCell)
        : new PresentCells(this, map, cursor);
  }

  // Steps

  @Override
  public final @Nullable Object firstCell() {
    CursorEntry<Term, Object> step = firstStep();
    return step == null ? null : PendingCell.resolve(step.getValue());
  }

  @Override
  public final @Nullable Object cellAfter(Term key) {
    CursorEntry<Term, Object> step = stepFrom(key);
    return step == null ? null : PendingCell.resolve(step.getValue());
  }

  @Override
  public final @Nullable Term firstKey() {
    CursorEntry<Term, Object> step = firstStep();
    return step == null ? null : step.getKey();
  }

  @Override
  public final @Nullable Term keyAfter(Term key) {
    CursorEntry<Term, Object> step = stepFrom(key);
    return step == null ? null : step.getKey();
  }

  /**
   * Returns the first mapping. Not one that a writer has put into a map that a {@code clear} had
   * replaced already, since no step from its key would succeed.
   */
  private @Nullable CursorEntry<Term, Object> firstStep() {
    while (true) {
      M map = map();
      long before = readEpoch();
      CursorEntry<Term, Object> step = settled(map, asStep(map.firstEntry()), before);
      if (isCurrent(map)) {
        return step;
      }
    }
  }

  private @Nullable CursorEntry<Term, Object> stepFrom(Term key) {
    while (true) {
      M map = map();
      long before = readEpoch();
      CursorEntry<Term, Object> step = asStep(map.entryAfter(key));
      if (step == null || !isFromPresent(step, before)) {
        checkKnown(key);
      }
      step = settled(map, step, before);
      if (isCurrent(map)) {
        return step;
      }
    }
  }

  /** Returns the mapping together with the origin that the search for it has seen. */
  private static @Nullable CursorEntry<Term, Object> asStep(
      Map.@Nullable Entry<Term, Object> entry) {
    return (CursorEntry<Term, Object>) entry;
  }

  /** Returns whether the key that a step was made from is present and no longer arriving. */
  private boolean isFromPresent(CursorEntry<Term, Object> step, long before) {
    return isNonePendingSince(before)
        ? step.hasOrigin()
        : PendingCell.outline(step.origin()) != null;
  }

  private void checkKnown(Term key) {
    if (!isDeletedWhileFixed(key) && get(key) == null) {
      if (deletedKeys() != null) {
        awaitRemovals();
      }
      if (!isDeletedWhileFixed(key)) {
        checkPresent(key);
      }
    }
  }

  private boolean isDeletedWhileFixed(Term key) {
    DeletedKeys deleted = deletedKeys();
    return deleted != null && deleted.contains(key);
  }

  /**
   * Returns the step, from this one on, to the first key that is present and no longer arriving.
   */
  private @Nullable CursorEntry<Term, Object> settled(
      CursorMap<Term, Object> map, @Nullable CursorEntry<Term, Object> start, long before) {
    CursorEntry<Term, Object> step = start;
    while (step != null
        && !isNonePendingSince(before)
        && PendingCell.outline(step.getValue()) == null) {
      step = asStep(map.entryAfter(step.getKey()));
    }
    return step;
  }

  // Cursors

  @Override
  public final CellCursor cells(Direction direction) {
    return new KeyCursor<>(this, null);
  }

  @Override
  public final CellCursor cellsAfter(Term key, Direction direction) {
    checkKnown(key);
    return new KeyCursor<>(this, key);
  }

  /**
   * Returns the mappings of a map after a key.
   *
   * @param key null for all mappings
   */
  final Iterator<Map.Entry<Term, Object>> entriesAfter(M map, @Nullable Term key) {
    return key == null ? map.entrySet().iterator() : map.entriesAfter(key);
  }

  // Fixation

  @Override
  final List<Term> slots(long number) {
    DeletedKeys fixed = deletedKeys();
    WalkOrder order = number == 0 ? null : fixed == null ? keptSlots() : fixed.slots();
    if (order == null) {
      order = currentOrder();
      if (fixed == null) {
        slotOrder = new SoftReference<>(order);
      } else {
        fixed.keepSlots(order);
      }
    }
    return order.byPlace();
  }

  private @Nullable WalkOrder keptSlots() {
    SoftReference<WalkOrder> kept = slotOrder;
    return kept == null ? null : kept.get();
  }

  @Override
  FixationLog newFixationLog(@Nullable TableMeter meter) {
    return new DeletedKeys(meter);
  }

  private @Nullable DeletedKeys deletedKeys() {
    return (DeletedKeys) fixationLog();
  }

  @Override
  final void mapReplaced() {
    slotOrder = null;
  }
}
