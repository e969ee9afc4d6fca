package org.jets.ets;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.indexing.TableIndexes;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.Batch;
import org.jets.ets.store.PauseCounter;
import org.jets.ets.store.SharedKey;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a call is about to add to a table, counted against the {@link HeapQuota} of its
 * space while the heap is short. They count for the owner of that moment. If they are not added in
 * the end, they are {@linkplain #takeBack taken back} from the same owner and quota, whatever has
 * become of the table meanwhile.
 */
final class HeapCharge {
  private final HeapQuota quota;
  private final Owner payer;
  private long bytes;

  private HeapCharge(HeapQuota quota, Owner payer) {
    this.quota = quota;
    this.payer = payer;
  }

  /** Returns whether the heap is short, so that bytes must be counted. */
  static boolean isDue(TableHandle table) {
    HeapQuota quota = table.space().heapQuota();
    return quota != null && quota.isShort();
  }

  private static Owner payer(TableHandle table) {
    TableState state = table.table().state();
    return state == null ? table.caller() : state.owner();
  }

  /**
   * Counts a term that is about to be added beside the objects, if the heap is short.
   *
   * @throws SystemLimitException if the limit is exceeded
   */
  static void check(TableHandle table, @Nullable Term added) {
    HeapQuota quota = table.space().heapQuota();
    if (quota != null && quota.isShort()) {
      quota.add(payer(table), Quota.OBJECT_BYTES + quota.bytesOf(added), 0);
    }
  }

  /**
   * Counts the bytes that objects are about to add to the table, if the heap is short. An object
   * that replaces another counts only by the growth, and one that shares its key without the key.
   *
   * @return what the caller must {@linkplain #takeBack take back} if it is not added; null for
   *     nothing
   * @throws SystemLimitException if the limit is exceeded; then nothing is counted
   */
  static @Nullable HeapCharge count(TableHandle table, TableStore store, List<Tuple> objects) {
    HeapQuota quota = table.space().heapQuota();
    if (quota == null) {
      return null;
    }
    quota.expect(objects);
    if (!quota.isShort()) {
      return null;
    }
    CellBytes cellBytes = store.cellBytes();
    IdentityHashMap<Tuple, Tuple> seen = new IdentityHashMap<>();
    Map<Term, Term> newKeys = new HashMap<>();
    long added = 0;
    long replaced = 0;
    PauseCounter pauses = new PauseCounter();
    for (int i = objects.size() - 1; i >= 0 && added < TermBytes.TOO_LARGE; i--) {
      pauses.step();
      Tuple object = objects.get(i);
      Tuple before = replaced(store, object);
      // The last object of a key replaces the earlier ones.
      if (before == null || seen.put(before, before) == null) {
        long bytes = cellBytes.of(object, before) + inIndexes(table, object);
        added += bytes - ofSharedKey(store, object, newKeys);
        replaced += before == null ? 0 : Math.min(bytes, bytesFreed(table, store, before, object));
      }
    }
    return count(table, added, replaced);
  }

  /** As {@link #count(TableHandle, TableStore, List)}, for one object. */
  static @Nullable HeapCharge count(TableHandle table, TableStore store, Tuple object) {
    HeapQuota quota = table.space().heapQuota();
    if (quota == null) {
      return null;
    }
    quota.expect(object);
    if (!quota.isShort()) {
      return null;
    }
    Tuple before = replaced(store, object);
    long freed = before == null ? 0 : bytesFreed(table, store, before, object);
    long added = store.cellBytes().of(object, before) + inIndexes(table, object);
    return count(table, added - ofSharedKey(store, object, new HashMap<>(0)), freed);
  }

  /** Returns the bytes that may become free when an object replaces another. */
  private static long bytesFreed(TableHandle table, TableStore store, Tuple before, Tuple object) {
    StoreConfig config = store.config();
    long bytes = store.cellBytes().of(before, object);
    Term held = config.key(before);
    // The store has the first key, even if none of its objects has that key.
    long kept =
        before != object && SharedKey.isKept(held, config.key(object)) ? TermBytes.of(held) : 0;
    return Math.max(0, bytes - kept) + inIndexes(table, before);
  }

  /** Returns the bytes that the indexes of a table have for an object. */
  static long inIndexes(TableHandle table, Tuple object) {
    TableIndexes indexes = table.table().indexes();
    return indexes == null ? 0 : indexes.bytesOf(object);
  }

  /** Counts bytes that have been added to the table, if the heap is short. */
  static void countAdded(TableHandle table, long bytes) {
    HeapQuota quota = table.space().heapQuota();
    if (quota != null) {
      quota.poll();
      count(table, bytes, 0);
    }
  }

  /** Returns the object that another one replaces; null if the new one joins others, or none. */
  private static @Nullable Tuple replaced(TableStore store, Tuple object) {
    StoreConfig config = store.config();
    return config.type().isSet() ? (Tuple) store.get(config.key(object)) : null;
  }

  /**
   * Returns the bytes of a large key that an object is about to share with others of a bag.
   *
   * @param newKeys the keys of objects that are about to be added with this one, and that the bag
   *     does not have. Gets the key of this one if it is new too
   */
  private static long ofSharedKey(TableStore store, Tuple object, Map<Term, Term> newKeys) {
    StoreConfig config = store.config();
    Term key = config.key(object);
    if (config.type().isSet() || !SharedKey.isWorthIt(key)) {
      return 0;
    }
    Object cell = store.peek(key);
    Term held = cell == null ? newKeys.putIfAbsent(key, key) : config.keyOf(cell);
    return held != null && SharedKey.isSame(held, key) ? TermBytes.of(key) : 0;
  }

  /**
   * Counts bytes that are about to be added to the table.
   *
   * @param replaced the bytes that they replace
   * @return as {@link #count(TableHandle, TableStore, List)}
   * @throws SystemLimitException if the limit is exceeded; then nothing is counted
   */
  static @Nullable HeapCharge count(TableHandle table, long added, long replaced) {
    HeapQuota quota = table.space().heapQuota();
    return quota == null || added == 0 ? null : count(quota, payer(table), added, replaced);
  }

  /** As {@link #count(TableHandle, long, long)}, for an owner that pays. */
  static @Nullable HeapCharge count(HeapQuota quota, Owner payer, long added, long replaced) {
    if (!quota.isShort()) {
      return null;
    }
    // Allocated before the bytes are counted, since memory may run out here.
    HeapCharge charge = new HeapCharge(quota, payer);
    charge.bytes = quota.add(payer, added, replaced);
    return charge;
  }

  /** The growth of one object by an update: the bytes that it adds, and those that it replaces. */
  private static final class Growth {
    /** The object that is to be changed, or the default object. */
    private final Tuple object;

    /** True for the default object. */
    private final boolean isNew;

    private long added;
    private long replaced;

    private Growth(Tuple object, boolean isNew, long added) {
      this.object = object;
      this.isNew = isNew;
      this.added = added;
    }

    /**
     * Begins with a default object that is to be added. Returns null if the heap is not short, or
     * there is no object.
     */
    static @Nullable Growth begin(
        TableHandle table, TableStore store, Term key, @Nullable Tuple defaultObject) {
      if (!isDue(table)) {
        return null;
      }
      Tuple held = (Tuple) store.get(key);
      if (held != null) {
        return new Growth(held, false, 0);
      }
      return defaultObject == null
          ? null
          : ofNew(store, defaultObject.with(table.keypos(), key).packed());
    }

    private static Growth ofNew(TableStore store, Tuple object) {
      return new Growth(object, true, store.cellBytes().of(object));
    }

    /** Counts what indexes get for the changed object. */
    void addInIndexes(TableHandle table, Tuple result) {
      replace(isNew ? 0 : inIndexes(table, object), inIndexes(table, result));
    }

    /**
     * Returns the object with other elements, in the form in which the table will have it. Counts
     * the growth of the tuple without its elements.
     */
    Tuple resultOf(Map<Integer, Term> changes) {
      Tuple result = object;
      for (Map.Entry<Integer, Term> change : changes.entrySet()) {
        result = result.with(change.getKey(), change.getValue());
      }
      result = result.packed();
      long before = TermBytes.ofTop(object, Long.MAX_VALUE);
      added += Math.max(0, TermBytes.ofTop(result, Long.MAX_VALUE) - before);
      return result;
    }

    void replace(long before, long after) {
      added += after;
      replaced += before;
    }
  }

  /** Returns an integer of 32 or 64 bits, in which one of this many bits fits if it fits in any. */
  private static IntegerTerm ofBits(int bits) {
    return IntegerTerm.of(bits < Integer.SIZE ? Integer.MAX_VALUE : Long.MAX_VALUE);
  }

  /**
   * Counts the growth of counters, and a default object if it is to be added.
   *
   * @return as {@link #count(TableHandle, TableStore, List)}
   */
  static @Nullable HeapCharge countCounters(
      TableHandle table,
      TableStore store,
      Term key,
      List<CounterOp> ops,
      @Nullable Tuple defaultObject) {
    Growth growth = Growth.begin(table, store, key, defaultObject);
    if (growth == null) {
      return null;
    }
    Tuple object = growth.object;
    Map<Integer, Integer> bits = new HashMap<>();
    for (CounterOp op : ops) {
      int position = op.position(table.keypos());
      if (position >= 1
          && position <= object.arity()
          && object.element(position) instanceof IntegerTerm counter) {
        int before = bits.getOrDefault(position, counter.bitLength());
        bits.put(position, op.mostBits(before));
      }
    }
    Map<Integer, Term> results = new HashMap<>();
    bits.forEach((position, most) -> results.put(position, ofBits(most)));
    Tuple result = growth.resultOf(results);
    for (Map.Entry<Integer, Integer> changed : bits.entrySet()) {
      int position = changed.getKey();
      long before =
          object.isHeld(position) ? TermBytes.ofTop(object.element(position), Long.MAX_VALUE) : 0;
      long after = result.isHeld(position) ? TermBytes.ofInteger(changed.getValue()) : 0;
      if (after != before || changed.getValue() >= Long.SIZE) {
        growth.replace(before, after);
      }
    }
    growth.addInIndexes(table, result);
    return count(table, growth.added, growth.replaced);
  }

  /**
   * Counts the growth by elements that replace others in an object, and a default object if it is
   * to be added.
   *
   * @return as {@link #count(TableHandle, TableStore, List)}
   */
  static @Nullable HeapCharge countElements(
      TableHandle table,
      TableStore store,
      Term key,
      List<ElementOp> ops,
      @Nullable Tuple defaultObject) {
    Growth growth = Growth.begin(table, store, key, defaultObject);
    if (growth == null) {
      return null;
    }
    Tuple object = growth.object;
    Map<Integer, Term> last = new HashMap<>();
    for (ElementOp op : ops) {
      if (op.position() >= 1 && op.position() <= object.arity()) {
        last.put(op.position(), op.value());
      }
    }
    Tuple result = growth.resultOf(last);
    for (int position : last.keySet()) {
      Term before = object.isHeld(position) ? object.element(position) : null;
      Term after = result.isHeld(position) ? result.element(position) : null;
      if (before != after && growth.added < TermBytes.TOO_LARGE) {
        growth.replace(
            before == null ? 0 : TermBytes.of(before), after == null ? 0 : TermBytes.of(after));
      }
    }
    growth.addInIndexes(table, result);
    return count(table, growth.added, growth.replaced);
  }

  /** Takes back bytes that were counted but not added. Allocates nothing. */
  static void takeBack(@Nullable HeapCharge charge) {
    if (charge != null) {
      charge.quota.takeBack(charge.payer, charge.bytes);
    }
  }

  /**
   * Takes back the bytes of objects of an inserted batch that a bag had already. If memory runs
   * out, they count until the next estimate.
   */
  static void takeBack(
      @Nullable HeapCharge charge, TableHandle table, CellBytes cellBytes, Batch batch) {
    if (charge == null) {
      return;
    }
    try {
      long bytes = 0;
      for (Tuple object : batch.present()) {
        bytes += cellBytes.of(object) + inIndexes(table, object);
        Term key = table.table().config().key(object);
        bytes -= SharedKey.isWorthIt(key) ? TermBytes.of(key) : 0; // It may not have counted.
      }
      charge.quota.takeBack(charge.payer, Math.min(bytes, charge.bytes));
    } catch (OutOfMemoryError e) {
      // The count is an upper bound.
    }
  }

  /**
   * Takes back the bytes of a removed cell, if the heap is short. Does not fail, since the objects
   * of the cell are the caller's. If memory runs out, the bytes count until the next estimate.
   */
  static void removed(TableHandle table, Term key, @Nullable Object cell) {
    try {
      if (cell != null && isDue(table)) {
        removed(table, key, table.table().store().cellBytes().of(cell));
      }
    } catch (OutOfMemoryError e) {
      // The count is an upper bound.
    }
  }

  /** As {@link #removed}, of the objects that an update has removed. */
  static void removedBy(TableHandle table, Term key, CellUpdate update) {
    try {
      if (update.objectGrowth() < 0 && isDue(table)) {
        removed(table, key, -update.byteGrowth(table.table().store().cellBytes()));
      }
    } catch (OutOfMemoryError e) {
      // As for a cell.
    }
  }

  /**
   * As {@link #removedBy(TableHandle, Term, CellUpdate)}, of objects that the table has removed by
   * itself.
   *
   * @param cellBytes of the cells on which the update has run
   */
  static void removedBy(OwnedTable table, Term key, CellUpdate update, CellBytes cellBytes) {
    HeapQuota quota = table.space().heapQuota();
    TableState state = table.state();
    try {
      if (quota != null && state != null && update.objectGrowth() < 0 && quota.isShort()) {
        removed(quota, state.owner(), table, key, -update.byteGrowth(cellBytes));
      }
    } catch (OutOfMemoryError e) {
      // As for a cell.
    }
  }

  /** Takes back the bytes of a key's removed objects from the present owner. */
  private static void removed(TableHandle table, Term key, long bytes) {
    HeapQuota quota = table.space().heapQuota();
    if (quota != null && quota.isShort()) {
      removed(quota, payer(table), table.table(), key, bytes);
    }
  }

  /** Takes back bytes. While the table is fixed, it may remember the key. */
  private static void removed(
      HeapQuota quota, Owner payer, OwnedTable table, Term key, long bytes) {
    long kept = table.store().remembersKeys() ? Quota.OBJECT_BYTES + TermBytes.of(key) : 0;
    if (bytes > kept) {
      quota.subtract(payer, bytes - kept);
    }
  }
}
