package org.jets.ets;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.store.Direction;
import org.jets.ets.store.TableStore;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** How an {@link EtsTable} is searched by patterns: match specifications that are all head. */
abstract class LocalMatches extends LocalSearches {
  LocalMatches(Owner owner, Table table) {
    super(owner, table);
  }

  @Override
  public List<ListTerm> match(Term pattern) {
    return matches(pattern, MatchSpec::bindingsOf);
  }

  @Override
  public Optional<SelectChunk> match(Term pattern, int limit) {
    return chunk(pattern, MatchSpec::bindingsOf, limit, Direction.ASCENDING);
  }

  @Override
  public Optional<SelectChunk> match(Term pattern, Term limit) {
    return chunk(pattern, MatchSpec::bindingsOf, limit, Direction.ASCENDING);
  }

  @Override
  public List<Tuple> matchObject(Term pattern) {
    return matches(pattern, MatchSpec::objectsLike);
  }

  @Override
  public Optional<SelectChunk> matchObject(Term pattern, int limit) {
    return chunk(pattern, MatchSpec::objectsLike, limit, Direction.ASCENDING);
  }

  @Override
  public Optional<SelectChunk> matchObject(Term pattern, Term limit) {
    return chunk(pattern, MatchSpec::objectsLike, limit, Direction.ASCENDING);
  }

  private <R extends Term> List<R> matches(Term pattern, Function<Term, MatchSpec> compiler) {
    TableStore store = forReading();
    return Search.all(select(store, compiled(pattern, compiler)));
  }

  @Override
  public void matchDelete(Term pattern) {
    forWriting();
    selectDelete(compiled(pattern, MatchSpec::trueFor));
  }
}
