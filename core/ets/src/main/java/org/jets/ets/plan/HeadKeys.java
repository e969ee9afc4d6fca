package org.jets.ets.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.ets.match.MatchNode;
import org.jets.ets.match.MatchNode.Compound;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Shape;
import org.jets.ets.match.MatchNode.Symbol;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that the head of a clause imposes on the key, and the variables that stand for the
 * key or its elements.
 */
public final class HeadKeys {
  /** The depth beyond which a nested pattern stands for any term. */
  private static final int MAX_DEPTH = 8;

  /** The number of elements of a tuple beyond which an element stands for any term. */
  private static final int MAX_ELEMENTS = 64;

  private final int keypos;
  private final Map<Integer, List<Integer>> placesOfVariables = new HashMap<>();
  private @Nullable MatchNode pattern;
  private int objectVariable = -1;
  private int arity = -1;
  private KeyCondition condition = KeyCondition.NEVER;

  HeadKeys(MatchNode head, int keypos) {
    this.keypos = keypos;
    if (head == Symbol.WILDCARD || head instanceof Variable) {
      objectVariable = head instanceof Variable variable ? variable.number() : -1;
      condition = KeyCondition.ALWAYS;
      return;
    }
    pattern = head.element(keypos);
    if (pattern != null) {
      condition = KeyCondition.of(box(pattern));
    }
  }

  /**
   * Makes those of a term of the object that is not its key: the conditions that a pattern imposes
   * on it.
   */
  HeadKeys(MatchNode pattern) {
    this.keypos = 0;
    this.pattern = pattern;
    this.condition = KeyCondition.of(box(pattern));
  }

  private KeyConstraints box(MatchNode key) {
    if (!(key instanceof Compound tuple) || tuple.shape() != Shape.TUPLE) {
      return KeyConstraints.of(KeyConstraints.KEY, valuesAt(KeyConstraints.KEY, key));
    }
    arity = tuple.parts().size();
    KeyConstraints box = KeyConstraints.ALL;
    for (int i = 1; i <= Math.min(arity, MAX_ELEMENTS); i++) {
      Intervals values = valuesAt(i, tuple.parts().get(i - 1));
      if (!values.isAll()) {
        box = box.and(KeyConstraints.of(i, values));
      }
    }
    return box;
  }

  private Intervals valuesAt(int place, MatchNode node) {
    if (node instanceof Variable variable) {
      placesOfVariables.computeIfAbsent(variable.number(), v -> new ArrayList<>(1)).add(place);
    }
    return values(node, 0);
  }

  /** Returns intervals that contain all terms that match a pattern. */
  private static Intervals values(MatchNode pattern, int depth) {
    if (pattern instanceof Constant constant) {
      return Intervals.of(Interval.exactly(constant.value()));
    }
    if (!(pattern instanceof Compound compound)) {
      return Intervals.ALL;
    }
    return switch (compound.shape()) {
      case TUPLE ->
          depth < MAX_DEPTH
              ? tuples(compound.parts(), depth)
              : Intervals.of(Interval.tuplesFrom(0));
      case LIST -> Intervals.of(lists(compound.parts()));
      case MAP -> Intervals.of(Interval.MAPS);
    };
  }

  private static Intervals tuples(List<MatchNode> elements, int depth) {
    KeyConstraints box = KeyConstraints.ALL;
    for (int i = 1; i <= Math.min(elements.size(), MAX_ELEMENTS); i++) {
      Intervals values = values(elements.get(i - 1), depth + 1);
      box = box.and(KeyConstraints.of(i, values));
    }
    return KeyConstraints.tuples(elements.size(), box);
  }

  private static Interval lists(List<MatchNode> elementsAndTail) {
    List<Term> first = new ArrayList<>();
    for (MatchNode element : elementsAndTail.subList(0, elementsAndTail.size() - 1)) {
      if (!(element instanceof Constant constant)) {
        break;
      }
      first.add(constant.value());
    }
    return first.isEmpty()
        ? Interval.CELLS
        : Interval.between(Cut.inList(first, false), Cut.inList(first, true));
  }

  /** Returns whether the key is a pattern that limits it. */
  boolean isBinding() {
    return pattern instanceof Constant || pattern instanceof Compound;
  }

  /**
   * Returns whether the head has one constant key or matches no object; Erlang calls such a key
   * bound.
   */
  boolean isBound() {
    return pattern == null ? condition == KeyCondition.NEVER : pattern instanceof Constant;
  }

  /** Returns the arity of the key if the key is known to be a tuple of one arity; else -1. */
  int arity() {
    return arity;
  }

  KeyCondition condition() {
    return condition;
  }

  /** Returns the places of a variable; perhaps none. */
  List<Integer> places(int variable) {
    return placesOfVariables.getOrDefault(variable, List.of());
  }

  /** Returns whether a variable stands for the whole object. */
  boolean isObject(int variable) {
    return variable == objectVariable;
  }

  int keypos() {
    return keypos;
  }
}
