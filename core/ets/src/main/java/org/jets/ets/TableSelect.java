package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.ets.plan.PlannedSpec;
import org.jets.ets.store.Direction;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

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
    return select(table, table.forReading(), Objects.requireNonNull(spec, "spec"));
  }

  /** Returns all results. A search for one object of a set takes a shorter path. */
  private static List<Term> select(TableHandle table, TableStore store, MatchSpec spec) {
    PlannedSpec planned = table.table().plan(spec);
    Term key = planned.onlyKey();
    if (key == null) {
      return planned(table, store, planned, Direction.ASCENDING).select();
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
    TableStore store = table.forReading();
    return all(select(table, store, compiled(pattern, compiler)));
  }

  static List<Term> selectReverse(TableHandle table, MatchSpec spec) {
    return planned(table, table.forReading(), spec, Direction.DESCENDING).select();
  }

  static Optional<SelectChunk> chunk(
      TableHandle table, MatchSpec spec, int limit, Direction direction) {
    TableStore store = table.forReading();
    checkLimit(limit);
    PlannedSelect select = planned(table, store, spec, direction);
    return select.chunk(table.table(), continuedTerm(table), limit, select.cells(), null, 0);
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
    return planned(table, table.forReading(), spec, Direction.ASCENDING).count();
  }

  static long delete(TableHandle table, MatchSpec spec) {
    TableStore store = table.forWriting();
    try {
      return Objects.requireNonNull(spec, "spec").isTrueForAll()
          ? store.clear()
          : planned(table, store, spec, Direction.ASCENDING).delete();
    } finally {
      table.space().heapFreed();
    }
  }

  static List<Term> take(TableHandle table, MatchSpec spec, int limit) {
    TableStore store = table.forWriting();
    Objects.requireNonNull(spec, "spec");
    checkLimit(limit);
    return planned(table, store, spec, Direction.ASCENDING).take(table, limit);
  }

  static void matchDelete(TableHandle table, Term pattern) {
    table.forWriting();
    delete(table, compiled(pattern, MatchSpec::trueFor));
  }

  static long replace(TableHandle table, MatchSpec spec) {
    TableStore store = table.forWriting();
    checkReplacing(table, spec);
    return planned(table, store, spec, Direction.ASCENDING).replace(table);
  }

  static List<Tuple> replace(TableHandle table, MatchSpec spec, int limit) {
    TableStore store = table.forWriting();
    checkReplacing(table, spec);
    checkLimit(limit);
    return planned(table, store, spec, Direction.ASCENDING).replace(table, limit);
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
    return SelectPlan.of(table.table().plan(Objects.requireNonNull(spec, "spec")));
  }

  static PlannedSelect planned(
      TableHandle table, TableStore store, MatchSpec spec, Direction direction) {
    PlannedSpec planned = table.table().plan(Objects.requireNonNull(spec, "spec"));
    return planned(table, store, planned, direction);
  }

  private static PlannedSelect planned(
      TableHandle table, TableStore store, PlannedSpec planned, Direction direction) {
    return new PlannedSelect(
        store, store.config(), planned, table.caller().matchContext(), direction);
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
