package org.jets.ets;

import java.util.List;
import java.util.Objects;

/**
 * How a table goes about a match specification: see {@link EtsTable#explain}.
 *
 * @param kind how it comes to the objects
 * @param keys the beginning of each key or range, as text; a range is written as {@code [1 .. 5)},
 *     with {@code -} for what is less and {@code +} for what is greater than all terms
 * @param reason why it is done so
 */
public record SelectPlan(Kind kind, List<String> keys, String reason) {
  /** How many keys or ranges {@link #toString} shows. */
  private static final int MAX_KEYS = 10;

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

  /** Returns the plan in a sentence, with at most {@value #MAX_KEYS} of its keys or ranges. */
  @Override
  public String toString() {
    String what =
        switch (kind) {
          case NOTHING -> "no access";
          case LOOKUP -> "lookup of " + firstKeys();
          case RANGE -> "range " + firstKeys();
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
