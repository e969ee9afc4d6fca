package org.jets.ets.match;

import java.util.ArrayList;
import java.util.List;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A clause of a match specification that still lacks a result; it has a head and perhaps guards.
 * Immutable, so that several clauses can be derived from one.
 *
 * @see MatchSpec#from
 */
public final class ClauseBuilder {
  private final Pattern head;
  private final List<Term> guards;

  ClauseBuilder(Pattern head, List<Term> guards) {
    this.head = head;
    this.guards = List.copyOf(guards);
  }

  /** Returns a clause with this guard added; all guards must hold. */
  public ClauseBuilder where(Condition guard) {
    List<Term> more = new ArrayList<>(guards);
    more.add(guard.toTerm());
    return new ClauseBuilder(head, more);
  }

  /**
   * Returns the specification of this clause with its result.
   *
   * @param result an expression, or a value that stands for itself: see {@link Expr}
   * @throws MatchSpecException if it is not valid: it has a variable that the head lacks, or a
   *     function that does not exist
   */
  public MatchSpec select(Object result) {
    return MatchSpec.compile(
        ListTerm.of(
            Tuple.of(head.toTerm(), ListTerm.of(guards), ListTerm.of(Expr.of(result).toTerm()))));
  }
}
