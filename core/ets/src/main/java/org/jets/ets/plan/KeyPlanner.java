package org.jets.ets.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jets.ets.TableType;
import org.jets.ets.index.Index;
import org.jets.ets.match.MatchClause;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.Term;

/**
 * Derives the keys that a match specification can match from its heads and guards. For one use.
 *
 * <p>Each clause yields a set of intervals. Its head limits the key, and its guards limit the key
 * or its elements further. The plan is the union over all clauses. An unknown condition does not
 * limit the plan. So the plan covers every object that a clause can hold for, and hence every
 * object for which the specification has a result.
 */
public final class KeyPlanner {
  private static final int SUGGESTED_POSITIONS = 16;

  private final TableType type;
  private final int keypos;
  private final List<Interval> intervals = new ArrayList<>();
  private boolean isLimitedByHead;
  private boolean isLimitedByGuards;
  private boolean isBoundByHeads = true;
  private int openClause;

  private KeyPlanner(TableType type, int keypos) {
    this.type = type;
    this.keypos = keypos;
  }

  /**
   * Returns the plan of a table.
   *
   * @param indexes those that can be used if the key is not limited
   */
  public static PlannedSpec plan(MatchSpec spec, TableType type, int keypos, List<Index> indexes) {
    PlannedSpec planned = new KeyPlanner(type, keypos).plan(spec);
    PlannedSpec byIndex =
        planned.plan() instanceof KeyPlan.Scan ? IndexPlanner.plan(spec, indexes) : null;
    return byIndex == null ? planned : byIndex;
  }

  /**
   * Returns the position of an element that a specification limits, so that an index on it would
   * serve; 0 if there is none among the first {@value #SUGGESTED_POSITIONS}.
   */
  public static int limitedElement(MatchSpec spec) {
    for (int position = 1; position <= SUGGESTED_POSITIONS; position++) {
      Index index = Index.onElement(Atom.of("element"), position);
      if (IndexPlanner.plan(spec, List.of(index)) != null) {
        return position;
      }
    }
    return 0;
  }

  private PlannedSpec plan(MatchSpec spec) {
    List<MatchClause> clauses = spec.clauses();
    for (int i = 0; i < clauses.size(); i++) {
      add(clauses.get(i), i + 1);
    }
    Intervals keys = Intervals.union(intervals);
    if (keys.isEmpty()) {
      return new PlannedSpec(spec, spec, new KeyPlan.Nothing(), "no clause can match an object");
    }
    if (keys.isAll()) {
      return scan(spec, open(clauses.size()));
    }
    KeyPlan plan = type == TableType.ORDERED_SET ? ordered(keys) : hashed(keys);
    if (plan instanceof KeyPlan.Scan) {
      return scan(spec, "without an order of keys only =:= finds one");
    }
    return plan instanceof KeyPlan.Lookups lookups && lookups.keys().size() == 1
        ? lookup(spec, lookups)
        : new PlannedSpec(spec, spec, plan, limited(), null, isBoundByHeads);
  }

  /**
   * Returns the plan of one lookup. An ordered store finds an object whose key is only {@code ==},
   * so that the object's key must be matched again.
   */
  private PlannedSpec lookup(MatchSpec spec, KeyPlan.Lookups plan) {
    Term key = plan.keys().get(0);
    MatchSpec running = type == TableType.ORDERED_SET ? spec : spec.withKnownElement(keypos, key);
    return new PlannedSpec(
        spec, running, plan, limited(), type.isSet() ? key : null, isBoundByHeads);
  }

  private static PlannedSpec scan(MatchSpec spec, String reason) {
    return new PlannedSpec(spec, spec, new KeyPlan.Scan(), reason);
  }

  private void add(MatchClause clause, int number) {
    HeadKeys head = new HeadKeys(clause.head(), keypos);
    isBoundByHeads &= head.isBound();
    KeyCondition guards = new GuardKeys(head).allOf(clause.guards());
    List<Interval> keys = new ArrayList<>();
    for (KeyConstraints box : head.condition().and(guards).boxes()) {
      keys.addAll(box.keys(head.arity()));
    }
    if (!keys.isEmpty()) {
      isLimitedByHead |= head.isBinding();
      isLimitedByGuards |= guards.boxes().stream().noneMatch(KeyConstraints::isAll);
    }
    if (Intervals.union(keys).isAll()) {
      openClause = openClause == 0 ? number : openClause;
    }
    intervals.addAll(keys);
  }

  private String open(int clauses) {
    String which =
        openClause == 0
            ? "the clauses together"
            : clauses == 1 ? "the clause" : "clause " + openClause;
    return which + (openClause == 0 ? " leave" : " leaves") + " the key open";
  }

  private String limited() {
    String by =
        !isLimitedByGuards
            ? "the head"
            : isLimitedByHead ? "the head and the guards" : "the guards";
    return "the key is limited by " + by;
  }

  private static KeyPlan ordered(Intervals keys) {
    List<Term> points = new ArrayList<>();
    for (Interval interval : keys.list()) {
      Term point = interval.point();
      if (point == null) {
        return new KeyPlan.Ranges(keys.list());
      }
      points.add(point);
    }
    return new KeyPlan.Lookups(List.copyOf(points));
  }

  private static KeyPlan hashed(Intervals keys) {
    Set<Term> exact = new LinkedHashSet<>();
    for (Interval interval : keys.list()) {
      Term point = interval.point();
      List<Term> same =
          interval.only() != null
              ? List.of(interval.only())
              : point == null ? List.of() : EqualTerms.of(point);
      if (same.isEmpty()) {
        return new KeyPlan.Scan();
      }
      exact.addAll(same);
    }
    return new KeyPlan.Lookups(List.copyOf(exact));
  }
}
