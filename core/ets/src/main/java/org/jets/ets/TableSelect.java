package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.ets.observe.ScanObserver;
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
      Runnable scan = begin(table, select, "select");
      try {
        return select.select();
      } finally {
        scan.run();
      }
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
    Runnable scan = begin(table, select, "select_reverse");
    try {
      return select.select();
    } finally {
      scan.run();
    }
  }

  static Optional<SelectChunk> chunk(
      TableHandle table, MatchSpec spec, int limit, Direction direction) {
    TableStore store = table.forReading();
    checkLimit(limit);
    PlannedSelect select = planned(table, store, spec, direction);
    Term continued = continuedTerm(table);
    Runnable scan = begin(table, select, "select with a limit");
    try {
      return select.chunk(table.table(), continued, limit, select.cells(), null, 0);
    } finally {
      scan.run();
    }
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
    Runnable scan = begin(table, select, "select_count");
    try {
      return select.count();
    } finally {
      scan.run();
    }
  }

  static long delete(TableHandle table, MatchSpec spec) {
    TableStore store = table.forWriting();
    try {
      if (Objects.requireNonNull(spec, "spec").isTrueForAll()) {
        return store.clear();
      }
      TableStore changing = store.forOneCall();
      PlannedSelect select = planned(table, changing, spec, Direction.ASCENDING);
      Runnable scan = begin(table, select, "select_delete");
      try {
        return select.delete();
      } finally {
        end(scan, changing);
      }
    } finally {
      table.space().heapFreed();
    }
  }

  static List<Term> take(TableHandle table, MatchSpec spec, int limit) {
    TableStore store = table.forWriting().forOneCall();
    Objects.requireNonNull(spec, "spec");
    checkLimit(limit);
    PlannedSelect select = planned(table, store, spec, Direction.ASCENDING);
    Runnable scan = begin(table, select, "select_take");
    try {
      return select.take(table, limit);
    } finally {
      end(scan, store);
    }
  }

  static void matchDelete(TableHandle table, Term pattern) {
    table.forWriting();
    delete(table, compiled(pattern, MatchSpec::trueFor));
  }

  static long replace(TableHandle table, MatchSpec spec) {
    TableStore store = table.forWriting().forOneCall();
    checkReplacing(table, spec);
    PlannedSelect select = planned(table, store, spec, Direction.ASCENDING);
    Runnable scan = begin(table, select, "select_replace");
    try {
      return select.replace(table);
    } finally {
      end(scan, store);
    }
  }

  static List<Tuple> replace(TableHandle table, MatchSpec spec, int limit) {
    TableStore store = table.forWriting().forOneCall();
    checkReplacing(table, spec);
    checkLimit(limit);
    PlannedSelect select = planned(table, store, spec, Direction.ASCENDING);
    Runnable scan = begin(table, select, "select_replace_returning");
    try {
      return select.replace(table, limit);
    } finally {
      end(scan, store);
    }
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
    SelectPlan plan = SelectPlan.of(table.table().plan(Objects.requireNonNull(spec, "spec")));
    boolean isIndexable = plan.kind() == SelectPlan.Kind.SCAN && table.table().indexes() != null;
    int position = isIndexable ? KeyPlanner.limitedElement(spec) : 0;
    return position == 0
        ? plan
        : new SelectPlan(
            plan.kind(),
            plan.keys(),
            plan.reason() + "; an index on element " + position + " would serve");
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
   * Begins to time a search, if calls are observed. Tells the observer of scans, if there is one
   * and the plan is to scan all objects. Its exceptions are ignored: the operation must not depend
   * on it.
   *
   * @return an action to run after the search, which does not throw
   */
  private static Runnable begin(TableHandle table, PlannedSelect select, String operation) {
    ScanObserver observer = select.isScan() ? table.space().scanObserver() : null;
    try {
      Runnable timed = table.table().timedSearch();
      Runnable scan = observer == null ? null : scan(table, select, operation, observer);
      if (scan == null) {
        return timed == null ? TableSelect::unobserved : timed;
      }
      return () -> {
        runIgnoringErrors(scan);
        if (timed != null) {
          timed.run();
        }
      };
    } catch (RuntimeException | Error e) {
      return TableSelect::unobserved;
    }
  }

  /** Ends a call that has changed objects: its scan, and its changes. */
  private static void end(Runnable scan, TableStore changed) {
    scan.run();
    changed.endCall();
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
