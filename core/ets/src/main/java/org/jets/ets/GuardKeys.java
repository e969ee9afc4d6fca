package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jets.ets.match.Patterns;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * What the guards of a clause ask of the key: comparisons of it, or of an element of it, with
 * constants, and what {@code andalso}, {@code orelse}, {@code and}, {@code or} and {@code not} make
 * of them. Anything else may hold for any key.
 *
 * <p>Guards are nested to a bounded depth, which a compiled specification has been checked for.
 */
final class GuardKeys {
  private static final Atom WHOLE_OBJECT = Atom.of("$_");
  private static final Atom ALL_BINDINGS = Atom.of("$$");
  private static final String CONST = "const";
  private static final String ELEMENT = "element";

  /** Guards that are nested deeper say nothing. */
  private static final int MAX_DEPTH = 32;

  /** How many conditions are joined; those that follow say nothing. */
  private static final int MAX_JOINS = 100;

  /** Conditions are joined until so many intervals have been; those that follow say nothing. */
  static final int MAX_JOINED_INTERVALS = 10_000;

  private final HeadKeys head;
  private int joins;
  private long joinedIntervals;
  private int depth;

  GuardKeys(HeadKeys head) {
    this.head = head;
  }

  KeyCondition allOf(List<Term> guards) {
    return all(guards, true);
  }

  /** Returns how many intervals of conditions have been joined. */
  long joinedIntervals() {
    return joinedIntervals;
  }

  private KeyCondition all(List<Term> expressions, boolean value) {
    KeyCondition condition = KeyCondition.ALWAYS;
    for (Term expression : expressions) {
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

  private KeyCondition any(List<Term> expressions, boolean value) {
    List<KeyCondition> alternatives = new ArrayList<>();
    for (Term expression : expressions) {
      alternatives.add(where(expression, value));
    }
    return KeyCondition.anyOf(alternatives);
  }

  /** What a key is like where this expression yields this value. */
  private KeyCondition where(Term expression, boolean value) {
    if (depth == MAX_DEPTH) {
      return KeyCondition.ALWAYS;
    }
    depth++;
    KeyCondition condition = whereHere(expression, value);
    depth--;
    return condition;
  }

  private KeyCondition whereHere(Term expression, boolean value) {
    Term constant = constant(expression);
    if (constant != null) {
      return constant == Atom.of(value) ? KeyCondition.ALWAYS : KeyCondition.NEVER;
    }
    List<Integer> places = places(expression);
    if (!places.isEmpty()) {
      return at(places, Interval.exactly(Atom.of(value)));
    }
    if (!(expression instanceof Tuple call)
        || call.arity() < 2
        || !(call.element(1) instanceof Atom function)) {
      return KeyCondition.ALWAYS;
    }
    List<Term> operands = call.toList().subList(1, call.arity());
    return switch (function.name()) {
      case "andalso", "andthen", "and" -> value ? all(operands, true) : any(operands, false);
      case "orelse", "or" -> value ? any(operands, true) : all(operands, false);
      case "not" -> where(operands.get(0), !value);
      default ->
          operands.size() == 2
              ? compared(function.name(), operands.get(0), operands.get(1), value)
              : KeyCondition.ALWAYS;
    };
  }

  private KeyCondition compared(String operator, Term left, Term right, boolean value) {
    Term constant = constant(right);
    List<Integer> places = constant == null ? List.of() : places(left);
    String inOrder = operator;
    if (places.isEmpty()) {
      constant = constant(left);
      places = constant == null ? List.of() : places(right);
      inOrder = mirrored(operator);
    }
    Interval values =
        constant == null || places.isEmpty()
            ? null
            : values(value ? inOrder : negated(inOrder), constant);
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

  /** The places in the key whose value an expression has; none if it is another's. */
  private List<Integer> places(Term expression) {
    OptionalInt variable = Patterns.variable(expression);
    if (variable.isPresent()) {
      return head.places(variable.getAsInt());
    }
    int position = elementPosition(expression);
    if (position < 1) {
      return List.of();
    }
    Term whole = ((Tuple) expression).element(3);
    if (isObject(whole)) {
      return position == head.keypos() ? List.of(KeyBox.KEY) : List.of();
    }
    return isKey(whole) && (head.arity() < 0 || position <= head.arity())
        ? List.of(position)
        : List.of();
  }

  private boolean isObject(Term expression) {
    return expression == WHOLE_OBJECT
        || Patterns.variable(expression).stream().anyMatch(head::isObject);
  }

  private boolean isKey(Term expression) {
    if (elementPosition(expression) == head.keypos()) {
      return isObject(((Tuple) expression).element(3));
    }
    OptionalInt variable = Patterns.variable(expression);
    return variable.isPresent() && head.places(variable.getAsInt()).contains(KeyBox.KEY);
  }

  /** The N of <code>{element,N,Expression}</code>; or -1. */
  private static int elementPosition(Term expression) {
    return expression instanceof Tuple call
            && call.arity() == 3
            && call.element(1) == Atom.of(ELEMENT)
            && call.element(2) instanceof IntegerTerm position
            && position.fitsInt()
        ? position.intValue()
        : -1;
  }

  /** The value of an expression that does not depend on the object; null if it may. */
  private static @Nullable Term constant(Term expression) {
    if (expression instanceof Tuple tuple) {
      if (tuple.arity() == 2 && tuple.element(1) == Atom.of(CONST)) {
        return tuple.element(2);
      }
      if (tuple.arity() == 1 && tuple.element(1) instanceof Tuple elements) {
        List<Term> values = constants(elements.toList());
        return values == null ? null : Tuple.of(values);
      }
      return null;
    }
    if (expression instanceof ListTerm list && !list.isEmpty()) {
      List<Term> values = constants(list);
      Term tail = constant(list.lastTail());
      return values == null || tail == null ? null : ListTerm.improper(values, tail);
    }
    return expression instanceof MapTerm
            || expression == WHOLE_OBJECT
            || expression == ALL_BINDINGS
            || Patterns.variable(expression).isPresent()
        ? null
        : expression;
  }

  private static @Nullable List<Term> constants(Iterable<Term> expressions) {
    List<Term> values = new ArrayList<>();
    for (Term expression : expressions) {
      Term value = constant(expression);
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return values;
  }
}
