package org.jets.ets;

import java.util.List;
import org.jets.ets.argument.Shown;
import org.jets.ets.plan.KeyPlan;
import org.jets.ets.plan.PlannedSpec;

/** Puts a plan into words: see {@link SelectPlan}. */
final class Explanation {
  private Explanation() {}

  static SelectPlan of(PlannedSpec planned) {
    KeyPlan plan = planned.plan();
    if (plan instanceof KeyPlan.Lookups lookups) {
      return new SelectPlan(SelectPlan.Kind.LOOKUP, texts(lookups.keys()), planned.reason());
    }
    if (plan instanceof KeyPlan.Ranges ranges) {
      return new SelectPlan(SelectPlan.Kind.RANGE, texts(ranges.ranges()), planned.reason());
    }
    return new SelectPlan(
        plan instanceof KeyPlan.Scan ? SelectPlan.Kind.SCAN : SelectPlan.Kind.NOTHING,
        List.of(),
        planned.reason());
  }

  private static List<String> texts(List<?> values) {
    return values.stream().map(Shown::of).toList();
  }
}
