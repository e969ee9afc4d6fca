package org.jets.ets;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.CellBytes;
import org.jets.ets.store.Pace;
import org.jets.ets.store.SharedKey;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes that calls are about to add to a table against the {@link HeapQuota} of its
 * space, while the heap is short. Bytes that are counted but not added in the end are {@linkplain
 * #takeBack taken back}. They count for the table's owner.
 */
final class HeapCharge {
  private HeapCharge() {}

  /** Returns whether the heap is short, so that bytes must be counted. */
  static boolean isDue(LocalEtsTable table) {
    HeapQuota quota = table.space().heapQuota();
    return quota != null && quota.isShort();
  }

  private static Owner payer(LocalEtsTable table) {
    TableState state = table.table().state();
    return state == null ? table.caller() : state.owner();
  }

  /**
   * Checks that a term may be added beside the objects.
   *
   * @throws SystemLimitException if the limit is exceeded
   */
  static void check(LocalEtsTable table, @Nullable Term added) {
    if (isDue(table)) {
      table.space().checkHeap(payer(table), added);
    }
  }

  /**
   * Counts the bytes that objects are about to add to the table, if the heap is short. An object
   * that replaces another counts only by the growth.
   *
   * @return the counted bytes, which the caller must {@linkplain #takeBack take back} if they are
   *     not added
   * @throws SystemLimitException if the limit is exceeded; then nothing is counted
   */
  static long count(LocalEtsTable table, TableStore store, List<Tuple> objects) {
    HeapQuota quota = table.space().heapQuota();
    if (quota == null) {
      return 0;
    }
    quota.expect(objects);
    if (!quota.isShort()) {
      return 0;
    }
    IdentityHashMap<Tuple, Tuple> seen = new IdentityHashMap<>();
    long added = 0;
    long replaced = 0;
    Pace pace = new Pace();
    for (int i = objects.size() - 1; i >= 0 && added < TermBytes.TOO_LARGE; i--) {
      pace.step();
      Tuple object = objects.get(i);
      Tuple before = replaced(store, object);
      // The last object of a key replaces the earlier ones.
      if (before == null || seen.put(before, before) == null) {
        long bytes = CellBytes.of(object, before);
        added += bytes;
        replaced += before == null ? 0 : Math.min(bytes, bytesFreed(store, before, object));
      }
    }
    return count(table, added, replaced);
  }

  /** As {@link #count(LocalEtsTable, TableStore, List)}, for one object. */
  static long count(LocalEtsTable table, TableStore store, Tuple object) {
    HeapQuota quota = table.space().heapQuota();
    if (quota == null) {
      return 0;
    }
    quota.expect(object);
    if (!quota.isShort()) {
      return 0;
    }
    Tuple before = replaced(store, object);
    long freed = before == null ? 0 : bytesFreed(store, before, object);
    return count(table, CellBytes.of(object, before), freed);
  }

  /** Returns the bytes that may become free when an object replaces another. */
  private static long bytesFreed(TableStore store, Tuple before, Tuple object) {
    StoreConfig config = store.config();
    long bytes = CellBytes.of(before, object);
    Term held = config.key(before);
    // The store has the first key, even if none of its objects has that key.
    return before != object && SharedKey.isKept(held, config.key(object))
        ? Math.max(0, bytes - TermBytes.of(held))
        : bytes;
  }

  /** Returns the object that another one replaces; null if the new one joins others, or none. */
  private static @Nullable Tuple replaced(TableStore store, Tuple object) {
    StoreConfig config = store.config();
    return config.type().isSet() ? (Tuple) store.get(config.key(object)) : null;
  }

  /**
   * Counts bytes that are about to be added to the table.
   *
   * @param replaced the bytes that they replace
   * @return as {@link #count(LocalEtsTable, TableStore, List)}
   * @throws SystemLimitException if the limit is exceeded; then nothing is counted
   */
  static long count(LocalEtsTable table, long added, long replaced) {
    return added == 0 ? 0 : table.space().countHeap(payer(table), added, replaced);
  }

  /**
   * Counts the growth of counters, and a default object if it is to be added.
   *
   * @return as {@link #count(LocalEtsTable, TableStore, List)}
   */
  static long countCounters(
      LocalEtsTable table,
      TableStore store,
      Term key,
      List<CounterOp> ops,
      @Nullable Tuple defaultObject) {
    if (!isDue(table)) {
      return 0;
    }
    Tuple held = (Tuple) store.get(key);
    Tuple object = held == null ? defaultObject : held;
    if (object == null) {
      return 0;
    }
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
    long added = held == null ? bytesOfDefault(key, object) : 0;
    long replaced = 0;
    for (Map.Entry<Integer, Integer> changed : bits.entrySet()) {
      long before = TermBytes.ofTop(object.element(changed.getKey()), Long.MAX_VALUE);
      long after = TermBytes.ofInteger(changed.getValue());
      if (after != before || changed.getValue() >= Long.SIZE) {
        added += after;
        replaced += before;
      }
    }
    return count(table, added, replaced);
  }

  private static long bytesOfDefault(Term key, Tuple defaultObject) {
    return CellBytes.of(defaultObject) + TermBytes.of(key);
  }

  /**
   * Counts the growth by elements that replace others in an object, and a default object if it is
   * to be added.
   *
   * @return as {@link #count(LocalEtsTable, TableStore, List)}
   */
  static long countElements(
      LocalEtsTable table,
      TableStore store,
      Term key,
      List<ElementOp> ops,
      @Nullable Tuple defaultObject) {
    if (!isDue(table)) {
      return 0;
    }
    Tuple held = (Tuple) store.get(key);
    Tuple object = held == null ? defaultObject : held;
    if (object == null) {
      return 0;
    }
    Map<Integer, Term> last = new HashMap<>();
    for (ElementOp op : ops) {
      if (op.position() >= 1 && op.position() <= object.arity()) {
        last.put(op.position(), op.value());
      }
    }
    long added = held == null ? bytesOfDefault(key, object) : 0;
    long replaced = 0;
    for (Map.Entry<Integer, Term> changed : last.entrySet()) {
      Term before = object.element(changed.getKey());
      if (before != changed.getValue() && added < TermBytes.TOO_LARGE) {
        added += TermBytes.of(changed.getValue());
        replaced += TermBytes.of(before);
      }
    }
    return count(table, added, replaced);
  }

  /** Takes back bytes that were counted but not added. */
  static void takeBack(LocalEtsTable table, long bytes) {
    if (bytes != 0) {
      table.space().uncountHeap(payer(table), bytes);
    }
  }

  /** Takes back the bytes of a removed cell, if the heap is short. */
  static void removed(LocalEtsTable table, Term key, @Nullable Object cell) {
    if (cell != null && isDue(table)) {
      removed(table, key, CellBytes.of(cell));
    }
  }

  /**
   * Takes back the bytes of a key's removed objects. While the table is fixed, it may remember the
   * key.
   */
  static void removed(LocalEtsTable table, Term key, long bytes) {
    boolean remembersKey = table.table().store().remembersKeys();
    long kept = remembersKey ? Quota.OBJECT_BYTES + TermBytes.of(key) : 0;
    table.space().uncountRemoved(payer(table), Math.max(0, bytes - kept));
  }
}
