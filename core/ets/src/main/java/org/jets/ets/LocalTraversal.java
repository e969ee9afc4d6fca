package org.jets.ets;

import java.lang.ref.Reference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jets.ets.argument.Positions;
import org.jets.ets.fixation.TraversalFixation;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.Cells;
import org.jets.ets.store.Direction;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** How one goes through an {@link EtsTable} key by key, or slot by slot, and folds over it. */
abstract class LocalTraversal extends LocalUpdates {
  static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  LocalTraversal(Owner owner, Table table) {
    super(owner, table);
  }

  @Override
  public Optional<Term> first() {
    return Optional.ofNullable(forReading().firstKey());
  }

  @Override
  public Optional<Term> last() {
    return Optional.ofNullable(forReading().lastKey());
  }

  @Override
  public Optional<Term> next(Term key) {
    TableStore store = forReading();
    return Optional.ofNullable(store.keyAfter(checkStep(key)));
  }

  @Override
  public Optional<Term> prev(Term key) {
    TableStore store = forReading();
    return Optional.ofNullable(store.keyBefore(checkStep(key)));
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> firstLookup() {
    return entry(forReading().firstCell());
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> lastLookup() {
    return entry(forReading().lastCell());
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> nextLookup(Term key) {
    TableStore store = forReading();
    return entry(store.cellAfter(checkStep(key)));
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> prevLookup(Term key) {
    TableStore store = forReading();
    return entry(store.cellBefore(checkStep(key)));
  }

  private Optional<Map.Entry<Term, List<Tuple>>> entry(@Nullable Object cell) {
    return cell == null
        ? Optional.empty()
        : Optional.of(Map.entry(table.config().keyOf(cell), Cells.objects(cell)));
  }

  private Term checkStep(Term key) {
    if (Objects.requireNonNull(key, "key") == END_OF_TABLE && type() == TableType.ORDERED_SET) {
      throw NoSuchKeyException.ofStep(key);
    }
    return key;
  }

  @Override
  public Optional<List<Tuple>> slot(long slot) {
    TableStore store = forReading();
    if (slot < 0) {
      throw BadArgumentException.of(2, "slot", slot, ">= 0");
    }
    try {
      List<Tuple> objects = store.slot(slot);
      if (objects == null && slot == 0 && hasNoSlotWhenEmpty()) {
        throw new IndexOutOfBoundsException("slot: 0 (expected: none)");
      }
      return Optional.ofNullable(objects);
    } catch (IndexOutOfBoundsException e) {
      throw BadArgumentException.of(2, "slot", slot, "at most the number of slots");
    }
  }

  /** Returns whether Erlang knows no slot 0 of the table while that is empty. */
  private boolean hasNoSlotWhenEmpty() {
    return type() == TableType.ORDERED_SET && table.options().decentralizedCounters();
  }

  @Override
  public Optional<List<Tuple>> slot(Term slot) {
    forReading();
    if (!Positions.isPosition(Objects.requireNonNull(slot, "slot"))) {
      throw BadArgumentException.of(2, "slot", slot, "an integer >= 0, of one word");
    }
    return slot(((IntegerTerm) slot).longValue());
  }

  @Override
  public void safeFixtable(boolean fix) {
    forReading();
    if (fix) {
      fix(fixationKey());
    } else {
      unfix();
    }
  }

  private void unfix() {
    if (table.fixations().releaseLast(owner.fixedTables())) {
      table.space().heapFreed();
    }
  }

  private void fix(Object handle) {
    try {
      if (!table.fixations().fix(owner.fixedTables(), handle)) {
        throw BadArgumentException.of(1, "caller", owner.pid(), "an owner that has not ended");
      }
      if (isClosed()) {
        // A close at the same time may have missed what has just been fixed.
        closeHandle();
      }
    } finally {
      // Once forgotten the owner would have ended.
      Reference.reachabilityFence(owner);
    }
  }

  @Override
  public void safeFixtable(Term fix) {
    forReading();
    safeFixtable(isTrue(fix));
  }

  /**
   * As {@link #safeFixtable(Term)}, for a handle that nobody closes: all calls of an owner count
   * together, through however many handles they come.
   */
  final void safeFixtableOfOwner(Term fix) {
    forReading();
    if (isTrue(fix)) {
      fix(owner.fixedTables());
    } else {
      unfix();
    }
  }

  private static boolean isTrue(Term fix) {
    if (!(Objects.requireNonNull(fix, "fix") instanceof Atom atom) || !atom.isBoolean()) {
      throw BadArgumentException.of(2, "fix", fix, "true or false");
    }
    return atom == Atom.TRUE;
  }

  /** Returns what keeps the table fixed during a traversal through this handle. */
  final TraversalFixation newFixation() {
    return new TraversalFixation(table.fixations(), owner.fixedTables(), fixationKey());
  }

  @Override
  public <A extends @Nullable Object> A foldl(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return fold(function, initial, Direction.ASCENDING);
  }

  @Override
  public <A extends @Nullable Object> A foldr(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return fold(function, initial, Direction.DESCENDING);
  }

  private <A extends @Nullable Object> A fold(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial, Direction direction) {
    TableStore store = forReading();
    Objects.requireNonNull(function, "function");
    TraversalFixation fixation = newFixation();
    try {
      fixation.begin();
      A result = initial;
      CellCursor cells = store.cells(direction);
      for (Object cell; (cell = cells.nextCurrent(store)) != null; ) {
        List<Tuple> objects = Cells.objects(cell);
        int last = objects.size() - 1;
        for (int i = 0; i <= last; i++) {
          result =
              function.apply(objects.get(direction == Direction.ASCENDING ? i : last - i), result);
        }
        checkStep(table.config().keyOf(cell));
      }
      return result;
    } finally {
      fixation.end();
    }
  }
}
