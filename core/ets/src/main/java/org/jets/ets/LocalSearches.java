package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jets.ets.argument.Positions;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.ets.plan.PlannedSpec;
import org.jets.ets.store.Direction;
import org.jets.ets.store.TableStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** How an {@link EtsTable} is searched, and changed, by match specifications. */
abstract class LocalSearches extends LocalStreams {
  LocalSearches(Owner owner, Table table) {
    super(owner, table);
  }

  @Override
  public List<Term> select(MatchSpec spec) {
    return select(forReading(), Objects.requireNonNull(spec, "spec"));
  }

  @Override
  public List<Term> select(Term spec) {
    forReading();
    return select(compiled(spec));
  }

  /** A search for one object of a set comes before all that a search in general takes. */
  final List<Term> select(TableStore store, MatchSpec spec) {
    PlannedSpec planned = table.plan(spec);
    Term key = planned.onlyKey();
    if (key == null) {
      return search(store, planned, Direction.ASCENDING).select();
    }
    Tuple object = (Tuple) store.get(key);
    if (object == null) {
      return List.of();
    }
    if (object.arity() == planned.returnedArity()) {
      return List.of(object);
    }
    Term result = planned.spec().run(object, owner.matchContext());
    return result == null ? List.of() : List.of(result);
  }

  @Override
  public Optional<SelectChunk> select(MatchSpec spec, int limit) {
    return chunk(spec, limit, Direction.ASCENDING);
  }

  @Override
  public Optional<SelectChunk> select(Term spec, Term limit) {
    return chunk(spec, LocalSearches::compiled, limit, Direction.ASCENDING);
  }

  @Override
  public Optional<SelectChunk> select(SelectContinuation continuation) {
    forReading();
    if (!(Objects.requireNonNull(continuation, "continuation") instanceof LocalContinuation local)
        || !local.isOf(table, continuedTerm())) {
      throw BadArgumentException.of(
          1, "continuation", continuation, "one of " + continuedTerm() + ", which is " + id());
    }
    return local.next(owner.matchContext());
  }

  @Override
  public List<Term> selectReverse(MatchSpec spec) {
    return search(forReading(), spec, Direction.DESCENDING).select();
  }

  @Override
  public List<Term> selectReverse(Term spec) {
    forReading();
    return selectReverse(compiled(spec));
  }

  @Override
  public Optional<SelectChunk> selectReverse(MatchSpec spec, int limit) {
    return chunk(spec, limit, Direction.DESCENDING);
  }

  @Override
  public Optional<SelectChunk> selectReverse(Term spec, Term limit) {
    return chunk(spec, LocalSearches::compiled, limit, Direction.DESCENDING);
  }

  @Override
  public long selectCount(MatchSpec spec) {
    return search(forReading(), spec, Direction.ASCENDING).count();
  }

  @Override
  public long selectCount(Term spec) {
    forReading();
    return selectCount(compiled(spec));
  }

  @Override
  public long selectDelete(MatchSpec spec) {
    TableStore store = forWriting();
    try {
      return Objects.requireNonNull(spec, "spec").isTrueForAll()
          ? store.clear()
          : search(store, spec, Direction.ASCENDING).delete();
    } finally {
      table.space().heapFreed();
    }
  }

  @Override
  public long selectDelete(Term spec) {
    forWriting();
    return selectDelete(compiled(spec));
  }

  @Override
  public long selectReplace(MatchSpec spec) {
    TableStore store = forWriting();
    checkReplaceable();
    try {
      Objects.requireNonNull(spec, "spec").checkKeepsKey(keypos());
    } catch (MatchSpecException e) {
      throw new BadMatchSpecException(e);
    }
    return search(store, spec, Direction.ASCENDING).replace(this);
  }

  @Override
  public long selectReplace(Term spec) {
    forWriting();
    checkReplaceable();
    return selectReplace(compiled(spec));
  }

  private void checkReplaceable() {
    if (type() == TableType.BAG) {
      throw new TableTypeException(id(), type(), "set, ordered_set or duplicate_bag");
    }
  }

  @Override
  public SelectPlan explain(MatchSpec spec) {
    forReading();
    return Explanation.of(table.plan(Objects.requireNonNull(spec, "spec")));
  }

  /**
   * Returns a continuation after this many objects of a key.
   *
   * @throws NoSuchKeyException if the key is not there, but in an ordered_set
   */
  LocalContinuation continuation(
      MatchSpec spec, Direction direction, int limit, Term key, int countInKey) {
    Search search = search(forReading(), spec, direction);
    return search.continuation(table, continuedTerm(), limit, key, countInKey);
  }

  private Optional<SelectChunk> chunk(MatchSpec spec, int limit, Direction direction) {
    TableStore store = forReading();
    checkLimit(limit);
    Search search = search(store, spec, direction);
    return search.chunk(table, continuedTerm(), limit, search.cells(), null, 0);
  }

  /** Looks at the limit first, as Erlang does. */
  final Optional<SelectChunk> chunk(
      Term term, Function<Term, MatchSpec> compiler, int limit, Direction direction) {
    forReading();
    checkLimit(limit);
    return chunk(compiled(term, compiler), limit, direction);
  }

  /** As {@link #chunk(Term, Function, int, Direction)}, with a limit that may be any term. */
  final Optional<SelectChunk> chunk(
      Term term, Function<Term, MatchSpec> compiler, Term limit, Direction direction) {
    forReading();
    if (!Positions.isPosition(Objects.requireNonNull(limit, "limit"))) {
      throw BadArgumentException.of(3, "limit", limit, "an integer >= 1, of one word");
    }
    return chunk(term, compiler, Positions.clamp((IntegerTerm) limit), direction);
  }

  /**
   * Returns how a continuation knows the table: an ordered_set by its name if it has one, which
   * ends with the name, any other by its identifier. Erlang does so.
   */
  private Term continuedTerm() {
    TableState state = table.state();
    if (state == null) {
      throw new NoSuchTableException(table.id());
    }
    return type() == TableType.ORDERED_SET ? table.term(state) : table.id();
  }

  private static MatchSpec compiled(Term spec) {
    return compiled(Objects.requireNonNull(spec, "spec"), MatchSpec::compile);
  }

  /** Returns what a term is compiled to, with the errors of tables. */
  static MatchSpec compiled(Term term, Function<Term, MatchSpec> compiler) {
    try {
      return compiler.apply(Objects.requireNonNull(term, "pattern"));
    } catch (MatchSpecException e) {
      throw new BadMatchSpecException(e);
    }
  }

  private static void checkLimit(int limit) {
    if (limit < 1) {
      throw BadArgumentException.of(3, "limit", limit, ">= 1");
    }
  }
}
