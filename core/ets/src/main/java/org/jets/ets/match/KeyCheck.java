package org.jets.ets.match;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jets.ets.match.MatchNode.Call;
import org.jets.ets.match.MatchNode.Compound;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Symbol;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The check of {@code ets:select_replace}, which ensures that a clause replaces objects by objects
 * with the same keys. As in Erlang, the check is syntactic, and refuses many specifications that
 * would keep the keys.
 */
final class KeyCheck {
  private final Deque<Pair> open = new ArrayDeque<>();

  private KeyCheck() {}

  /** Returns the reason why a clause may change a key, or null if it keeps all keys. */
  static @Nullable String objection(MatchClause clause, int keypos) {
    if (clause.body().size() != 1) {
      return "a body of " + clause.body().size() + " expressions (expected: 1)";
    }
    if (clause.returnsObject()) {
      return null;
    }
    MatchNode key = clause.result().element(keypos);
    if (key == null) {
      return start(clause.result())
          + " (expected: '$_', or {{...}} or {const,{...}} with the key at position "
          + keypos
          + ")";
    }
    MatchNode pattern = clause.head().element(keypos);
    if (pattern == null) {
      return start(clause.head()) + " (expected: a tuple with the key at position " + keypos + ")";
    }
    return isElementOfObject(key, keypos) || new KeyCheck().same(pattern, key)
        ? null
        : start(key) + " (expected: the key as in the head, " + start(pattern) + ")";
  }

  private static String start(MatchNode node) {
    return TermStart.of(node.term());
  }

  /**
   * Returns whether a node is this element of the object. Erlang does not recognise a position that
   * is written as {@code {const,N}}.
   */
  private static boolean isElementOfObject(MatchNode node, int position) {
    return node instanceof Call call
        && call.elementPosition() == position
        && call.parts().get(0).term() instanceof IntegerTerm
        && call.parts().get(1) == Symbol.WHOLE_OBJECT;
  }

  /** Returns whether an expression has the value that a pattern has matched. */
  private boolean same(MatchNode pattern, MatchNode expression) {
    open.push(new Pair(pattern, expression));
    while (!open.isEmpty()) {
      Pair pair = open.pop();
      if (!sameHere(pair.pattern, pair.expression)) {
        return false;
      }
    }
    return true;
  }

  /** Compares two nodes, and queues their parts for comparison. */
  private boolean sameHere(MatchNode pattern, MatchNode expression) {
    if (expression instanceof Variable) {
      return pattern.equals(expression);
    }
    if (expression instanceof Constant constant) {
      return pattern instanceof Constant literal
          && literal.value().equals(constant.value())
          && !hasSymbol(literal.value());
    }
    if (!(expression instanceof Compound built
        && pattern instanceof Compound matched
        && built.shape() == matched.shape())) {
      return false;
    }
    return switch (built.shape()) {
      case TUPLE -> sameTuple(matched.parts(), built.parts());
      case LIST -> sameList(matched.parts(), built.parts());
      case MAP -> false;
    };
  }

  private boolean sameTuple(List<MatchNode> patterns, List<MatchNode> elements) {
    if (patterns.size() != elements.size()) {
      return false;
    }
    for (int i = 0; i < elements.size(); i++) {
      open.push(new Pair(patterns.get(i), elements.get(i)));
    }
    return true;
  }

  /**
   * Compares two lists. The tail of the expression may be a constant list, with elements of the
   * pattern in it.
   */
  private boolean sameList(List<MatchNode> patterns, List<MatchNode> parts) {
    int elements = parts.size() - 1;
    int last = patterns.size() - 1;
    if (elements > last) {
      return false;
    }
    for (int i = 0; i < elements; i++) {
      open.push(new Pair(patterns.get(i), parts.get(i)));
    }
    MatchNode rest = parts.get(elements);
    for (int i = elements; i < last; i++) {
      if (!(rest instanceof Constant constant
          && constant.value() instanceof ListTerm cells
          && !cells.isEmpty())) {
        return false;
      }
      open.push(new Pair(patterns.get(i), new Constant(cells.head())));
      rest = new Constant(cells.tail());
    }
    open.push(new Pair(patterns.get(last), rest));
    return true;
  }

  /**
   * Returns whether a term contains {@code '$_'} or {@code '$$'}; Erlang accepts neither as a key.
   */
  private static boolean hasSymbol(Term term) {
    Deque<Term> terms = new ArrayDeque<>();
    terms.push(term);
    while (!terms.isEmpty()) {
      Term next = terms.pop();
      if (next == Symbol.WHOLE_OBJECT.term() || next == Symbol.ALL_BINDINGS.term()) {
        return true;
      }
      if (next instanceof Tuple tuple) {
        tuple.toList().forEach(terms::push);
      } else if (next instanceof ListTerm list && !list.isEmpty()) {
        list.forEach(terms::push);
        terms.push(list.lastTail());
      }
    }
    return false;
  }

  private record Pair(MatchNode pattern, MatchNode expression) {}
}
