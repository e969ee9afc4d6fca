package org.jets.ets.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.ets.index.Index;
import org.jets.ets.match.MatchClause;
import org.jets.ets.match.MatchNode;
import org.jets.ets.match.MatchNode.Call;
import org.jets.ets.match.MatchNode.Compound;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Shape;
import org.jets.ets.match.MatchNode.Symbol;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Derives the terms of an index that a match specification can match, as {@link KeyPlanner} does
 * with keys. The expression of the index takes the place of the key: in a head it is an element, or
 * the value in the pattern of a map, and in guards each call that is written in the same way.
 *
 * <p>An index lacks objects without such a term. So it serves a specification only if each clause
 * limits the term: such a clause holds only for objects that have it.
 */
final class IndexPlanner {
  /** A variable that no specification has. */
  private static final Variable TERM = new Variable(Atom.of("$index"), -2);

  private static final Atom MAP_GET = Atom.of("map_get");

  private final Index index;
  private final MatchNode head;
  private final Steps steps;

  private IndexPlanner(Index index, MatchNode head, Steps steps) {
    this.index = index;
    this.head = head;
    this.steps = steps;
  }

  /** Bounds the time of one plan: what is left of guards when the steps are used up is no limit. */
  private static final class Steps {
    private static final int MAX = 100_000;

    private int left = MAX;

    /** Takes a step. Returns false if there is none left. */
    boolean take() {
      if (left == 0) {
        return false;
      }
      left--;
      return true;
    }

    boolean areUsedUp() {
      return left == 0;
    }
  }

  /**
   * Returns a plan by the best of these indexes; null if none serves. An index is better if it is
   * read at single terms only, and then if it is unique, and then if it is older.
   */
  static @Nullable PlannedSpec plan(MatchSpec spec, List<Index> indexes) {
    Steps steps = new Steps();
    PlannedSpec best = null;
    int bestRank = 0;
    for (Index index : indexes) {
      List<Interval> ranges = ranges(spec, index, steps);
      if (ranges == null) {
        continue;
      }
      boolean hasPoints = ranges.stream().allMatch(range -> range.point() != null);
      int rank = hasPoints ? index.isUnique() ? 3 : 2 : 1;
      if (rank > bestRank) {
        bestRank = rank;
        best =
            new PlannedSpec(
                spec,
                spec,
                new KeyPlan.ByIndex(index, ranges),
                "the key is open, and the index " + index + " is limited");
      }
    }
    return best;
  }

  /** Returns the ranges of an index that a specification is limited to; null if it is not. */
  private static @Nullable List<Interval> ranges(MatchSpec spec, Index index, Steps steps) {
    List<Interval> all = new ArrayList<>();
    for (MatchClause clause : spec.clauses()) {
      List<Interval> ofClause =
          new IndexPlanner(index, clause.head(), steps).ranges(clause.guards());
      if (ofClause == null) {
        return null;
      }
      all.addAll(ofClause);
    }
    Intervals union = Intervals.union(all);
    return union.isAll() ? null : union.list();
  }

  private @Nullable List<Interval> ranges(List<MatchNode> guards) {
    MatchNode pattern = Objects.requireNonNullElse(pattern(), TERM);
    Variable term =
        pattern == Symbol.WILDCARD || pattern == TERM
            ? TERM
            : pattern instanceof Variable variable ? variable : null;
    HeadKeys keys = new HeadKeys(term == TERM ? TERM : pattern);
    List<MatchNode> rewritten = new ArrayList<>();
    for (MatchNode guard : guards) {
      rewritten.add(term == null ? guard : rewritten(guard, term));
    }
    KeyCondition condition = keys.condition().and(new GuardKeys(keys).allOf(rewritten));
    List<Interval> ranges = new ArrayList<>();
    for (KeyConstraints box : condition.boxes()) {
      ranges.addAll(box.keys(keys.arity()));
    }
    return Intervals.union(ranges).isAll() ? null : ranges;
  }

  /** Returns the pattern that the head has for the indexed term; null if there is none. */
  private @Nullable MatchNode pattern() {
    MatchNode expression = index.expression();
    if (expression instanceof Variable element) {
      return head.element(element.number());
    }
    if (expression instanceof Call call
        && call.function() == MAP_GET
        && call.parts().get(0) instanceof Constant key
        && call.parts().get(1) instanceof Variable element
        && head.element(element.number()) instanceof Compound map
        && map.shape() == Shape.MAP) {
      List<MatchNode> keysAndValues = map.parts();
      for (int i = 0; i < keysAndValues.size(); i += 2) {
        if (keysAndValues.get(i) instanceof Constant present
            && present.value().equals(key.value())) {
          return keysAndValues.get(i + 1);
        }
      }
    }
    return null;
  }

  /** Returns an expression with a variable in place of each indexed term. */
  private MatchNode rewritten(MatchNode node, Variable term) {
    if (isSame(index.expression(), node)) {
      return term;
    }
    if (!(node instanceof Call call) || steps.areUsedUp()) {
      return node;
    }
    List<MatchNode> parts = new ArrayList<>();
    for (MatchNode part : call.parts()) {
      parts.add(rewritten(part, term));
    }
    return new Call(call.term(), call.function(), parts);
  }

  /** Returns whether a node of the clause has the value of one of the index, for each object. */
  private boolean isSame(MatchNode ofIndex, MatchNode node) {
    if (!steps.take()) {
      return false;
    }
    if (ofIndex instanceof Variable element) {
      return isElement(node, element.number());
    }
    if (ofIndex == Symbol.WHOLE_OBJECT) {
      return isObject(node);
    }
    if (ofIndex instanceof Constant expected) {
      return node instanceof Constant constant && constant.value().equals(expected.value());
    }
    boolean isAlike =
        ofIndex instanceof Call expected
            ? node instanceof Call call && call.function() == expected.function()
            : ofIndex instanceof Compound shaped
                && node instanceof Compound compound
                && compound.shape() == shaped.shape();
    return isAlike && areSame(ofIndex.parts(), node.parts());
  }

  private boolean areSame(List<MatchNode> ofIndex, List<MatchNode> nodes) {
    if (ofIndex.size() != nodes.size()) {
      return false;
    }
    for (int i = 0; i < ofIndex.size(); i++) {
      if (!isSame(ofIndex.get(i), nodes.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean isElement(MatchNode node, int position) {
    if (node instanceof Variable variable) {
      return head.element(position) instanceof Variable element
          && element.number() == variable.number();
    }
    return node instanceof Call call
        && call.elementPosition() == position
        && isObject(call.parts().get(1));
  }

  private boolean isObject(MatchNode node) {
    return node == Symbol.WHOLE_OBJECT
        || (node instanceof Variable variable
            && head instanceof Variable object
            && object.number() == variable.number());
  }
}
