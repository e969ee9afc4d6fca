package org.jets.ets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jets.ets.match.MatchContext;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.plan.KeyPlan;
import org.jets.ets.plan.PlannedSpec;
import org.jets.ets.plan.RangesCursor;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.CellBytes;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.Cells;
import org.jets.ets.store.CursorSpliterator;
import org.jets.ets.store.Direction;
import org.jets.ets.store.LookupCursor;
import org.jets.ets.store.MatchDelete;
import org.jets.ets.store.MatchReplace;
import org.jets.ets.store.Pace;
import org.jets.ets.store.SharedKey;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A match specification on a table, with its plan: goes to the objects that the plan leads to and
 * runs the whole specification on each. Immutable.
 *
 * <p>Reading takes each object as it is when it is reached. Changing is one atomic step of the
 * store for each key: the objects that are there in that step are matched and changed in it. What
 * was seen before only decides whether the step is made, so that keys without a matching object
 * cost no more than reading.
 */
final class PlannedSelect {
  private final TableStore store;
  private final StoreConfig config;
  private final PlannedSpec planned;
  private final MatchSpec running;
  private final MatchContext context;
  private final Direction direction;

  PlannedSelect(
      TableStore store,
      StoreConfig config,
      PlannedSpec planned,
      MatchContext context,
      Direction direction) {
    this.store = store;
    this.config = config;
    this.planned = planned;
    this.running = planned.spec();
    this.context = context;
    this.direction = direction;
  }

  /** Returns the same search on behalf of another caller. */
  PlannedSelect as(MatchContext caller) {
    return new PlannedSelect(store, config, planned, caller, direction);
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

  /** The cells that the plan leads to. */
  CellCursor cells() {
    KeyPlan plan = planned.plan();
    if (plan instanceof KeyPlan.Lookups lookups) {
      return new LookupCursor(store, lookups.keys(), direction);
    }
    if (plan instanceof KeyPlan.Ranges ranges) {
      return new RangesCursor(store, config, ranges.ranges(), direction);
    }
    return plan instanceof KeyPlan.Scan
        ? store.cells(direction)
        : new LookupCursor(store, List.of(), direction);
  }

  /** Whether all objects are looked at, in the order in which the store has them. */
  private boolean isPlainScan() {
    return planned.plan() instanceof KeyPlan.Scan
        && (direction == Direction.ASCENDING || config.type() != TableType.ORDERED_SET);
  }

  /** Gives each result to the action, in order. */
  private void forEachResult(Consumer<Term> action) {
    Pace pace = new Pace();
    if (isPlainScan()) {
      Predicate<Term> firstTime = store.firstTime();
      store.forEachCell(cell -> addResults(cell, firstTime, action, pace));
    } else {
      CellCursor cells = cells();
      for (Object cell; (cell = cells.next()) != null; ) {
        addResults(cell, key -> true, action, pace);
      }
    }
  }

  /** Only where there is a result it matters whether the key has been come to before. */
  private void addResults(
      Object cell, Predicate<Term> firstTime, Consumer<Term> action, Pace pace) {
    pace.step();
    if (cell instanceof Tuple object) {
      Term result = run(object);
      if (result != null && firstTime.test(config.key(object))) {
        action.accept(result);
      }
      return;
    }
    boolean isFirst = true;
    for (Tuple object : Cells.objects(cell)) {
      pace.step();
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

  /** The objects that the plan leads to. */
  Spliterator<Tuple> objects() {
    if (isPlainScan()) {
      return store.objects();
    }
    return new CursorSpliterator(store, cells());
  }

  /** The results for these objects. */
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
   * @param cells moved by this; what follows the cell
   * @param cell the cell to go on in; null for none
   * @param nextInCell the first object in it that has not been looked at
   */
  Optional<SelectChunk> chunk(
      Table table,
      Term tableTerm,
      int limit,
      CellCursor cells,
      @Nullable Object cell,
      int nextInCell) {
    List<Term> results = new ArrayList<>(Math.min(limit, 128));
    Object current = cell == null ? cells.next() : cell;
    int next = cell == null ? 0 : nextInCell;
    Pace pace = new Pace();
    for (; current != null; current = cells.next()) {
      List<Tuple> objects = Cells.objects(current);
      while (next < objects.size()) {
        pace.step();
        Term result = run(objects.get(next++));
        if (result != null) {
          results.add(result);
          if (results.size() == limit) {
            return Optional.of(
                new SelectChunk(results, rest(table, tableTerm, limit, cells, current, next)));
          }
        }
      }
      next = 0;
    }
    return results.isEmpty()
        ? Optional.empty()
        : Optional.of(new SelectChunk(results, Optional.empty()));
  }

  /**
   * Returns where to go on after as many results as were asked for; empty if that were the last
   * ones and the search {@linkplain #knowsItsEnd knows it}.
   *
   * @param cells moved by this; what follows the cell
   * @param nextInCell the first object in it that has not been looked at
   */
  private Optional<SelectContinuation> rest(
      Table table, Term tableTerm, int limit, CellCursor cells, Object cell, int nextInCell) {
    int size = Cells.objects(cell).size();
    CellCursor following = cells.copy();
    int next = nextInCell;
    if (knowsItsEnd()) {
      Pace pace = new Pace();
      next = nextResult(cell, nextInCell, pace);
      if (next == size && !hasResult(cells, pace)) {
        return Optional.empty();
      }
    }
    // What has been read is not kept: it may have left the table long before this goes on.
    Object unfinished = next < size ? cell : null;
    return Optional.of(
        new LocalContinuation(
            table, tableTerm, this, limit, following, config.keyOf(cell), unfinished, next));
  }

  /**
   * Returns whether the last result comes without a continuation. Erlang looks at all objects of
   * the keys that the heads have before it answers; in an ordered_set only if that is one key.
   */
  private boolean knowsItsEnd() {
    return planned.isBoundByHeads()
        && planned.plan() instanceof KeyPlan.Lookups lookups
        && (config.type() != TableType.ORDERED_SET || lookups.keys().size() == 1);
  }

  /** Returns the number of the first object from this one on that has a result, or their number. */
  private int nextResult(Object cell, int from, Pace pace) {
    List<Tuple> objects = Cells.objects(cell);
    int next = from;
    while (next < objects.size()) {
      pace.step();
      if (run(objects.get(next)) != null) {
        return next;
      }
      next++;
    }
    return next;
  }

  private boolean hasResult(CellCursor cells, Pace pace) {
    for (Object cell; (cell = cells.next()) != null; ) {
      if (nextResult(cell, 0, pace) < Cells.objects(cell).size()) {
        return true;
      }
    }
    return false;
  }

  /** Returns a continuation at a place of which no more is known than the key. */
  LocalContinuation continuation(Table table, Term tableTerm, int limit, Term key, int countInKey) {
    CellCursor cells = cellsAfter(key);
    return new LocalContinuation(
        table, tableTerm, this, limit, cells, key, store.get(key), countInKey);
  }

  private CellCursor cellsAfter(Term key) {
    if (planned.plan() instanceof KeyPlan.Scan) {
      return store.cellsAfter(key, direction);
    }
    if (planned.plan() instanceof KeyPlan.Lookups lookups
        && config.type() != TableType.ORDERED_SET) {
      return new LookupCursor(store, lookups.keys(), direction).after(key);
    }
    return orderedCellsAfter(key);
  }

  /** Looks for the place from the beginning, which is found by the order of keys. */
  private CellCursor orderedCellsAfter(Term key) {
    CellCursor cells = cells();
    CellCursor before = cells.copy();
    Pace pace = new Pace();
    for (Object cell; (cell = cells.next()) != null; before = cells.copy()) {
      pace.step();
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

  /** Returns how many results are {@code true}. */
  long count() {
    long[] count = new long[1];
    forEachResult(result -> count[0] += result == Atom.TRUE ? 1 : 0);
    return count[0];
  }

  /** Deletes the objects for which the result is {@code true}; returns how many. */
  long delete() {
    long count = 0;
    MatchContext locked = context.whileLocked();
    Pace pace = new Pace();
    CellCursor cells = cells();
    for (Object cell; (cell = cells.next()) != null; ) {
      if (hasAny(cell, true, pace)) {
        MatchDelete delete =
            new MatchDelete(Cells.of(config.type()), object -> isTrueFor(object, locked));
        store.compute(config.keyOf(cell), delete);
        count += delete.count();
      }
    }
    return count;
  }

  /**
   * Puts the results in the place of the objects; returns how many.
   *
   * @param table counts by how much they are larger
   */
  long replace(LocalEtsTable table) {
    long count = 0;
    MatchContext locked = context.whileLocked();
    Pace pace = new Pace();
    CellCursor cells = cells();
    for (Object cell; (cell = cells.next()) != null; ) {
      if (hasAny(cell, false, pace)) {
        count += replace(cell, table, locked);
      }
    }
    return count;
  }

  private int replace(Object cell, LocalEtsTable table, MatchContext locked) {
    long counted = HeapCharge.isDue(table) ? count(cell, table) : 0;
    boolean isDone = false;
    try {
      MatchReplace replace = new MatchReplace(object -> replacement(object, locked));
      store.compute(config.keyOf(cell), replace);
      isDone = true;
      return replace.count();
    } finally {
      if (!isDone) {
        HeapCharge.takeBack(table, counted);
      }
    }
  }

  private long count(Object cell, LocalEtsTable table) {
    long added = 0;
    long replaced = 0;
    for (Tuple object : Cells.objects(cell)) {
      Tuple result = replacement(object, context);
      if (result != null && added < TermBytes.TOO_LARGE) {
        added += CellBytes.of(result, object);
        replaced += CellBytes.of(object, result);
      }
    }
    return HeapCharge.count(table, added, replaced);
  }

  private @Nullable Tuple replacement(Tuple object, MatchContext locked) {
    Term result = running.run(object, locked);
    if (result == null) {
      return null;
    }
    Tuple replacement = SharedKey.in(config, object, (Tuple) result);
    // Each replacement may have the terms of its object twice, and after few of them no other
    // operation on the object would end.
    if (CellBytes.of(replacement, object) >= TermBytes.TOO_LARGE) {
      throw SystemLimitException.ofReplacement(TermBytes.MAX_PARTS);
    }
    return replacement;
  }

  private boolean hasAny(Object cell, boolean isTrue, Pace pace) {
    for (Tuple object : Cells.objects(cell)) {
      pace.step();
      Term result = run(object);
      if (isTrue ? result == Atom.TRUE : result != null) {
        return true;
      }
    }
    return false;
  }
}
