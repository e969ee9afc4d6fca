package org.jets.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jets.ets.EtsErrors;
import org.jets.ets.SelectChunk;
import org.jets.ets.SelectContinuation;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * How a table of another node is searched, and changed, by match specifications and patterns. They
 * are sent as terms, and compiled where the table is.
 */
abstract class RemoteSearches extends RemoteTraversal {
  private static final String SELECT = "select";
  private static final String SELECT_REVERSE = "select_reverse";
  private static final Term WHOLE_OBJECT = ListTerm.of(Atom.of("$_"));
  private static final Term ALL_BINDINGS = ListTerm.of(Atom.of("$$"));

  RemoteSearches(RemoteTableCalls calls, RemoteTableFacts facts) {
    super(calls, facts);
  }

  private static Term term(MatchSpec spec) {
    return Objects.requireNonNull(spec, "spec").toTerm();
  }

  private Term search(String function, Term spec) {
    return apply(function, Objects.requireNonNull(spec, "spec"));
  }

  @Override
  public List<Term> select(MatchSpec spec) {
    return select(term(spec));
  }

  @Override
  public List<Term> select(Term spec) {
    return RemoteAnswers.terms(search(SELECT, spec));
  }

  @Override
  public Optional<SelectChunk> select(MatchSpec spec, int limit) {
    return select(term(spec), IntegerTerm.of(limit));
  }

  @Override
  public Optional<SelectChunk> select(Term spec, Term limit) {
    return chunk(SELECT, spec, limit, spec);
  }

  /**
   * Begins a search.
   *
   * @param pattern what the function takes, of which this is the specification
   */
  private Optional<SelectChunk> chunk(String function, Term pattern, Term limit, Term spec) {
    Term answer =
        apply(
            function,
            Objects.requireNonNull(pattern, "pattern"),
            Objects.requireNonNull(limit, "limit"));
    int size =
        limit instanceof IntegerTerm number && number.fitsInt()
            ? number.intValue()
            : Integer.MAX_VALUE;
    return chunk(answer, spec, size, function.equals(SELECT_REVERSE));
  }

  private Optional<SelectChunk> chunk(Term answer, Term spec, int limit, boolean isReverse) {
    if (RemoteAnswers.isEnd(answer)) {
      return Optional.empty();
    }
    Tuple pair = RemoteAnswers.pair(answer);
    Term rest = pair.element(2);
    Optional<SelectContinuation> continuation =
        RemoteAnswers.isEnd(rest)
            ? Optional.empty()
            : Optional.of(new RemoteContinuation(calls.node(), id(), spec, limit, isReverse, rest));
    return Optional.of(new SelectChunk(RemoteAnswers.terms(pair.element(1)), continuation));
  }

  @Override
  public Optional<SelectChunk> select(SelectContinuation continuation) {
    checkOpen();
    if (!(Objects.requireNonNull(continuation, "continuation") instanceof RemoteContinuation rest)
        || !rest.isOf(this)) {
      throw EtsErrors.badArgument(1, "continuation", continuation, "one of " + this);
    }
    Term answer = RemoteSearch.resume(this, rest.isReverse(), rest.term(), rest.specTerm());
    return chunk(answer, rest.specTerm(), rest.limit(), rest.isReverse());
  }

  @Override
  public List<Term> selectReverse(MatchSpec spec) {
    return selectReverse(term(spec));
  }

  @Override
  public List<Term> selectReverse(Term spec) {
    return RemoteAnswers.terms(search(SELECT_REVERSE, spec));
  }

  @Override
  public Optional<SelectChunk> selectReverse(MatchSpec spec, int limit) {
    return selectReverse(term(spec), IntegerTerm.of(limit));
  }

  @Override
  public Optional<SelectChunk> selectReverse(Term spec, Term limit) {
    return chunk(SELECT_REVERSE, spec, limit, spec);
  }

  @Override
  public long selectCount(MatchSpec spec) {
    return selectCount(term(spec));
  }

  @Override
  public long selectCount(Term spec) {
    return RemoteAnswers.count(search("select_count", spec));
  }

  @Override
  public long selectDelete(MatchSpec spec) {
    return selectDelete(term(spec));
  }

  @Override
  public long selectDelete(Term spec) {
    return RemoteAnswers.count(search("select_delete", spec));
  }

  @Override
  public long selectReplace(MatchSpec spec) {
    return selectReplace(term(spec));
  }

  @Override
  public long selectReplace(Term spec) {
    return RemoteAnswers.count(search("select_replace", spec));
  }

  @Override
  public List<ListTerm> match(Term pattern) {
    List<ListTerm> bindings = new ArrayList<>();
    for (Term values : RemoteAnswers.list(search("match", pattern))) {
      bindings.add(RemoteAnswers.list(values));
    }
    return List.copyOf(bindings);
  }

  @Override
  public Optional<SelectChunk> match(Term pattern, int limit) {
    return match(pattern, IntegerTerm.of(limit));
  }

  @Override
  public Optional<SelectChunk> match(Term pattern, Term limit) {
    return chunk("match", pattern, limit, spec(pattern, ALL_BINDINGS));
  }

  @Override
  public List<Tuple> matchObject(Term pattern) {
    return RemoteAnswers.objects(search("match_object", pattern));
  }

  @Override
  public Optional<SelectChunk> matchObject(Term pattern, int limit) {
    return matchObject(pattern, IntegerTerm.of(limit));
  }

  @Override
  public Optional<SelectChunk> matchObject(Term pattern, Term limit) {
    return chunk("match_object", pattern, limit, spec(pattern, WHOLE_OBJECT));
  }

  private static Term spec(Term pattern, Term body) {
    return ListTerm.of(
        Tuple.of(Objects.requireNonNull(pattern, "pattern"), ListTerm.empty(), body));
  }

  @Override
  public void matchDelete(Term pattern) {
    search("match_delete", pattern);
  }
}
