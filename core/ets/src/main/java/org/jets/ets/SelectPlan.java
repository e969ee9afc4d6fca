package org.jets.ets;

import java.util.List;
import java.util.Objects;
import org.jets.ets.argument.ValueText;
import org.jets.ets.plan.KeyPlan;
import org.jets.ets.plan.PlannedSpec;

/**
 * The plan of a table for a match specification: see {@link LocalTable#explain}.
 *
 * @param kind the way to the objects
 * @param keys the beginning of the text of each key or range, or of each term or range of an index.
 *     A range is written as {@code [1 .. 5)}. A bound {@code -} is below all terms, and {@code +}
 *     is above all terms
 * @param reason the reason for the plan
 */
public record SelectPlan(Kind kind, List<String> keys, String reason) {
  /** The number of keys or ranges that {@link #toString} shows. */
  private static final int MAX_KEYS = 10;

  /** The way from a table to objects. */
  public enum Kind {
    /** No object can match. */
    NOTHING,

    /** The table looks keys up. */
    LOOKUP,

    /** The table scans ranges of keys. */
    RANGE,

    /**
     * The table looks up the keys that an index has for terms or ranges of terms. Each search
     * decides that when it begins: it scans all objects if these are more keys than the reason
     * says.
     */
    INDEX,

    /** The table scans all objects. */
    SCAN
  }

  /** Returns a plan in words. */
  static SelectPlan of(PlannedSpec planned) {
    KeyPlan plan = planned.plan();
    if (plan instanceof KeyPlan.Lookups lookups) {
      return new SelectPlan(Kind.LOOKUP, texts(lookups.keys()), planned.reason());
    }
    if (plan instanceof KeyPlan.Ranges ranges) {
      return new SelectPlan(Kind.RANGE, texts(ranges.ranges()), planned.reason());
    }
    if (plan instanceof KeyPlan.ByIndex byIndex) {
      return new SelectPlan(Kind.INDEX, texts(byIndex.ranges()), planned.reason());
    }
    Kind kind = plan instanceof KeyPlan.Scan ? Kind.SCAN : Kind.NOTHING;
    return new SelectPlan(kind, List.of(), planned.reason());
  }

  private static List<String> texts(List<?> values) {
    return values.stream().map(ValueText::of).toList();
  }

  /** Copies the list. */
  public SelectPlan {
    Objects.requireNonNull(kind, "kind");
    keys = List.copyOf(keys);
    Objects.requireNonNull(reason, "reason");
  }

  /** Returns this plan with more of its reason. */
  SelectPlan because(String more) {
    return new SelectPlan(kind, keys, reason + more);
  }

  /** Returns the plan in a sentence, with at most {@value #MAX_KEYS} of its keys or ranges. */
  @Override
  public String toString() {
    String what =
        switch (kind) {
          case NOTHING -> "no access";
          case LOOKUP -> "lookup of " + firstKeys();
          case RANGE -> "range " + firstKeys();
          case INDEX -> "index at " + firstKeys();
          case SCAN -> "scan of all objects";
        };
    return what + ": " + reason;
  }

  private String firstKeys() {
    int more = keys.size() - MAX_KEYS;
    String first = String.join(", ", more > 0 ? keys.subList(0, MAX_KEYS) : keys);
    return more > 0 ? first + " and " + more + " more" : first;
  }
}
