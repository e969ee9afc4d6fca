package org.jets.ets;

import java.util.List;
import java.util.Objects;

/**
 * How a table goes about a match specification: see {@link EtsTable#explain}.
 *
 * @param kind how it comes to the objects
 * @param keys the keys or ranges, as text; a range is written as {@code [1 .. 5)}, with {@code -}
 *     for what is less and {@code +} for what is greater than all terms
 * @param reason why it is done so
 */
public record SelectPlan(Kind kind, List<String> keys, String reason) {

  /** How a table comes to objects. */
  public enum Kind {
    /** There are none. */
    NOTHING,

    /** It looks keys up. */
    LOOKUP,

    /** It goes through ranges of keys. */
    RANGE,

    /** It looks at each object. */
    SCAN
  }

  /** Copies the list. */
  public SelectPlan {
    Objects.requireNonNull(kind, "kind");
    keys = List.copyOf(keys);
    Objects.requireNonNull(reason, "reason");
  }

  static SelectPlan of(PlannedSpec planned) {
    KeyPlan plan = planned.plan();
    if (plan instanceof KeyPlan.Lookups lookups) {
      return new SelectPlan(Kind.LOOKUP, texts(lookups.keys()), planned.reason());
    }
    if (plan instanceof KeyPlan.Ranges ranges) {
      return new SelectPlan(Kind.RANGE, texts(ranges.ranges()), planned.reason());
    }
    return new SelectPlan(
        plan instanceof KeyPlan.Scan ? Kind.SCAN : Kind.NOTHING, List.of(), planned.reason());
  }

  private static List<String> texts(List<?> values) {
    return values.stream().map(Object::toString).toList();
  }

  /** The plan in a sentence. */
  @Override
  public String toString() {
    String what =
        switch (kind) {
          case NOTHING -> "no access";
          case LOOKUP -> "lookup of " + String.join(", ", keys);
          case RANGE -> "range " + String.join(", ", keys);
          case SCAN -> "scan of all objects";
        };
    return what + ": " + reason;
  }
}
