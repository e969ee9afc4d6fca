package org.jets.ets;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** How an {@link EtsTable} is searched by patterns: match specifications that are all head. */
abstract class TableMatches extends TableSearches {
  TableMatches(Owner owner, Table table) {
    super(owner, table);
  }

  /**
   * Returns what the variables of a pattern are bound to, for each object that matches: {@code
   * ets:match(Table, Pattern)}. Order and cost as {@link #select(MatchSpec)}.
   *
   * @return unmodifiable; for each object the values of the variables by their numbers
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  public List<ListTerm> match(Term pattern) {
    return matches(pattern, MatchSpec::bindingsOf);
  }

  /**
   * As {@link #match(Term)}, in chunks: {@code ets:match(Table, Pattern, Limit)}. See {@link
   * #select(MatchSpec, int)}.
   *
   * @throws BadArgumentException if the limit is below 1; it is looked at first
   * @throws BadMatchSpecException as {@link #match(Term)}
   */
  public Optional<SelectChunk> match(Term pattern, int limit) {
    return chunk(pattern, MatchSpec::bindingsOf, limit, Direction.ASCENDING);
  }

  /**
   * As {@link #match(Term, int)}, with a limit that may be any term.
   *
   * @throws BadArgumentException as there, and if the limit is no integer
   * @throws BadMatchSpecException as {@link #match(Term)}
   */
  public Optional<SelectChunk> match(Term pattern, Term limit) {
    return chunk(pattern, MatchSpec::bindingsOf, limit, Direction.ASCENDING);
  }

  /**
   * Returns the objects that match a pattern: {@code ets:match_object(Table, Pattern)}. Order and
   * cost as {@link #select(MatchSpec)}.
   *
   * @return unmodifiable
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  public List<Tuple> matchObject(Term pattern) {
    return matches(pattern, MatchSpec::objectsLike);
  }

  /**
   * As {@link #matchObject(Term)}, in chunks: {@code ets:match_object(Table, Pattern, Limit)}. See
   * {@link #select(MatchSpec, int)}.
   *
   * @throws BadArgumentException if the limit is below 1; it is looked at first
   * @throws BadMatchSpecException as {@link #matchObject(Term)}
   */
  public Optional<SelectChunk> matchObject(Term pattern, int limit) {
    return chunk(pattern, MatchSpec::objectsLike, limit, Direction.ASCENDING);
  }

  /**
   * As {@link #matchObject(Term, int)}, with a limit that may be any term.
   *
   * @throws BadArgumentException as there, and if the limit is no integer
   * @throws BadMatchSpecException as {@link #matchObject(Term)}
   */
  public Optional<SelectChunk> matchObject(Term pattern, Term limit) {
    return chunk(pattern, MatchSpec::objectsLike, limit, Direction.ASCENDING);
  }

  private <R extends Term> List<R> matches(Term pattern, Function<Term, MatchSpec> compiler) {
    TableStore store = forReading();
    return Search.all(select(store, compiled(pattern, compiler)));
  }

  /**
   * Deletes the objects that match a pattern: {@code ets:match_delete(Table, Pattern)}. Atomic as
   * {@link #selectDelete(MatchSpec)}; the pattern {@code '_'} deletes all objects as one step.
   *
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  public void matchDelete(Term pattern) {
    forWriting();
    selectDelete(compiled(pattern, MatchSpec::trueFor));
  }
}
