package org.jets.ets.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The keys that one transaction makes pending, and what each holds until it is settled. A key is
 * entered before the map is changed: so each pending cell of the transaction that a map has, or may
 * have, is found here, whatever has failed.
 *
 * <p>Used by one thread at a time, which holds the lock of the transaction.
 */
final class PendingKeys {
  private final Transaction transaction;
  private final List<Term> keys;

  /** The cells that the keys hold; null for one that has been settled. */
  private final List<@Nullable PendingCell> cells;

  /** Those of an earlier transaction that are not settled either. */
  private @Nullable PendingKeys next;

  PendingKeys(Transaction transaction, int expected) {
    this.transaction = transaction;
    this.keys = new ArrayList<>(expected);
    this.cells = new ArrayList<>(expected);
  }

  Transaction transaction() {
    return transaction;
  }

  /** Enters a key before the map is changed. */
  void add(Term key, PendingCell cell) {
    keys.add(key);
    cells.add(cell);
  }

  /** Says that the key that has been added last does not hold its cell. */
  void removeLast() {
    int last = cells.size() - 1;
    cells.remove(last);
    keys.remove(last);
  }

  /** The cells that the keys stand for, none of which has been settled. */
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

  /** Returns the growth of objects minus that of keys. To be called before any is settled. */
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
   * Puts plain cells in the place of the decided ones. Each key is tried apart, since what fails is
   * left for another time; but nothing is tried once memory has run out.
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

  /** Gives the keys that are not settled. */
  void forEachLeft(BiConsumer<Term, PendingCell> action) {
    for (int i = 0; i < cells.size(); i++) {
      PendingCell cell = cells.get(i);
      if (cell != null) {
        action.accept(keys.get(i), cell);
      }
    }
  }

  /** Puts a plain cell in the place of a decided pending one, unless another thread has done so. */
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
