package org.jets.ets.match;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** A clause that is ready to run. */
final class CompiledClause {
  private static final Term[] NO_BINDINGS = {};

  private final MatchClause source;
  private final Head head;
  private final Expression[] guards;
  private final Expression result;
  private final DeepParts deepInGuards;
  private final DeepParts deepInBody;

  /** What the head asks of an object if it asks no more than its arity; or -1. */
  private final int arity;

  /** How many bindings there are. */
  private final int slots;

  private CompiledClause(
      MatchClause source,
      Head head,
      Expression[] guards,
      Expression result,
      DeepParts deepInGuards,
      DeepParts deepInBody) {
    this.deepInGuards = deepInGuards;
    this.deepInBody = deepInBody;
    this.source = source;
    this.head = head;
    this.guards = guards;
    this.result = result;
    this.slots = deepInBody.endSlot();
    this.arity = slots == head.slots() ? head.onlyArity() : -1;
  }

  MatchClause source() {
    return source;
  }

  /** See {@link MatchSpec#returnedArity}. */
  int returnedArity() {
    return guards.length == 0 && source.returnsObject() ? arity : -1;
  }

  /** See {@link MatchSpec#withKnownElement}. */
  CompiledClause withKnownElement(int position, Term value) {
    return new CompiledClause(
        source, head.withKnownElement(position, value), guards, result, deepInGuards, deepInBody);
  }

  /** Returns the result for an object, or null where the clause does not hold for it. */
  @Nullable Term run(Term object, MatchContext context) {
    Term[] bindings = NO_BINDINGS;
    if (arity >= 0) {
      if (!(object instanceof Tuple tuple) || tuple.arity() != arity) {
        return null;
      }
    } else {
      bindings = slots == 0 ? NO_BINDINGS : new Term[slots];
      if (head.comparesLargeTerms()) {
        Polling.poll(context);
      }
      if (!head.matches(object, bindings)) {
        return null;
      }
      deepInGuards.evaluate(object, bindings, context);
    }
    for (Expression guard : guards) {
      if (guard.truth(object, bindings, context) != Expression.TRUE) {
        return null;
      }
    }
    if (arity < 0) {
      deepInBody.evaluate(object, bindings, context);
    }
    return result.eval(object, bindings, context);
  }

  /**
   * Compiles a clause.
   *
   * @param number of the clause, from 1
   * @throws MatchSpecException if it is not valid
   */
  static CompiledClause compile(int number, Tuple clause) {
    ErrorList errors = new ErrorList();
    errors.enter("clause " + number + ", head");
    Head head = HeadCompiler.compile(clause.element(1), errors);
    errors.throwIfAny();
    if (head == null) {
      throw new AssertionError(clause);
    }
    SortedMap<Integer, Expression> variables = head.variables();
    DeepParts deepInGuards = new DeepParts(head.slots());
    List<Expression> guards =
        compileAll(
            clause.element(2),
            "clause " + number + ", guard",
            new ExpressionCompiler(variables, false, deepInGuards, errors),
            errors);
    errors.enter("clause " + number + ", body");
    if (!(clause.element(3) instanceof ListTerm bodyList) || bodyList.isEmpty()) {
      errors.add(
          "the body is no list of at least one expression",
          "Body clause does not return anything.");
      errors.throwIfAny();
      throw new AssertionError(clause);
    }
    DeepParts deepInBody = new DeepParts(deepInGuards.endSlot());
    List<Expression> body =
        compileAll(
            bodyList,
            "clause " + number + ", body",
            new ExpressionCompiler(variables, true, deepInBody, errors),
            errors);
    errors.throwIfAny();
    MatchClause source =
        new MatchClause(
            clause.element(1), ((ListTerm) clause.element(2)).toList(), bodyList.toList());
    return new CompiledClause(
        source,
        head,
        guards.toArray(new Expression[0]),
        body.get(body.size() - 1),
        deepInGuards,
        deepInBody);
  }

  private static List<Expression> compileAll(
      Term list, String place, ExpressionCompiler compiler, ErrorList errors) {
    List<Expression> compiled = new ArrayList<>();
    errors.enter(place + "s");
    if (!(list instanceof ListTerm expressions)) {
      errors.add("the guards are no list", "Match expression is not a list.");
      return compiled;
    }
    for (Term expression : expressions) {
      errors.enter(place + " " + (compiled.size() + 1));
      compiled.add(compiler.compile(expression));
    }
    if (!expressions.isProper()) {
      errors.enter(place);
      errors.add("the list is not a proper one", "Match expression is not a proper list.");
    }
    return compiled;
  }
}
