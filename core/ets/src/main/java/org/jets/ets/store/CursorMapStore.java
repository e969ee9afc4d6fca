package org.jets.ets.store;

import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import org.jets.collections.CursorEntry;
import org.jets.collections.CursorMap;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A store over a hash map whose keys have a lasting order, and which can go on from any key, there
 * or not. So steps from key to key, walks and their copies need no memory but the key that they are
 * at, and a walk comes to each key that is there throughout exactly once, whether the table is
 * fixed or not.
 *
 * <p>Erlang goes on from a key that is not there only if it was deleted while the table was fixed,
 * and so does this store: {@link DeletedKeys} remembers which.
 *
 * <p>A map that takes the place of another has the same order. So whoever walks from key to key
 * while all objects are deleted, and others inserted, still sees none twice.
 *
 * <p><b>What a step promises.</b> It is not of one moment: the key that it comes to was there at
 * some time during the step, and so was the key that it goes on from; a key that comes meanwhile
 * may be passed by. A key that is pending counts as {@link MapStore} says, by its cell at that
 * time. Values are looked at only while keys may be {@linkplain PendingTimes pending}: else it is
 * enough that there are mappings, and objects stay where they are in memory.
 *
 * @param <M> the kind of map
 */
abstract class CursorMapStore<M extends CursorMap<Term, Object>> extends UnorderedMapStore<M> {

  /** Made by slot 0 for those that follow. */
  private volatile @Nullable SoftReference<KeyOrder> slotOrder;

  CursorMapStore(StoreConfig config) {
    super(config);
  }

  @Override
  final Spliterator<Object> heldValues() {
    return map().values().spliterator();
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

  private @Nullable CursorEntry<Term, Object> firstStep() {
    M map = map();
    long before = timeOfReading();
    return settled(map, asStep(map.firstEntry()), before);
  }

  private @Nullable CursorEntry<Term, Object> stepFrom(Term key) {
    M map = map();
    long before = timeOfReading();
    CursorEntry<Term, Object> step = asStep(map.entryAfter(key));
    if (step == null || !isFromPresent(step, before)) {
      checkKnown(key);
    }
    return settled(map, step, before);
  }

  /** Returns the mapping with what the search of a hash map for it has seen. */
  private static @Nullable CursorEntry<Term, Object> asStep(
      Map.@Nullable Entry<Term, Object> entry) {
    return (CursorEntry<Term, Object>) entry;
  }

  /** Whether the key that a step was made from is there, and no longer arriving. */
  private boolean isFromPresent(CursorEntry<Term, Object> step, long before) {
    return isNonePendingSince(before)
        ? step.hasOrigin()
        : PendingCell.resolve(step.origin()) != null;
  }

  private void checkKnown(Term key) {
    DeletedKeys deleted = deletedKeys();
    if (deleted == null || !deleted.contains(key)) {
      checkPresent(key);
    }
  }

  /** The step to the first key from a step on that is there, and no longer arriving. */
  private @Nullable CursorEntry<Term, Object> settled(
      CursorMap<Term, Object> map, @Nullable CursorEntry<Term, Object> start, long before) {
    CursorEntry<Term, Object> step = start;
    while (step != null
        && !isNonePendingSince(before)
        && PendingCell.resolve(step.getValue()) == null) {
      step = asStep(map.entryAfter(step.getKey()));
    }
    return step;
  }

  // Cursors

  @Override
  public final CellCursor cells(Direction direction) {
    return new KeyCursor(this, null);
  }

  @Override
  public final CellCursor cellsAfter(Term key, Direction direction) {
    checkKnown(key);
    return new KeyCursor(this, key);
  }

  /**
   * The mappings behind a key.
   *
   * @param key null for all mappings
   */
  final Iterator<Map.Entry<Term, Object>> entriesAfter(@Nullable Term key) {
    M map = map();
    return key == null ? map.entrySet().iterator() : map.entriesAfter(key);
  }

  // Fixation

  @Override
  final List<Term> slots(long number) {
    DeletedKeys fixed = deletedKeys();
    KeyOrder order = number == 0 ? null : fixed == null ? keptSlots() : fixed.slots();
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

  private @Nullable KeyOrder keptSlots() {
    SoftReference<KeyOrder> kept = slotOrder;
    return kept == null ? null : kept.get();
  }

  @Override
  KeyMemory newKeyMemory(@Nullable TableMeter meter) {
    return new DeletedKeys(meter);
  }

  private @Nullable DeletedKeys deletedKeys() {
    return (DeletedKeys) keyMemory();
  }

  @Override
  final void mapReplaced() {
    slotOrder = null;
  }
}
