package org.jets.ets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.MatchDelete;
import org.jets.ets.cell.MatchReplace;
import org.jets.ets.cell.MatchTake;
import org.jets.ets.indexing.TableIndexes;
import org.jets.ets.match.MatchContext;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.observe.ScanPlan;
import org.jets.ets.plan.KeyPlan;
import org.jets.ets.plan.PlannedSpec;
import org.jets.ets.plan.RangesCursor;
import org.jets.ets.plan.ScanAdvice;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.CellCursorSpliterator;
import org.jets.ets.store.Direction;
import org.jets.ets.store.LookupCursor;
import org.jets.ets.store.PauseCounter;
import org.jets.ets.store.SharedKey;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A match specification on a table, with its plan. It runs the specification on each object that
 * the plan selects. After one lookup by {@code =:=} it does not match the key again. Immutable.
 *
 * <p>A read takes each object as it is when it is reached. A change is one atomic step of the store
 * for each key, which matches and changes the objects present at that moment. An earlier read only
 * decides whether the step is made, so that keys without a matching object cost no more than a
 * read.
 */
final class PlannedSelect implements ScanPlan {
  private final TableStore store;
  private final StoreConfig config;
  private final PlannedSpec planned;
  private final MatchSpec running;
  private final MatchContext context;
  private final Direction direction;

  /** Null if the table has none. */
  private final @Nullable TableIndexes indexes;

  /** The cells that an index has found, a cursor that is never moved; null before it is read. */
  private final @Nullable CellCursor found;

  PlannedSelect(
      TableStore store,
      StoreConfig config,
      PlannedSpec planned,
      MatchContext context,
      Direction direction,
      @Nullable TableIndexes indexes) {
    this(store, config, planned, context, direction, indexes, null);
  }

  private PlannedSelect(
      TableStore store,
      StoreConfig config,
      PlannedSpec planned,
      MatchContext context,
      Direction direction,
      @Nullable TableIndexes indexes,
      @Nullable CellCursor found) {
    this.indexes = indexes;
    this.found = found;
    this.store = store;
    this.config = config;
    this.planned = planned;
    this.running = planned.spec();
    this.context = context;
    this.direction = direction;
  }

  /** Returns the same search on behalf of another caller. */
  PlannedSelect as(MatchContext caller) {
    return new PlannedSelect(store, config, planned, caller, direction, indexes, found);
  }

  /**
   * Reads the index, if the plan has one, and returns the search of what it finds. If it finds too
   * much of the table, or has been dropped, that is a scan.
   */
  PlannedSelect decided() {
    if (found != null || indexes == null || !(planned.plan() instanceof KeyPlan.ByIndex byIndex)) {
      return this;
    }
    CellCursor cells = indexes.cells(byIndex, store, direction);
    PlannedSpec decided =
        cells == null
            ? planned.scanning("the index " + byIndex.index() + " has too many keys, or is dropped")
            : planned;
    return new PlannedSelect(store, config, decided, context, direction, indexes, cells);
  }

  MatchSpec spec() {
    return planned.given();
  }

  Direction direction() {
    return direction;
  }

  private @Nullable Term run(Tuple object) {
    return running.run(object, context);
  }

  private boolean isTrueFor(Tuple object, MatchContext locked) {
    return running.run(object, locked) == Atom.TRUE;
  }

  /** Returns the cells that the plan selects. */
  CellCursor cells() {
    if (found != null) {
      return found.copy();
    }
    KeyPlan plan = planned.plan();
    if (plan instanceof KeyPlan.Lookups lookups) {
      return new LookupCursor(store, lookups.keys(), direction);
    }
    if (plan instanceof KeyPlan.Ranges ranges) {
      return new RangesCursor(store, config, ranges.ranges(), direction);
    }
    if (plan instanceof KeyPlan.ByIndex) {
      throw new AssertionError("an index that has not been read");
    }
    return plan instanceof KeyPlan.Scan
        ? store.cells(direction)
        : new LookupCursor(store, List.of(), direction);
  }

  /** Returns whether the plan is to scan all objects. */
  boolean isScan() {
    return planned.plan() instanceof KeyPlan.Scan;
  }

  @Override
  public String reason() {
    return planned.reason();
  }

  @Override
  public String advice() {
    return ScanAdvice.of(planned.given(), config.type(), config.keypos());
  }

  /** Returns whether all objects are scanned in the order of the store. */
  private boolean isPlainScan() {
    return isScan() && (direction == Direction.ASCENDING || config.type() != TableType.ORDERED_SET);
  }

  /** Calls the action for each result, in order. */
  private void forEachResult(Consumer<Term> action) {
    PauseCounter pauses = new PauseCounter();
    if (isPlainScan()) {
      Predicate<Term> firstTime = store.firstTime();
      store.forEachCell(cell -> addResults(cell, firstTime, action, pauses));
    } else {
      CellCursor cells = cells();
      for (Object cell; (cell = cells.next()) != null; ) {
        addResults(cell, key -> true, action, pauses);
      }
    }
  }

  /**
   * Calls the action for each result in a cell. Tests for a repeated key only if there is a result.
   */
  private void addResults(
      Object cell, Predicate<Term> firstTime, Consumer<Term> action, PauseCounter pauses) {
    pauses.step();
    if (cell instanceof Tuple object) {
      Term result = run(object);
      if (result != null && firstTime.test(config.key(object))) {
        action.accept(result);
      }
      return;
    }
    boolean isFirst = true;
    for (Tuple object : Cells.objects(cell)) {
      pauses.step();
      Term result = run(object);
      if (result == null) {
        continue;
      }
      if (isFirst && !firstTime.test(config.key(object))) {
        return;
      }
      isFirst = false;
      action.accept(result);
    }
  }

  /** Returns all results. */
  List<Term> select() {
    List<Term> results = new ArrayList<>();
    forEachResult(results::add);
    return Collections.unmodifiableList(results);
  }

  /** Returns the objects that the plan selects. */
  Spliterator<Tuple> objects() {
    if (isPlainScan()) {
      return store.objects();
    }
    return new CellCursorSpliterator(store, cells());
  }

  /** Returns the results for these objects. */
  Stream<Term> results(Stream<Tuple> objects) {
    return objects.mapMulti(
        (object, results) -> {
          Term result = run(object);
          if (result != null) {
            results.accept(result);
          }
        });
  }

  /**
   * Returns the next results.
   *
   * @param cells the cells after {@code cell}; moved by this
   * @param cell the cell to resume in; null for none
   * @param nextInCell the first object in it that has not been examined
   */
  Optional<SelectChunk> chunk(
      OwnedTable table,
      Term tableTerm,
      int limit,
      CellCursor cells,
      @Nullable Object cell,
      int nextInCell) {
    List<Term> results = new ArrayList<>(Math.min(limit, 128));
    Object current = cell == null ? cells.next() : cell;
    int next = cell == null ? 0 : nextInCell;
    Predicate<Tuple> isLeft = cell == null ? object -> true : store.objectsLeft(config.keyOf(cell));
    PauseCounter pauses = new PauseCounter();
    for (; current != null; current = cells.next()) {
      List<Tuple> objects = Cells.objects(current);
      while (next < objects.size()) {
        pauses.step();
        Tuple object = objects.get(next++);
        Term result = isLeft.test(object) ? run(object) : null;
        if (result != null) {
          results.add(result);
          if (results.size() == limit) {
            return Optional.of(
                new SelectChunk(results, rest(table, tableTerm, limit, cells, current, next)));
          }
        }
      }
      next = 0;
      isLeft = object -> true;
    }
    return results.isEmpty()
        ? Optional.empty()
        : Optional.of(new SelectChunk(results, Optional.empty()));
  }

  /**
   * Returns the continuation after a full chunk; empty if these were the last results and the
   * search {@linkplain #knowsItsEnd knows it}.
   *
   * @param cells the cells after {@code cell}; moved by this
   * @param nextInCell the first object in it that has not been examined
   */
  private Optional<SelectContinuation> rest(
      OwnedTable table, Term tableTerm, int limit, CellCursor cells, Object cell, int nextInCell) {
    int size = Cells.objects(cell).size();
    CellCursor following = cells.copy();
    int next = nextInCell;
    if (knowsItsEnd()) {
      PauseCounter pauses = new PauseCounter();
      next = nextResult(cell, nextInCell, pauses);
      if (next == size && !hasResult(cells, pauses)) {
        return Optional.empty();
      }
    }
    // A cell that has been read is not kept, since it may leave the table long before the search
    // resumes.
    Object unfinished = next < size ? cell : null;
    return Optional.of(
        new LocalContinuation(
            table, tableTerm, this, limit, following, config.keyOf(cell), unfinished, next));
  }

  /**
   * Returns whether the last result comes without a continuation. Before it answers, Erlang
   * examines all objects of the keys in the heads; in an ordered_set only if there is one key.
   */
  private boolean knowsItsEnd() {
    return planned.isBoundByHeads()
        && planned.plan() instanceof KeyPlan.Lookups lookups
        && (config.type() != TableType.ORDERED_SET || lookups.keys().size() == 1);
  }

  /**
   * Returns the index of the first object from this one on that has a result, or the size of the
   * cell.
   */
  private int nextResult(Object cell, int from, PauseCounter pauses) {
    List<Tuple> objects = Cells.objects(cell);
    int next = from;
    while (next < objects.size()) {
      pauses.step();
      if (run(objects.get(next)) != null) {
        return next;
      }
      next++;
    }
    return next;
  }

  private boolean hasResult(CellCursor cells, PauseCounter pauses) {
    for (Object cell; (cell = cells.next()) != null; ) {
      if (nextResult(cell, 0, pauses) < Cells.objects(cell).size()) {
        return true;
      }
    }
    return false;
  }

  /** Returns a continuation at a place of which only the key is known. */
  LocalContinuation continuation(
      OwnedTable table, Term tableTerm, int limit, Term key, int countInKey) {
    CellCursor cells = cellsAfter(key);
    return new LocalContinuation(
        table, tableTerm, this, limit, cells, key, store.get(key), countInKey);
  }

  private CellCursor cellsAfter(Term key) {
    if (isScan()) {
      return store.cellsAfter(key, direction);
    }
    if (planned.plan() instanceof KeyPlan.Lookups lookups
        && config.type() != TableType.ORDERED_SET) {
      return new LookupCursor(store, lookups.keys(), direction).after(key);
    }
    if (planned.plan() instanceof KeyPlan.ByIndex byIndex && indexes != null) {
      return indexes.cellsAfter(byIndex, store, direction, key);
    }
    return orderedCellsAfter(key);
  }

  /** Searches for the place from the beginning, by the order of keys. */
  private CellCursor orderedCellsAfter(Term key) {
    CellCursor cells = cells();
    CellCursor before = cells.copy();
    PauseCounter pauses = new PauseCounter();
    for (Object cell; (cell = cells.next()) != null; before = cells.copy()) {
      pauses.step();
      int order = TermOrder.STANDARD.compare(config.keyOf(cell), key);
      if (order == 0) {
        return cells;
      }
      if (direction == Direction.ASCENDING ? order > 0 : order < 0) {
        return before;
      }
    }
    return cells;
  }

  /** Returns the number of results that are {@code true}. */
  long count() {
    long[] count = new long[1];
    forEachResult(result -> count[0] += result == Atom.TRUE ? 1 : 0);
    return count[0];
  }

  /** Deletes the objects for which the result is {@code true}, and returns their number. */
  long delete() {
    long count = 0;
    MatchContext locked = context.whileLocked();
    PauseCounter pauses = new PauseCounter();
    CellCursor cells = cells();
    for (Object cell; (cell = cells.next()) != null; ) {
      if (hasAny(cell, true, pauses)) {
        MatchDelete delete =
            new MatchDelete(Cells.of(config.type()), object -> isTrueFor(object, locked));
        store.compute(config.keyOf(cell), delete);
        count += delete.count();
      }
    }
    return count;
  }

  /**
   * Deletes the first objects that have a result, and returns these results.
   *
   * @param table counts what they free
   */
  List<Term> take(TableHandle table, int limit) {
    List<Term> results = new ArrayList<>(Math.min(limit, 128));
    List<Term> answer = Collections.unmodifiableList(results); // Before objects are removed.
    Cells type = Cells.of(config.type());
    MatchContext locked = context.whileLocked();
    PauseCounter pauses = new PauseCounter();
    CellCursor cells = cells();
    for (Object cell; results.size() < limit && (cell = cells.next()) != null; ) {
      if (hasAny(cell, false, pauses)) {
        Term key = config.keyOf(cell);
        MatchTake<Term> take =
            new MatchTake<>(type, object -> running.run(object, locked), results, limit);
        store.compute(key, take);
        HeapCharge.removedBy(table, key, take);
      }
    }
    return answer;
  }

  /**
   * Replaces the objects by their results, and returns the number of replaced ones.
   *
   * @param table counts their growth
   */
  long replace(TableHandle table) {
    long count = 0;
    MatchContext locked = context.whileLocked();
    PauseCounter pauses = new PauseCounter();
    CellCursor cells = cells();
    for (Object cell; (cell = cells.next()) != null; ) {
      if (hasAny(cell, false, pauses)) {
        MatchReplace replace = MatchReplace.counting(object -> replacement(object, locked));
        replace(cell, replace, Integer.MAX_VALUE, table);
        count += replace.count();
      }
    }
    return count;
  }

  /**
   * Replaces the first objects that have a result by these results, and returns the new objects.
   *
   * @param table counts their growth
   */
  List<Tuple> replace(TableHandle table, int limit) {
    List<Tuple> replacements = new ArrayList<>(Math.min(limit, 128));
    List<Tuple> answer = Collections.unmodifiableList(replacements); // Before objects change.
    MatchContext locked = context.whileLocked();
    PauseCounter pauses = new PauseCounter();
    CellCursor cells = cells();
    for (Object cell; replacements.size() < limit && (cell = cells.next()) != null; ) {
      if (hasAny(cell, false, pauses)) {
        MatchReplace replace =
            MatchReplace.collecting(object -> replacement(object, locked), replacements, limit);
        replace(cell, replace, limit - replacements.size(), table);
      }
    }
    return answer;
  }

  private void replace(Object cell, MatchReplace replace, int limit, TableHandle table) {
    HeapCharge charge = HeapCharge.isDue(table) ? count(cell, limit, table) : null;
    boolean isDone = false;
    try {
      store.compute(config.keyOf(cell), replace);
      isDone = true;
    } finally {
      if (!isDone) {
        HeapCharge.takeBack(charge);
      }
    }
  }

  /** Counts the growth by the replacement of the first objects that have a result. */
  private @Nullable HeapCharge count(Object cell, int limit, TableHandle table) {
    CellBytes cellBytes = store.cellBytes();
    long added = 0;
    long replaced = 0;
    int left = limit;
    for (Tuple object : Cells.objects(cell)) {
      Tuple result = left == 0 ? null : replacement(object, context);
      if (result != null && added < TermBytes.TOO_LARGE) {
        left--;
        added += cellBytes.of(result, object) + HeapCharge.inIndexes(table, result);
        replaced += cellBytes.of(object, result) + HeapCharge.inIndexes(table, object);
      }
    }
    return HeapCharge.count(table, added, replaced);
  }

  private @Nullable Tuple replacement(Tuple object, MatchContext locked) {
    Term result = running.run(object, locked);
    if (result == null) {
      return null;
    }
    Tuple replacement = SharedKey.in(config, object, (Tuple) result).packed();
    // Each replacement may contain the terms of its object twice. After few of them, no other
    // operation on the object would end.
    if (store.cellBytes().of(replacement, object) >= TermBytes.TOO_LARGE) {
      throw SystemLimitException.ofReplacement(TermBytes.MAX_PARTS);
    }
    return replacement;
  }

  private boolean hasAny(Object cell, boolean isTrue, PauseCounter pauses) {
    for (Tuple object : Cells.objects(cell)) {
      pauses.step();
      Term result = run(object);
      if (isTrue ? result == Atom.TRUE : result != null) {
        return true;
      }
    }
    return false;
  }
}
