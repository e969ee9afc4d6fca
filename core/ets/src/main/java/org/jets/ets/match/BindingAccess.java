package org.jets.ets.match;

import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Access of an expression to the values that the head has matched, and to the context. A variable
 * that occurs once in the head, inside tuples only, is read from the object itself. Each other
 * variable has a place in the array of bindings.
 */
final class BindingAccess {
  private BindingAccess() {}

  /** Returns the access along positions in tuples, whose existence the head has checked. */
  static CompiledExpression alongPath(int[] path) {
    return switch (path.length) {
      case 0 -> new WholeObject();
      case 1 -> new Element(path[0]);
      default -> new Path(path.clone());
    };
  }

  /** {@code '$_'}, and a variable that is the whole head. */
  static final class WholeObject extends CompiledExpression {
    @Override
    Term eval(Term object, Term[] bindings, MatchContext context) {
      return object;
    }
  }

  /** An element of the object. */
  static final class Element extends CompiledExpression {
    private final int position;

    Element(int position) {
      this.position = position;
    }

    int position() {
      return position;
    }

    @Override
    Term eval(Term object, Term[] bindings, MatchContext context) {
      return ((Tuple) object).element(position);
    }
  }

  private static final class Path extends CompiledExpression {
    private final int[] positions;

    Path(int[] positions) {
      this.positions = positions;
    }

    @Override
    Term eval(Term object, Term[] bindings, MatchContext context) {
      Term term = object;
      for (int position : positions) {
        term = ((Tuple) term).element(position);
      }
      return term;
    }
  }

  /** A variable in the array of bindings. */
  static final class Slot extends CompiledExpression {
    private final int slot;

    Slot(int slot) {
      this.slot = slot;
    }

    @Override
    Term eval(Term object, Term[] bindings, MatchContext context) {
      return bindings[slot];
    }
  }

  /** <code>{self}</code>. */
  static final class Self extends CompiledExpression {
    @Override
    Term eval(Term object, Term[] bindings, MatchContext context) {
      return context.self();
    }
  }

  /** <code>{node}</code>. */
  static final class Node extends CompiledExpression {
    @Override
    Atom eval(Term object, Term[] bindings, MatchContext context) {
      return context.node();
    }
  }
}
