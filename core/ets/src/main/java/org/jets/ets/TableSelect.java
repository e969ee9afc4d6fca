package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jets.ets.indexing.TableIndexes;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.ets.observe.ScanObserver;
import org.jets.ets.plan.KeyPlan;
import org.jets.ets.plan.KeyPlanner;
import org.jets.ets.plan.PlannedSpec;
import org.jets.ets.store.Direction;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Searches of a table, and changes, by match specifications and patterns. */
final class TableSelect {
  private static final MatchSpec ALL_OBJECTS = MatchSpec.objectsLike(Atom.of("_"));

  private TableSelect() {}

  static List<Tuple> tab2list(TableHandle table) {
    return all(planned(table, table.forReading(), ALL_OBJECTS, Direction.ASCENDING).select());
  }

  /** Casts results to the class of all results of their specification. */
  @SuppressWarnings("unchecked") // The list cannot be changed.
  private static <R extends Term> List<R> all(List<Term> results) {
    return (List<R>) results;
  }

  static List<Term> select(TableHandle table, MatchSpec spec) {
    return select(table, table.forReadingOnce(), Objects.requireNonNull(spec, "spec"));
  }

  /**
   * Returns all results. A search for one object of a set takes a shorter path.
   *
   * @param store the table's store, or one that times the step of that path
   */
  private static List<Term> select(TableHandle table, TableStore store, MatchSpec spec) {
    PlannedSpec planned = table.table().plan(spec);
    Term key = planned.onlyKey();
    if (key == null) {
      // All steps of the search are timed together.
      TableStore untimed = table.table().store();
      PlannedSelect select = planned(table, untimed, planned, Direction.ASCENDING);
      return searched(table, select, "select", PlannedSelect::select);
    }
    Tuple object = (Tuple) store.get(key);
    if (object == null) {
      return List.of();
    }
    if (object.arity() == planned.returnedArity()) {
      return List.of(object);
    }
    Term result = planned.spec().run(object, table.caller().matchContext());
    return result == null ? List.of() : List.of(result);
  }

  /** Returns the results of a pattern, which are all of one class. */
  static <R extends Term> List<R> matches(
      TableHandle table, Term pattern, Function<Term, MatchSpec> compiler) {
    TableStore store = table.forReadingOnce();
    return all(select(table, store, compiled(pattern, compiler)));
  }

  static List<Term> selectReverse(TableHandle table, MatchSpec spec) {
    PlannedSelect select = planned(table, table.forReading(), spec, Direction.DESCENDING);
    return searched(table, select, "select_reverse", PlannedSelect::select);
  }

  static Optional<SelectChunk> chunk(
      TableHandle table, MatchSpec spec, int limit, Direction direction) {
    TableStore store = table.forReading();
    checkLimit(limit);
    PlannedSelect select = planned(table, store, spec, direction);
    Term continued = continuedTerm(table);
    return searched(
        table,
        select,
        "select with a limit",
        decided -> decided.chunk(table.table(), continued, limit, decided.cells(), null, 0));
  }

  /** As {@code chunk} of a specification, but checks the limit before the pattern. */
  static Optional<SelectChunk> chunk(
      TableHandle table, Term pattern, Function<Term, MatchSpec> compiler, int limit) {
    table.forReading();
    checkLimit(limit);
    return chunk(table, compiled(pattern, compiler), limit, Direction.ASCENDING);
  }

  private static void checkLimit(int limit) {
    if (limit < 1) {
      throw BadArgumentException.of(3, "limit", limit, ">= 1");
    }
  }

  static Optional<SelectChunk> resume(TableHandle table, SelectContinuation continuation) {
    table.forReading();
    if (!(Objects.requireNonNull(continuation, "continuation") instanceof LocalContinuation local)
        || !local.isOf(table.table(), continuedTerm(table))) {
      Term known = continuedTerm(table);
      String expected =
          "one of " + (known.equals(table.id()) ? known : known + ", which is " + table.id());
      throw BadArgumentException.of(1, "continuation", continuation, expected);
    }
    return local.next(table.caller().matchContext());
  }

  /**
   * Returns a continuation after this many objects of a key.
   *
   * @throws NoSuchKeyException if the key is absent from a table that is no ordered_set
   */
  static LocalContinuation continuation(
      TableHandle table, MatchSpec spec, Direction direction, int limit, Term key, int countInKey) {
    PlannedSelect select = planned(table, table.forReading(), spec, direction);
    return select.continuation(table.table(), continuedTerm(table), limit, key, countInKey);
  }

  /**
   * Returns the term by which a continuation refers to the table. As in Erlang, that is the name of
   * an ordered_set that is known by it, and the identifier of any other table.
   */
  private static Term continuedTerm(TableHandle table) {
    TableState state = table.table().state();
    if (state == null) {
      throw new NoSuchTableException(table.id());
    }
    return table.type() == TableType.ORDERED_SET ? table.table().term(state) : table.id();
  }

  static long count(TableHandle table, MatchSpec spec) {
    PlannedSelect select = planned(table, table.forReading(), spec, Direction.ASCENDING);
    return searched(table, select, "select_count", PlannedSelect::count);
  }

  static long delete(TableHandle table, MatchSpec spec) {
    TableStore store = table.forWriting();
    try {
      if (Objects.requireNonNull(spec, "spec").isTrueForAll()) {
        return store.clear();
      }
      TableStore changing = store.forOneCall();
      PlannedSelect select = planned(table, changing, spec, Direction.ASCENDING);
      return changed(table, select, "select_delete", changing, PlannedSelect::delete);
    } finally {
      table.space().heapFreed();
    }
  }

  static List<Term> take(TableHandle table, MatchSpec spec, int limit) {
    TableStore store = table.forWriting().forOneCall();
    Objects.requireNonNull(spec, "spec");
    checkLimit(limit);
    PlannedSelect select = planned(table, store, spec, Direction.ASCENDING);
    return changed(table, select, "select_take", store, decided -> decided.take(table, limit));
  }

  static void matchDelete(TableHandle table, Term pattern) {
    table.forWriting();
    delete(table, compiled(pattern, MatchSpec::trueFor));
  }

  static long replace(TableHandle table, MatchSpec spec) {
    TableStore store = table.forWriting().forOneCall();
    checkReplacing(table, spec);
    PlannedSelect select = planned(table, store, spec, Direction.ASCENDING);
    return changed(table, select, "select_replace", store, decided -> decided.replace(table));
  }

  static List<Tuple> replace(TableHandle table, MatchSpec spec, int limit) {
    TableStore store = table.forWriting().forOneCall();
    checkReplacing(table, spec);
    checkLimit(limit);
    PlannedSelect select = planned(table, store, spec, Direction.ASCENDING);
    return changed(
        table, select, "select_replace_returning", store, decided -> decided.replace(table, limit));
  }

  private static void checkReplacing(TableHandle table, MatchSpec spec) {
    if (table.type() == TableType.BAG) {
      throw TableTypeException.of(table.id(), table.type(), "set, ordered_set or duplicate_bag");
    }
    try {
      Objects.requireNonNull(spec, "spec").checkKeepsKey(table.keypos());
    } catch (MatchSpecException e) {
      throw new BadMatchSpecException(e);
    }
  }

  static SelectPlan explain(TableHandle table, MatchSpec spec) {
    table.forReading();
    PlannedSpec planned = table.table().plan(Objects.requireNonNull(spec, "spec"));
    SelectPlan plan = SelectPlan.of(planned);
    if (planned.plan() instanceof KeyPlan.ByIndex byIndex) {
      long most = TableIndexes.most(table.table().store());
      return TableIndexes.isCounted(byIndex)
          ? plan.because(
              "; each search counts the keys there, and scans all objects if they are more than "
                  + most)
          : plan;
    }
    boolean isIndexable = plan.kind() == SelectPlan.Kind.SCAN && table.table().indexes() != null;
    int position = isIndexable ? KeyPlanner.limitedElement(spec) : 0;
    return position == 0
        ? plan
        : plan.because("; an index on element " + position + " would serve");
  }

  static PlannedSelect planned(
      TableHandle table, TableStore store, MatchSpec spec, Direction direction) {
    PlannedSpec planned = table.table().plan(Objects.requireNonNull(spec, "spec"));
    return planned(table, store, planned, direction);
  }

  private static PlannedSelect planned(
      TableHandle table, TableStore store, PlannedSpec planned, Direction direction) {
    return new PlannedSelect(
        store,
        store.config(),
        planned,
        table.caller().matchContext(),
        direction,
        table.table().indexes());
  }

  /**
   * Runs a search. The time to read an index is part of it, if calls are timed. Tells the observer
   * of scans, if there is one and all objects are scanned, also if that is so because the index
   * finds too many keys.
   */
  private static <R> R searched(
      TableHandle table,
      PlannedSelect planned,
      String operation,
      Function<PlannedSelect, R> search) {
    Runnable timed = beginTimed(table);
    try {
      PlannedSelect decided = planned.decided();
      Runnable scan = beginScan(table, decided, operation);
      try {
        return search.apply(decided);
      } finally {
        runIgnoringErrors(scan);
      }
    } finally {
      timed.run();
    }
  }

  /** Runs a search that changes objects, and ends the call of the store that it is made on. */
  private static <R> R changed(
      TableHandle table,
      PlannedSelect planned,
      String operation,
      TableStore changing,
      Function<PlannedSelect, R> search) {
    try {
      return searched(table, planned, operation, search);
    } finally {
      changing.endCall();
    }
  }

  /** Begins to time a search. Returns an action to run after it, which does not throw. */
  private static Runnable beginTimed(TableHandle table) {
    try {
      Runnable timed = table.table().timedSearch();
      return timed == null ? TableSelect::unobserved : timed;
    } catch (RuntimeException | Error e) {
      return TableSelect::unobserved;
    }
  }

  /**
   * Tells the observer of scans, whose exceptions are ignored: the operation must not depend on it.
   */
  private static Runnable beginScan(TableHandle table, PlannedSelect select, String operation) {
    ScanObserver observer = select.isScan() ? table.space().scanObserver() : null;
    try {
      Runnable scan = observer == null ? null : scan(table, select, operation, observer);
      return scan == null ? TableSelect::unobserved : scan;
    } catch (RuntimeException | Error e) {
      return TableSelect::unobserved;
    }
  }

  private static @Nullable Runnable scan(
      TableHandle table, PlannedSelect select, String operation, ScanObserver observer) {
    TableState state = table.table().state();
    Term name = state == null ? table.id() : table.table().term(state);
    return observer.scanBegins(name, operation, select);
  }

  /** The action after a search of which no observer is told. */
  private static void unobserved() {}

  private static void runIgnoringErrors(Runnable end) {
    try {
      end.run();
    } catch (RuntimeException | Error e) {
      // The search has ended as it has ended.
    }
  }

  /** Compiles a pattern, with the errors of tables. */
  private static MatchSpec compiled(Term pattern, Function<Term, MatchSpec> compiler) {
    try {
      return compiler.apply(Objects.requireNonNull(pattern, "pattern"));
    } catch (MatchSpecException e) {
      throw new BadMatchSpecException(e);
    }
  }
}
