package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** How an {@link EtsTable} is searched, and changed, by match specifications. */
abstract class TableSearches extends TableStreams {
  TableSearches(Owner owner, Table table) {
    super(owner, table);
  }

  /**
   * Returns the results of a match specification for all objects: {@code ets:select(Table, Spec)}.
   * In an ordered_set they are in key order; those of the objects of one key stand together, oldest
   * first. Not a snapshot: each object is seen before or after a change that happens meanwhile.
   *
   * <p>Cost: as {@link #explain} says. The plan of a specification is kept, so a specification that
   * is used often should be compiled once. A key that is written with a map and without variables
   * stands for that key alone, here and in all functions that take a specification or a pattern;
   * Erlang does so only where it need not look at all objects.
   *
   * @return unmodifiable
   */
  public List<Term> select(MatchSpec spec) {
    return select(forReading(), Objects.requireNonNull(spec, "spec"));
  }

  /**
   * As {@link #select(MatchSpec)}, from Erlang's term.
   *
   * @throws BadMatchSpecException if the term is no match specification
   */
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

  /**
   * Returns the first results: {@code ets:select(Table, Spec, Limit)}. {@link
   * #select(SelectContinuation)} gives those that follow, and all of them together are what {@link
   * #select(MatchSpec)} gives if nothing changes meanwhile.
   *
   * @param limit how many results a chunk has, unless it is the last
   * @return empty where Erlang gives {@code '$end_of_table'}: there are none
   * @throws BadArgumentException if the limit is below 1
   */
  public Optional<SelectChunk> select(MatchSpec spec, int limit) {
    return chunk(spec, limit, Direction.ASCENDING);
  }

  /**
   * As {@link #select(MatchSpec, int)}, from Erlang's terms.
   *
   * @throws BadArgumentException if the limit is no integer, or below 1
   * @throws BadMatchSpecException if the specification is none; the limit is looked at first
   */
  public Optional<SelectChunk> select(Term spec, Term limit) {
    return chunk(spec, TableSearches::compiled, limit, Direction.ASCENDING);
  }

  /**
   * Goes on with a search, in its direction: {@code ets:select(Continuation)}, and the same for
   * {@code match}, {@code match_object} and {@code select_reverse}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}: there are no more results
   * @throws BadArgumentException if it is a search in another table, or in this one under another
   *     name
   */
  public Optional<SelectChunk> select(SelectContinuation continuation) {
    forReading();
    if (!Objects.requireNonNull(continuation, "continuation").isOf(table, tableTerm())) {
      throw BadArgumentException.of(
          1, "continuation", continuation, "one of " + tableTerm() + ", which is " + id());
    }
    return continuation.next(owner.matchContext());
  }

  /**
   * As {@link #select(MatchSpec)}, but in an ordered_set from the last key down: {@code
   * ets:select_reverse(Table, Spec)}. In the other types the results are the same, in an order of
   * the store's.
   */
  public List<Term> selectReverse(MatchSpec spec) {
    return search(forReading(), spec, Direction.DESCENDING).select();
  }

  /**
   * As {@link #selectReverse(MatchSpec)}, from Erlang's term.
   *
   * @throws BadMatchSpecException if the term is no match specification
   */
  public List<Term> selectReverse(Term spec) {
    forReading();
    return selectReverse(compiled(spec));
  }

  /**
   * As {@link #select(MatchSpec, int)}, but in an ordered_set from the last key down: {@code
   * ets:select_reverse(Table, Spec, Limit)}.
   *
   * @throws BadArgumentException if the limit is below 1
   */
  public Optional<SelectChunk> selectReverse(MatchSpec spec, int limit) {
    return chunk(spec, limit, Direction.DESCENDING);
  }

  /**
   * As {@link #selectReverse(MatchSpec, int)}, from Erlang's terms.
   *
   * @throws BadArgumentException if the limit is no integer, or below 1
   * @throws BadMatchSpecException if the specification is none; the limit is looked at first
   */
  public Optional<SelectChunk> selectReverse(Term spec, Term limit) {
    return chunk(spec, TableSearches::compiled, limit, Direction.DESCENDING);
  }

  /**
   * Returns for how many objects the result is {@code true}, and not anything else: {@code
   * ets:select_count(Table, Spec)}.
   */
  public long selectCount(MatchSpec spec) {
    return search(forReading(), spec, Direction.ASCENDING).count();
  }

  /**
   * As {@link #selectCount(MatchSpec)}, from Erlang's term.
   *
   * @throws BadMatchSpecException if the term is no match specification
   */
  public long selectCount(Term spec) {
    forReading();
    return selectCount(compiled(spec));
  }

  /**
   * Deletes each object for which the result is {@code true}, and not anything else: {@code
   * ets:select_delete(Table, Spec)}. The objects of one key are matched and deleted as one atomic
   * step; {@code [{'_',[],[true]}]} deletes all objects as one atomic and isolated step.
   *
   * @return how many objects it has deleted
   */
  public long selectDelete(MatchSpec spec) {
    TableStore store = forWriting();
    return Objects.requireNonNull(spec, "spec").isTrueForAll()
        ? store.clear()
        : search(store, spec, Direction.ASCENDING).delete();
  }

  /**
   * As {@link #selectDelete(MatchSpec)}, from Erlang's term.
   *
   * @throws BadMatchSpecException if the term is no match specification
   */
  public long selectDelete(Term spec) {
    forWriting();
    return selectDelete(compiled(spec));
  }

  /**
   * Puts the result, which has to have the same key, in the place of each object that has one:
   * {@code ets:select_replace(Table, Spec)}. The objects of one key are matched and replaced as one
   * atomic step. {@code [{Old,[],[{const,New}]}]} compares and sets.
   *
   * @return how many objects it has replaced
   * @throws TableTypeException if this is a bag
   * @throws BadMatchSpecException if a clause may change a key: see {@link MatchSpec#checkKeepsKey}
   */
  public long selectReplace(MatchSpec spec) {
    TableStore store = forWriting();
    checkReplaceable();
    try {
      Objects.requireNonNull(spec, "spec").checkKeepsKey(keypos());
    } catch (MatchSpecException e) {
      throw new BadMatchSpecException(e);
    }
    return search(store, spec, Direction.ASCENDING).replace();
  }

  /**
   * As {@link #selectReplace(MatchSpec)}, from Erlang's term.
   *
   * @throws TableTypeException if this is a bag
   * @throws BadMatchSpecException as there, and if the term is no match specification
   */
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

  /**
   * Says how this table goes about a specification, and why. It looks keys up, or goes through
   * ranges of keys in an ordered_set, as far as heads and guards limit the key; else it looks at
   * each object. A guard limits the key where it compares it, or an element of it, with a constant,
   * and so do {@code andalso}, {@code orelse}, {@code and}, {@code or} and {@code not} of such
   * guards. A key that is a tuple or a list is limited by its first elements; in other types than
   * ordered_set it has to be known as a whole, by {@code =:=}, or by {@code ==} if it is a number
   * or has none in it. Results do not depend on the plan.
   */
  public SelectPlan explain(MatchSpec spec) {
    forReading();
    return SelectPlan.of(table.plan(Objects.requireNonNull(spec, "spec")));
  }

  /**
   * Returns a continuation after this many objects of a key.
   *
   * @throws NoSuchKeyException if the key is not there, but in an ordered_set
   */
  SelectContinuation continuation(
      MatchSpec spec, Direction direction, int limit, Term key, int countInKey) {
    Search search = search(forReading(), spec, direction);
    return search.continuation(table, tableTerm(), limit, key, countInKey);
  }

  private Optional<SelectChunk> chunk(MatchSpec spec, int limit, Direction direction) {
    TableStore store = forReading();
    checkLimit(limit);
    Search search = search(store, spec, direction);
    return search.chunk(table, tableTerm(), limit, search.cells(), null, 0);
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

  private Term tableTerm() {
    TableState state = table.state();
    if (state == null) {
      throw new NoSuchTableException(table.id());
    }
    return table.term(state);
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
