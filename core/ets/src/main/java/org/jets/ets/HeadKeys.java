package org.jets.ets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jets.ets.match.Patterns;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * What the head of a clause says of the key: what it is one of, and which variables stand for it or
 * for its elements.
 */
final class HeadKeys {
  /** Patterns that are nested deeper stand for anything. */
  private static final int MAX_DEPTH = 8;

  /** Elements of a tuple behind so many first ones stand for anything. */
  private static final int MAX_ELEMENTS = 64;

  private final int keypos;
  private final Map<Integer, List<Integer>> placesOfVariables = new HashMap<>();
  private @Nullable Term pattern;
  private int objectVariable = -1;
  private int arity = -1;
  private KeyCondition condition = KeyCondition.NEVER;

  HeadKeys(Term head, int keypos) {
    this.keypos = keypos;
    OptionalInt variable = Patterns.variable(head);
    if (variable.isPresent() || Patterns.isWildcard(head)) {
      objectVariable = variable.orElse(-1);
      condition = KeyCondition.ALWAYS;
    } else if (head instanceof Tuple tuple && tuple.arity() >= keypos) {
      pattern = tuple.element(keypos);
      condition = KeyCondition.of(box(pattern));
    }
  }

  private KeyBox box(Term key) {
    if (!(key instanceof Tuple tuple) || Patterns.isLiteral(key)) {
      return KeyBox.of(KeyBox.KEY, valuesAt(KeyBox.KEY, key));
    }
    arity = tuple.arity();
    KeyBox box = KeyBox.ALL;
    for (int i = 1; i <= Math.min(arity, MAX_ELEMENTS); i++) {
      Intervals values = valuesAt(i, tuple.element(i));
      if (!values.isAll()) {
        box = box.and(KeyBox.of(i, values));
      }
    }
    return box;
  }

  private Intervals valuesAt(int place, Term term) {
    Patterns.variable(term)
        .ifPresent(n -> placesOfVariables.computeIfAbsent(n, v -> new ArrayList<>(1)).add(place));
    return values(term, 0);
  }

  /** Returns intervals that have all terms which match a pattern. */
  private static Intervals values(Term pattern, int depth) {
    if (Patterns.isWildcard(pattern) || Patterns.variable(pattern).isPresent()) {
      return Intervals.ALL;
    }
    if (Patterns.isLiteral(pattern)) {
      return Intervals.of(Interval.exactly(pattern));
    }
    if (pattern instanceof Tuple tuple) {
      return depth < MAX_DEPTH ? tuples(tuple, depth) : Intervals.of(Interval.tuplesFrom(0));
    }
    return Intervals.of(pattern instanceof MapTerm ? Interval.MAPS : lists((ListTerm) pattern));
  }

  private static Intervals tuples(Tuple tuple, int depth) {
    KeyBox box = KeyBox.ALL;
    for (int i = 1; i <= Math.min(tuple.arity(), MAX_ELEMENTS); i++) {
      Intervals values = values(tuple.element(i), depth + 1);
      box = box.and(KeyBox.of(i, values));
    }
    return KeyBox.tuples(tuple.arity(), box);
  }

  private static Interval lists(ListTerm list) {
    List<Term> first = new ArrayList<>();
    for (Term element : list) {
      if (!Patterns.isLiteral(element)) {
        break;
      }
      first.add(element);
    }
    return first.isEmpty()
        ? Interval.CELLS
        : Interval.between(Cut.inList(first, false), Cut.inList(first, true));
  }

  /** Whether the key is a pattern that says something. */
  boolean isBinding() {
    return pattern != null && !Patterns.isWildcard(pattern) && Patterns.variable(pattern).isEmpty();
  }

  /** Whether the head is of one key, or can match no object; Erlang calls such a key bound. */
  boolean isBound() {
    return pattern == null ? condition == KeyCondition.NEVER : Patterns.isLiteral(pattern);
  }

  /** The arity of the key if it is a tuple of one; or -1. */
  int arity() {
    return arity;
  }

  KeyCondition condition() {
    return condition;
  }

  /** The places that a variable stands at; perhaps none. */
  List<Integer> places(int variable) {
    return placesOfVariables.getOrDefault(variable, List.of());
  }

  /** Whether a variable stands for the whole object. */
  boolean isObject(int variable) {
    return variable == objectVariable;
  }

  int keypos() {
    return keypos;
  }
}
