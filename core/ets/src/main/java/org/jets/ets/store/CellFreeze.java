package org.jets.ets.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.jets.ets.cell.CounterCell;
import org.jets.ets.cell.PendingCell;
import org.jets.ets.cell.Transaction;
import org.jets.ets.cell.WriterGate;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a map holds at one moment, while writers are active. It makes each key {@linkplain
 * PendingCell pending}, so that the key's writers wait, until all keys are frozen.
 *
 * <p><b>Why there is such a moment.</b> The gate is closed first. A cell that is written after that
 * does not change again: a writer would read the cell first, and then find the gate closed. A
 * writer that passed the gate before can still insert a key, or replace or remove an older cell. So
 * a key changes a few times at most, and an inserted key stays. The thread makes passes over the
 * map until one pass, not the first, finds only frozen cells. At the beginning of that pass the map
 * held the frozen cells and nothing else. For suppose it held another key. If that key had been
 * there since the gate was closed, the first pass would have met it and frozen it. If it came
 * later, it stayed, and the last pass would have met it. So the beginning of the last pass is the
 * moment.
 *
 * <p>An addition to a {@link CounterCell} in place needs no gate. It succeeds only before its key
 * is frozen, since the cell is sealed first.
 *
 * <p>Readers never block. Used by one thread, which holds the lock of batch inserts.
 */
final class CellFreeze<M extends ConcurrentMap<Term, Object>> {
  private final M map;
  private final WriterGate gate;
  private final Transaction transaction;
  private final PendingKeys frozen;

  /**
   * Makes one.
   *
   * @param frozen empty; receives the keys that this freezes
   */
  CellFreeze(M map, WriterGate gate, PendingKeys frozen) {
    this.map = map;
    this.gate = gate;
    this.transaction = frozen.transaction();
    this.frozen = frozen;
  }

  /** Returns the cells of one moment. The caller settles the frozen keys. */
  List<Object> collect() {
    gate.close(transaction);
    try {
      freezeNew();
      while (freezeNew()) {
        // Writers that had passed the gate may have inserted more keys.
      }
      return frozen.values();
    } finally {
      transaction.commit();
      gate.open();
    }
  }

  /** Makes one pass over the map. Returns whether it found a cell that was not frozen. */
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

  /** Freezes a present key. */
  private boolean freeze(Term key) {
    for (Object held; (held = map.get(key)) != null && !isFrozen(held); ) {
      Object cell = PendingCell.seal(held);
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
