package org.jets.ets.match;

import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A clause of a match specification, {@code {Head, [Guard], [Body]}}, as it was written: for who
 * plans a search.
 *
 * @param head the pattern that an object has to match
 * @param guards the expressions that have to yield {@code true}, perhaps none
 * @param body the expressions whose last one is the result, at least one
 */
public record MatchClause(Term head, List<Term> guards, List<Term> body) {
  private static final Atom WHOLE_OBJECT = Atom.of("$_");

  /** Copies the lists. */
  public MatchClause {
    Objects.requireNonNull(head, "head");
    guards = List.copyOf(guards);
    body = List.copyOf(body);
    if (body.isEmpty()) {
      throw new IllegalArgumentException("body: [] (expected: at least one expression)");
    }
  }

  /** Returns the expression whose value is the clause's result: the last one of the body. */
  public Term result() {
    return body.get(body.size() - 1);
  }

  /** Whether the result is always the object that matched: it is written as {@code '$_'}. */
  public boolean returnsObject() {
    return result() == WHOLE_OBJECT;
  }

  /** Whether the result is always {@code true}: it is written so. */
  public boolean returnsTrue() {
    return result() == Atom.TRUE;
  }

  /** Returns the clause as a term. */
  public Tuple toTerm() {
    return Tuple.of(head, ListTerm.of(guards), ListTerm.of(body));
  }

  /** Returns the beginning of the clause as Erlang prints it. */
  @Override
  public String toString() {
    return TermStart.of(toTerm());
  }
}
