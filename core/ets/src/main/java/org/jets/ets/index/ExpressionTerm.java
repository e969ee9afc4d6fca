package org.jets.ets.index;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.match.MatchContext;
import org.jets.ets.match.MatchNode;
import org.jets.ets.match.MatchNode.Call;
import org.jets.ets.match.MatchNode.Compound;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Shape;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The value of an expression for an object of any arity. Immutable. */
final class ExpressionTerm {
  /** An index is changed under the locks of a key, by an expression without a caller. */
  private static final MatchContext LOCKED = MatchContext.NONE.whileLocked();

  private final MatchSpec value;

  /** In a guard a part that fails makes the whole fail; in a body its value is {@code 'EXIT'}. */
  private final MatchSpec isDefined;

  /**
   * Makes one.
   *
   * @param expression its variable N stands for element N
   */
  ExpressionTerm(MatchNode expression) {
    Term term = ofObject(expression);
    Atom any = Atom.of("_");
    this.value = MatchSpec.compile(ListTerm.of(Tuple.of(any, ListTerm.empty(), ListTerm.of(term))));
    Term comparison = Tuple.of(Atom.of("=:="), term, ListTerm.empty());
    Term guard = Tuple.of(Atom.of("orelse"), comparison, Atom.TRUE);
    this.isDefined =
        MatchSpec.compile(
            ListTerm.of(Tuple.of(any, ListTerm.of(guard), ListTerm.of((Term) Atom.TRUE))));
  }

  /** Returns the value; null if the expression fails. */
  @Nullable Term of(Tuple object) {
    return isDefined.run(object, LOCKED) == null ? null : value.run(object, LOCKED);
  }

  /** Returns the expression with each variable N written as {@code {element,N,'$_'}}. */
  private static Term ofObject(MatchNode node) {
    if (node instanceof Variable variable) {
      return Tuple.of(Atom.of("element"), IntegerTerm.of(variable.number()), Atom.of("$_"));
    }
    if (node instanceof Constant constant) {
      return Tuple.of(Atom.of("const"), constant.value());
    }
    if (node instanceof Call call) {
      List<Term> elements = partsOf(call);
      elements.add(0, call.function());
      return Tuple.of(elements);
    }
    return node instanceof Compound compound ? built(compound) : node.term();
  }

  private static Term built(Compound compound) {
    List<Term> parts = partsOf(compound);
    if (compound.shape() == Shape.TUPLE) {
      return Tuple.of(Tuple.of(parts));
    }
    if (compound.shape() == Shape.MAP) {
      return MapTerm.of(parts.toArray(new Term[0]));
    }
    Term tail = parts.remove(parts.size() - 1);
    boolean isProper =
        compound.parts().get(parts.size()) instanceof Constant constant
            && constant.value() instanceof ListTerm list
            && list.isEmpty();
    return isProper ? ListTerm.of(parts) : ListTerm.improper(parts, tail);
  }

  private static List<Term> partsOf(MatchNode node) {
    List<Term> terms = new ArrayList<>();
    for (MatchNode part : node.parts()) {
      terms.add(ofObject(part));
    }
    return terms;
  }
}
