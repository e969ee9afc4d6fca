package org.jets.ets.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a map holds at one moment, beside writers: each key is made {@linkplain PendingCell
 * pending}, which its writers wait for, until none is left that is not.
 *
 * <p><b>Why there is such a moment.</b> The gate is closed first. From then on no cell changes that
 * was written later: its writer would have read it, and then found the gate closed. A writer that
 * was under way when the gate was closed can insert a key, or replace or remove a cell from before;
 * so a key changes a few times at most, and what is inserted stays. The map is gone through until
 * one pass, not the first, finds nothing that is not frozen. At the beginning of that pass the map
 * held the frozen cells and nothing else. For suppose it held another key. If that had been there
 * since the gate was closed, the first pass would have met it and frozen it. If it came later, it
 * stayed, and the last pass would have met it. So the beginning of the last pass is the moment.
 *
 * <p>Readers never wait. Used by one thread, which holds the lock of inserts of many.
 */
final class CellFreeze<M extends ConcurrentMap<Term, Object>> {
  private final M map;
  private final WriterGate gate;
  private final Transaction transaction;
  private final PendingKeys frozen;

  /**
   * Makes one.
   *
   * @param frozen none yet; what this freezes is entered there
   */
  CellFreeze(M map, WriterGate gate, PendingKeys frozen) {
    this.map = map;
    this.gate = gate;
    this.transaction = frozen.transaction();
    this.frozen = frozen;
  }

  /** Returns the cells of one moment. The caller settles what has been frozen. */
  List<Object> collect() {
    gate.close(transaction);
    try {
      freezeNew();
      while (freezeNew()) {
        // Writers that had passed the gate have inserted more.
      }
      return frozen.values();
    } finally {
      transaction.commit();
      gate.open();
    }
  }

  /** Goes through the map once; whether there was anything that was not frozen. */
  private boolean freezeNew() {
    boolean found = false;
    for (Map.Entry<Term, Object> entry : map.entrySet()) {
      found |= !isFrozen(entry.getValue()) && freeze(entry.getKey());
    }
    return found;
  }

  private boolean isFrozen(@Nullable Object held) {
    return held instanceof PendingCell pending && pending.transaction() == transaction;
  }

  /** Freezes a key that is there. */
  private boolean freeze(Term key) {
    for (Object held; (held = map.get(key)) != null && !isFrozen(held); ) {
      Object cell = PendingCell.resolve(held);
      PendingCell pending = new PendingCell(transaction, cell, cell);
      frozen.add(key, pending);
      if (map.replace(key, held, pending)) {
        return true;
      }
      frozen.removeLast();
    }
    return false;
  }
}
