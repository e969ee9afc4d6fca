package org.jets.ets.match;

import java.util.Arrays;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** A clause that is ready to run. */
final class CompiledClause {
  private static final Term[] NO_BINDINGS = {};

  private final MatchClause source;
  private final Head head;
  private final CompiledExpression[] guards;
  private final CompiledExpression result;
  private final DeepParts deepInGuards;
  private final DeepParts deepInBody;

  /** The arity that an object must have if the head requires nothing else; or -1. */
  private final int arity;

  /** The number of bindings. */
  private final int slots;

  private CompiledClause(
      MatchClause source,
      Head head,
      CompiledExpression[] guards,
      CompiledExpression result,
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
    MatchClause edited = source.withKnownElement(position, value);
    return edited == source
        ? this
        : new CompiledClause(
            edited, HeadCompiler.compile(edited.head()), guards, result, deepInGuards, deepInBody);
  }

  /** Returns the result for an object, or null if the clause does not hold for it. */
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
    for (CompiledExpression guard : guards) {
      if (guard.truth(object, bindings, context) != CompiledExpression.TRUE) {
        return null;
      }
    }
    if (arity < 0) {
      deepInBody.evaluate(object, bindings, context);
    }
    return result.eval(object, bindings, context);
  }

  /** Compiles a clause. */
  static CompiledClause compile(MatchClause source) {
    Head head = HeadCompiler.compile(source.head());
    DeepParts deepInGuards = new DeepParts(head.slots());
    CompiledExpression[] guards = new CompiledExpression[source.guards().size()];
    ExpressionCompiler compiler = new ExpressionCompiler(head.variables(), false, deepInGuards);
    Arrays.setAll(guards, i -> compiler.compile(source.guards().get(i)));
    DeepParts deepInBody = new DeepParts(deepInGuards.endSlot());
    CompiledExpression result =
        new ExpressionCompiler(head.variables(), true, deepInBody).compile(source.result());
    return new CompiledClause(source, head, guards, result, deepInGuards, deepInBody);
  }
}
