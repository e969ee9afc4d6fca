package org.jets.node.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jets.ets.SelectChunk;
import org.jets.ets.SelectContinuation;
import org.jets.ets.erl.EtsErrors;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Searches and changes a table of another node by match specifications and patterns. They are sent
 * as terms, and compiled where the table is.
 */
final class RemoteSelect {
  private static final String SELECT = "select";
  private static final String SELECT_REVERSE = "select_reverse";
  private static final Term WHOLE_OBJECT = ListTerm.of(Atom.of("$_"));
  private static final Term ALL_BINDINGS = ListTerm.of(Atom.of("$$"));

  private final RemoteHandle table;

  RemoteSelect(RemoteHandle table) {
    this.table = table;
  }

  private static Term term(MatchSpec spec) {
    return Objects.requireNonNull(spec, "spec").toTerm();
  }

  private Term search(String function, Term specOrPattern) {
    return table.apply(function, Objects.requireNonNull(specOrPattern, "pattern"));
  }

  List<Term> select(MatchSpec spec) {
    return RemoteAnswers.terms(search(SELECT, term(spec)));
  }

  Optional<SelectChunk> select(MatchSpec spec, int limit) {
    return chunk(SELECT, term(spec), limit, term(spec));
  }

  /**
   * Begins a search.
   *
   * @param pattern the argument of the function, of which {@code spec} is the specification
   */
  private Optional<SelectChunk> chunk(String function, Term pattern, int limit, Term spec) {
    Term answer = table.apply(function, pattern, IntegerTerm.of(limit));
    return chunk(answer, spec, limit, function.equals(SELECT_REVERSE));
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
            : Optional.of(
                new RemoteContinuation(
                    table.calls.node(), table.id(), spec, limit, isReverse, rest));
    return Optional.of(new SelectChunk(RemoteAnswers.terms(pair.element(1)), continuation));
  }

  Optional<SelectChunk> select(SelectContinuation continuation) {
    table.checkOpen();
    if (!(Objects.requireNonNull(continuation, "continuation") instanceof RemoteContinuation rest)
        || !rest.isOf(table)) {
      throw EtsErrors.badArgument(1, "continuation", continuation, "one of " + table);
    }
    Term answer = RemoteChunkedSelect.resume(table, rest.isReverse(), rest.term(), rest.specTerm());
    return chunk(answer, rest.specTerm(), rest.limit(), rest.isReverse());
  }

  List<Term> selectReverse(MatchSpec spec) {
    return RemoteAnswers.terms(search(SELECT_REVERSE, term(spec)));
  }

  Optional<SelectChunk> selectReverse(MatchSpec spec, int limit) {
    return chunk(SELECT_REVERSE, term(spec), limit, term(spec));
  }

  long selectCount(MatchSpec spec) {
    return RemoteAnswers.count(search("select_count", term(spec)));
  }

  long selectDelete(MatchSpec spec) {
    return RemoteAnswers.count(search("select_delete", term(spec)));
  }

  long selectReplace(MatchSpec spec) {
    return RemoteAnswers.count(search("select_replace", term(spec)));
  }

  List<ListTerm> match(Term pattern) {
    List<ListTerm> bindings = new ArrayList<>();
    for (Term values : RemoteAnswers.list(search("match", pattern))) {
      bindings.add(RemoteAnswers.list(values));
    }
    return List.copyOf(bindings);
  }

  Optional<SelectChunk> match(Term pattern, int limit) {
    return chunk("match", pattern, limit, spec(pattern, ALL_BINDINGS));
  }

  List<Tuple> matchObject(Term pattern) {
    return RemoteAnswers.objects(search("match_object", pattern));
  }

  Optional<SelectChunk> matchObject(Term pattern, int limit) {
    return chunk("match_object", pattern, limit, spec(pattern, WHOLE_OBJECT));
  }

  private static Term spec(Term pattern, Term body) {
    return ListTerm.of(
        Tuple.of(Objects.requireNonNull(pattern, "pattern"), ListTerm.empty(), body));
  }

  void matchDelete(Term pattern) {
    search("match_delete", pattern);
  }
}
