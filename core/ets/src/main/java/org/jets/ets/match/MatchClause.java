package org.jets.ets.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.ets.match.MatchNode.Compound;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Shape;
import org.jets.ets.match.MatchNode.Symbol;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A clause of a match specification, {@code {Head, [Guard], [Body]}}, in parsed form, for planners.
 *
 * @param head the pattern that an object must match
 * @param guards the expressions that must yield {@code true}, perhaps none
 * @param body the expressions whose last one is the result, at least one
 */
public record MatchClause(MatchNode head, List<MatchNode> guards, List<MatchNode> body) {

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
  public MatchNode result() {
    return body.get(body.size() - 1);
  }

  /** Returns whether the result is always the object that matched, written as {@code '$_'}. */
  boolean returnsObject() {
    return result() == Symbol.WHOLE_OBJECT;
  }

  /** Returns whether the result is the constant {@code true}. */
  boolean returnsTrue() {
    return result() instanceof Constant constant && constant.value() == Atom.TRUE;
  }

  /**
   * Returns the clause with a wildcard in place of this term at this position of the head; this
   * clause if that element is another one.
   */
  MatchClause withKnownElement(int position, Term value) {
    if (!(head instanceof Compound tuple)
        || !(tuple.element(position) instanceof Constant known)
        || !known.value().equals(value)) {
      return this;
    }
    List<MatchNode> elements = new ArrayList<>(tuple.parts());
    elements.set(position - 1, Symbol.WILDCARD);
    return new MatchClause(new Compound(tuple.term(), Shape.TUPLE, elements), guards, body);
  }

  /** Returns the clause as a term. */
  public Tuple toTerm() {
    return Tuple.of(head.term(), listOf(guards), listOf(body));
  }

  private static Term listOf(List<MatchNode> nodes) {
    return ListTerm.of(nodes.stream().map(MatchNode::term).toList());
  }

  /** Returns the beginning of the clause as Erlang prints it. */
  @Override
  public String toString() {
    return TermStart.of(toTerm());
  }
}
