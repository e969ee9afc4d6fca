package org.jets.ets.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import org.jets.ets.cell.PendingCell;
import org.jets.ets.cell.Transaction;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The keys that one transaction makes pending, and the pending cell of each until it is settled. A
 * key is entered before the map is changed. So this has each pending cell of the transaction that
 * may be in the map, even after an error.
 *
 * <p>Used by one thread at a time, which holds the transaction's lock.
 */
final class PendingKeys {
  private final Transaction transaction;
  private final List<Term> keys;

  /** The cells that the keys hold; null for one that has been settled. */
  private final List<@Nullable PendingCell> cells;

  /** The unsettled keys of an earlier transaction. */
  private @Nullable PendingKeys next;

  PendingKeys(Transaction transaction, int expected) {
    this.transaction = transaction;
    this.keys = new ArrayList<>(expected);
    this.cells = new ArrayList<>(expected);
  }

  Transaction transaction() {
    return transaction;
  }

  /**
   * Makes a key of a batch pending. Returns false, and does nothing, if the key must be absent and
   * is present.
   */
  boolean install(ConcurrentMap<Term, Object> map, Batch batch, int i, boolean ifAbsent) {
    Term key = batch.key(i);
    while (true) {
      Object held = map.get(key);
      if (ifAbsent && PendingCell.outline(held) != null) {
        return false;
      }
      Object before = PendingCell.seal(held);
      PendingCell cell = new PendingCell(transaction, before, batch.apply(i, before));
      add(key, cell);
      if (held == null ? map.putIfAbsent(key, cell) == null : map.replace(key, held, cell)) {
        return true;
      }
      removeLast();
    }
  }

  /** Enters a key before the map is changed. */
  void add(Term key, PendingCell cell) {
    keys.add(key);
    cells.add(cell);
  }

  /** Removes the last key, whose cell has not been installed. */
  void removeLast() {
    int last = cells.size() - 1;
    cells.remove(last);
    keys.remove(last);
  }

  /** Returns the cells that the keys stand for; called before any key is settled. */
  List<Object> values() {
    List<Object> values = new ArrayList<>(cells.size());
    for (PendingCell cell : cells) {
      Object value = PendingCell.resolve(cell);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  /** Returns the growth of objects minus that of keys. Called before any key is settled. */
  long surplusGrowth() {
    long growth = 0;
    for (PendingCell cell : cells) {
      if (cell != null) {
        growth += (long) cell.objectGrowth() - cell.keyGrowth();
      }
    }
    return growth;
  }

  /**
   * Replaces decided pending cells by plain ones. A key that fails is left for later, and the
   * others are tried; but none is tried once memory has run out.
   *
   * @return whether no key is left
   */
  boolean settle(ConcurrentMap<Term, Object> map) {
    boolean isAll = true;
    for (int i = 0; i < cells.size(); i++) {
      PendingCell cell = cells.get(i);
      if (cell != null) {
        try {
          settle(map, keys.get(i), cell);
          cells.set(i, null);
        } catch (OutOfMemoryError e) {
          return false;
        } catch (RuntimeException | VirtualMachineError e) {
          isAll = false;
        }
      }
    }
    return isAll;
  }

  /** Calls the action for each key that is not settled. */
  void forEachLeft(BiConsumer<Term, PendingCell> action) {
    for (int i = 0; i < cells.size(); i++) {
      PendingCell cell = cells.get(i);
      if (cell != null) {
        action.accept(keys.get(i), cell);
      }
    }
  }

  /** Replaces a decided pending cell by a plain one, unless another thread has done so. */
  static void settle(ConcurrentMap<Term, Object> map, Term key, PendingCell pending) {
    Object cell = pending.value();
    if (cell == null) {
      map.remove(key, pending);
    } else {
      map.replace(key, pending, cell);
    }
  }

  @Nullable PendingKeys next() {
    return next;
  }

  void setNext(@Nullable PendingKeys following) {
    next = following;
  }
}
