package org.jets.ets;

import java.lang.ref.Reference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.cell.Cells;
import org.jets.ets.fixation.TraversalFixation;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.Direction;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Traversal of a table from key to key or slot to slot, folds, and fixation. */
final class TableTraversal {
  private static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  private TableTraversal() {}

  static Optional<Term> first(TableHandle table) {
    return Optional.ofNullable(table.forReadingOnce().firstKey());
  }

  static Optional<Term> last(TableHandle table) {
    return Optional.ofNullable(table.forReadingOnce().lastKey());
  }

  static Optional<Term> next(TableHandle table, Term key) {
    TableStore store = table.forReadingOnce();
    return Optional.ofNullable(store.keyAfter(checkStep(table, key)));
  }

  static Optional<Term> prev(TableHandle table, Term key) {
    TableStore store = table.forReadingOnce();
    return Optional.ofNullable(store.keyBefore(checkStep(table, key)));
  }

  static Optional<Map.Entry<Term, List<Tuple>>> firstLookup(TableHandle table) {
    TableStore store = table.forReadingOnce();
    return entry(store, store.firstCell());
  }

  static Optional<Map.Entry<Term, List<Tuple>>> lastLookup(TableHandle table) {
    TableStore store = table.forReadingOnce();
    return entry(store, store.lastCell());
  }

  static Optional<Map.Entry<Term, List<Tuple>>> nextLookup(TableHandle table, Term key) {
    TableStore store = table.forReadingOnce();
    return entry(store.mappingAfter(checkStep(table, key)));
  }

  static Optional<Map.Entry<Term, List<Tuple>>> prevLookup(TableHandle table, Term key) {
    TableStore store = table.forReadingOnce();
    return entry(store.mappingBefore(checkStep(table, key)));
  }

  private static Optional<Map.Entry<Term, List<Tuple>>> entry(
      Map.@Nullable Entry<Term, Object> mapping) {
    return mapping == null
        ? Optional.empty()
        : Optional.of(Map.entry(mapping.getKey(), Cells.objects(mapping.getValue())));
  }

  private static Optional<Map.Entry<Term, List<Tuple>>> entry(
      TableStore store, @Nullable Object cell) {
    return cell == null
        ? Optional.empty()
        : Optional.of(Map.entry(store.config().keyOf(cell), Cells.objects(cell)));
  }

  private static Term checkStep(TableHandle table, Term key) {
    if (Objects.requireNonNull(key, "key") == END_OF_TABLE
        && table.type() == TableType.ORDERED_SET) {
      throw NoSuchKeyException.ofStep(key);
    }
    return key;
  }

  static Optional<List<Tuple>> slot(TableHandle table, long slot) {
    TableStore store = table.forReadingOnce();
    if (slot < 0) {
      throw BadArgumentException.of(2, "slot", slot, ">= 0");
    }
    try {
      List<Tuple> objects = store.slot(slot);
      if (objects == null && slot == 0 && hasNoSlotWhenEmpty(table)) {
        throw new IndexOutOfBoundsException("slot: 0 (expected: none)");
      }
      return Optional.ofNullable(objects);
    } catch (IndexOutOfBoundsException e) {
      throw BadArgumentException.of(2, "slot", slot, "at most the number of slots");
    }
  }

  /** Returns whether Erlang has no slot 0 in the table while the table is empty. */
  private static boolean hasNoSlotWhenEmpty(TableHandle table) {
    return table.type() == TableType.ORDERED_SET && table.table().options().decentralizedCounters();
  }

  /**
   * Fixes the table, or releases it.
   *
   * @param key the key of the fixation's release: the handle's key or, for all handles together,
   *     the owner's fixed tables
   */
  static void fix(TableHandle table, Object key, boolean fix) {
    StackRoom.requireForCall();
    table.forReading();
    if (fix) {
      fix(table, key);
    } else if (table.table().fixations().releaseLast(table.caller().fixedTables())) {
      table.space().heapFreed();
    }
  }

  private static void fix(TableHandle table, Object key) {
    Owner owner = table.caller();
    try {
      if (!table.table().fixations().fix(owner.fixedTables(), key)) {
        throw endedCaller(table);
      }
      if (table.isClosed()) {
        // A concurrent close may have missed the new fixation.
        table.releaseFixations();
      }
    } finally {
      // An unreachable owner would end.
      Reference.reachabilityFence(owner);
    }
  }

  /** Returns the error of a call that would keep a table fixed for an owner that has ended. */
  static BadArgumentException endedCaller(TableHandle table) {
    return BadArgumentException.of(
        1, "caller", table.caller().pid(), "an owner that has not ended");
  }

  static <A extends @Nullable Object> A fold(
      TableHandle table,
      BiFunction<? super Tuple, ? super A, ? extends A> function,
      A initial,
      Direction direction) {
    StackRoom.requireForCall(); // Also for the end of the fixation, if the function overflows.
    TableStore store = table.forReading();
    Objects.requireNonNull(function, "function");
    TraversalFixation fixation = table.newFixation();
    try {
      if (!fixation.begin() && TableStreams.keepsFixed(table)) {
        throw endedCaller(table);
      }
      A result = initial;
      CellCursor cells = store.cells(direction);
      for (Object cell; (cell = cells.nextCurrent(store)) != null; ) {
        List<Tuple> objects = Cells.objects(cell);
        int last = objects.size() - 1;
        for (int i = 0; i <= last; i++) {
          result =
              function.apply(objects.get(direction == Direction.ASCENDING ? i : last - i), result);
        }
        // The function or another thread may have given the table away.
        table.checkReadable();
        checkStep(table, store.config().keyOf(cell));
      }
      return result;
    } finally {
      fixation.end();
    }
  }
}
