package org.jets.ets.plan;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.match.MatchNode;
import org.jets.ets.match.MatchNode.Call;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Symbol;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that the guards of a clause impose on the key. These are comparisons of the key,
 * or of an element of it, with constants, and combinations of them by {@code andalso}, {@code
 * orelse}, {@code and}, {@code or} and {@code not}. Any other guard may hold for any key.
 *
 * <p>The nesting depth of guards is bounded, as the compiler of specifications checks.
 */
public final class GuardKeys {
  /** The depth beyond which nested guards impose no condition. */
  private static final int MAX_DEPTH = 32;

  /** The number of conditions that are joined; further ones are ignored. */
  private static final int MAX_JOINS = 100;

  /** The number of joined intervals from which on further conditions are ignored. */
  static final int MAX_JOINED_INTERVALS = 10_000;

  private final HeadKeys head;
  private int joins;
  private long joinedIntervals;
  private int depth;

  GuardKeys(HeadKeys head) {
    this.head = head;
  }

  KeyCondition allOf(List<MatchNode> guards) {
    return all(guards, true);
  }

  /** Returns the number of intervals of conditions that have been joined. */
  long joinedIntervals() {
    return joinedIntervals;
  }

  private KeyCondition all(List<MatchNode> expressions, boolean value) {
    KeyCondition condition = KeyCondition.ALWAYS;
    for (MatchNode expression : expressions) {
      if (joins >= MAX_JOINS || joinedIntervals >= MAX_JOINED_INTERVALS) {
        break;
      }
      joins++;
      KeyCondition next = where(expression, value);
      joinedIntervals += condition.intervalCount() + next.intervalCount();
      condition = condition.and(next);
    }
    return condition;
  }

  private KeyCondition any(List<MatchNode> expressions, boolean value) {
    List<KeyCondition> alternatives = new ArrayList<>();
    for (MatchNode expression : expressions) {
      alternatives.add(where(expression, value));
    }
    return KeyCondition.anyOf(alternatives);
  }

  /** Returns the condition on a key under which this expression may yield this value. */
  private KeyCondition where(MatchNode expression, boolean value) {
    if (depth == MAX_DEPTH) {
      return KeyCondition.ALWAYS;
    }
    depth++;
    KeyCondition condition = whereHere(expression, value);
    depth--;
    return condition;
  }

  private KeyCondition whereHere(MatchNode expression, boolean value) {
    if (expression instanceof Constant constant) {
      return constant.value() == Atom.of(value) ? KeyCondition.ALWAYS : KeyCondition.NEVER;
    }
    List<Integer> places = places(expression);
    if (!places.isEmpty()) {
      return at(places, Interval.exactly(Atom.of(value)));
    }
    if (!(expression instanceof Call call)) {
      return KeyCondition.ALWAYS;
    }
    String function = call.function().name();
    List<MatchNode> operands = call.parts();
    return switch (function) {
      case "andalso", "and" -> value ? all(operands, true) : any(operands, false);
      case "orelse", "or" -> value ? any(operands, true) : all(operands, false);
      case "not" -> where(operands.get(0), !value);
      default ->
          operands.size() == 2
              ? compared(function, operands.get(0), operands.get(1), value)
              : KeyCondition.ALWAYS;
    };
  }

  private KeyCondition compared(String operator, MatchNode left, MatchNode right, boolean value) {
    if (left instanceof Constant && !(right instanceof Constant)) {
      return compared(mirrored(operator), right, left, value);
    }
    List<Integer> places = places(left);
    if (places.isEmpty() || !(right instanceof Constant constant)) {
      return KeyCondition.ALWAYS;
    }
    Interval values = values(value ? operator : negated(operator), constant.value());
    return values == null ? KeyCondition.ALWAYS : at(places, values);
  }

  private static String mirrored(String operator) {
    return switch (operator) {
      case "<" -> ">";
      case ">" -> "<";
      case "=<" -> ">=";
      case ">=" -> "=<";
      default -> operator;
    };
  }

  private static String negated(String operator) {
    return switch (operator) {
      case "<" -> ">=";
      case ">" -> "=<";
      case "=<" -> ">";
      case ">=" -> "<";
      case "/=" -> "==";
      case "=/=" -> "=:=";
      default -> "";
    };
  }

  private static @Nullable Interval values(String operator, Term constant) {
    return switch (operator) {
      case "<" -> Interval.between(Cut.BOTTOM, Cut.below(constant));
      case "=<" -> Interval.between(Cut.BOTTOM, Cut.above(constant));
      case ">" -> Interval.between(Cut.above(constant), Cut.TOP);
      case ">=" -> Interval.between(Cut.below(constant), Cut.TOP);
      case "==" -> Interval.equalTo(constant);
      case "=:=" -> Interval.exactly(constant);
      default -> null;
    };
  }

  private KeyCondition at(List<Integer> places, Interval values) {
    KeyCondition condition = KeyCondition.ALWAYS;
    for (int place : places) {
      condition = condition.and(KeyCondition.of(place, values));
    }
    return condition;
  }

  /**
   * Returns the places in the key whose value an expression has; empty if it is none of the key's.
   */
  private List<Integer> places(MatchNode expression) {
    if (expression instanceof Variable variable) {
      return head.places(variable.number());
    }
    if (!(expression instanceof Call call) || call.elementPosition() < 1) {
      return List.of();
    }
    int position = call.elementPosition();
    MatchNode whole = call.parts().get(1);
    if (isObject(whole)) {
      return position == head.keypos() ? List.of(KeyConstraints.KEY) : List.of();
    }
    return isKey(whole) && (head.arity() < 0 || position <= head.arity())
        ? List.of(position)
        : List.of();
  }

  private boolean isObject(MatchNode expression) {
    return expression == Symbol.WHOLE_OBJECT
        || (expression instanceof Variable variable && head.isObject(variable.number()));
  }

  private boolean isKey(MatchNode expression) {
    if (expression instanceof Variable variable) {
      return head.places(variable.number()).contains(KeyConstraints.KEY);
    }
    return expression instanceof Call call
        && call.elementPosition() == head.keypos()
        && isObject(call.parts().get(1));
  }
}
