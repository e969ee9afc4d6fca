package org.jets.ets.match;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The check of {@code ets:select_replace}: whether the objects that a clause puts in the place of
 * others have their keys for certain. As in Erlang it goes by what is written, and refuses much
 * that would be right.
 */
final class KeyCheck {
  private static final Atom WHOLE_OBJECT = Atom.of("$_");
  private static final Atom ALL_BINDINGS = Atom.of("$$");
  private static final Atom CONST = Atom.of("const");
  private static final Atom ELEMENT = Atom.of("element");

  private final Deque<Pair> open = new ArrayDeque<>();

  private KeyCheck() {}

  /** Returns why a clause may change a key, or null where it keeps all keys. */
  static @Nullable String objection(MatchClause clause, int keypos) {
    if (clause.body().size() != 1) {
      return "a body of " + clause.body().size() + " expressions (expected: 1)";
    }
    if (clause.returnsObject()) {
      return null;
    }
    Term result = clause.result();
    Tuple quoted = constant(result);
    Tuple object = quoted != null ? quoted : written(result);
    if (object == null || object.arity() < keypos) {
      return TermStart.of(result)
          + " (expected: '$_', or {{...}} or {const,{...}} with the key at position "
          + keypos
          + ")";
    }
    if (!(clause.head() instanceof Tuple head) || head.arity() < keypos) {
      return TermStart.of(clause.head())
          + " (expected: a tuple with the key at position "
          + keypos
          + ")";
    }
    Term key = object.element(keypos);
    boolean kept =
        (quoted == null && isElementOfObject(key, keypos))
            || new KeyCheck().same(head.element(keypos), key, quoted != null);
    return kept
        ? null
        : TermStart.of(key)
            + " (expected: the key as in the head, "
            + TermStart.of(head.element(keypos))
            + ")";
  }

  /** Returns X where the term is <code>{const,X}</code> with a tuple X, else null. */
  private static @Nullable Tuple constant(Term term) {
    return term instanceof Tuple tuple
            && tuple.arity() == 2
            && tuple.element(1) == CONST
            && tuple.element(2) instanceof Tuple quoted
        ? quoted
        : null;
  }

  /** Returns X where the term is <code>{X}</code> with a tuple X, else null. */
  private static @Nullable Tuple written(Term term) {
    return term instanceof Tuple tuple
            && tuple.arity() == 1
            && tuple.element(1) instanceof Tuple elements
        ? elements
        : null;
  }

  private static boolean isElementOfObject(Term term, int position) {
    return term instanceof Tuple call
        && call.arity() == 3
        && call.element(1) == ELEMENT
        && call.element(2).equals(IntegerTerm.of(position))
        && call.element(3) == WHOLE_OBJECT;
  }

  /**
   * Whether an expression has the value that a pattern has matched.
   *
   * @param literal whether the expression is part of a constant
   */
  private boolean same(Term pattern, Term expression, boolean literal) {
    open.push(new Pair(pattern, expression, literal));
    while (!open.isEmpty()) {
      Pair pair = open.pop();
      if (!sameHere(pair.pattern, pair.expression, pair.literal)) {
        return false;
      }
    }
    return true;
  }

  /** Compares two terms, and leaves what is below them to be compared. */
  private boolean sameHere(Term pattern, Term expression, boolean literal) {
    if (expression instanceof Tuple tuple) {
      return sameTuple(pattern, tuple, literal);
    }
    if (expression instanceof ListTerm cells && !cells.isEmpty()) {
      if (!(pattern instanceof ListTerm patterns) || patterns.isEmpty()) {
        return false;
      }
      open.push(new Pair(patterns.tail(), cells.tail(), literal));
      open.push(new Pair(patterns.head(), cells.head(), literal));
      return true;
    }
    if (expression instanceof MapTerm
        || Patterns.isWildcard(expression)
        || expression == WHOLE_OBJECT
        || expression == ALL_BINDINGS
        || (literal && Patterns.variableNumber(expression) >= 0)) {
      return false;
    }
    return pattern.equals(expression);
  }

  private boolean sameTuple(Term pattern, Tuple expression, boolean literal) {
    Tuple elements = expression;
    if (!literal) {
      if (expression.arity() == 2 && expression.element(1) == CONST) {
        open.push(new Pair(pattern, expression.element(2), true));
        return true;
      }
      Tuple written = written(expression);
      if (written == null) {
        return false;
      }
      elements = written;
    }
    if (!(pattern instanceof Tuple patterns) || patterns.arity() != elements.arity()) {
      return false;
    }
    for (int i = 1; i <= elements.arity(); i++) {
      open.push(new Pair(patterns.element(i), elements.element(i), literal));
    }
    return true;
  }

  private record Pair(Term pattern, Term expression, boolean literal) {}
}
