package org.jets.bench.harness.comparison;

import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.Unit;
import org.jspecify.annotations.Nullable;

/**
 * A ratio and its limit.
 *
 * @param limit null where nothing was set
 */
public record Goal(Kind kind, @Nullable Double limit) {

  /** The ratio that is formed. */
  enum Kind {
    /** The rival's time by ours. */
    SPEEDUP("Times as fast as the rival; more is better"),
    /** Our time by the rival's. */
    TIME("Time in multiples of the rival's; less is better");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  public static final Goal NONE = new Goal(Kind.TIME, null);
  public static final Goal ANY_SPEEDUP = new Goal(Kind.SPEEDUP, null);

  public static Goal speedupOfAtLeast(double limit) {
    return new Goal(Kind.SPEEDUP, limit);
  }

  public static Goal timeOfAtMost(double limit) {
    return new Goal(Kind.TIME, limit);
  }

  /** The ratio; a rate is more where a time is less. */
  Ratio ratio(Measurement ours, Measurement rivals, Unit unit) {
    return (kind == Kind.SPEEDUP) == unit.moreIsBetter()
        ? Ratio.of(ours, rivals)
        : Ratio.of(rivals, ours);
  }

  /**
   * Says whether the ratio reaches the goal; with a question mark where its error leaves that open.
   */
  String verdict(Ratio ratio) {
    if (limit == null) {
      return "";
    }
    boolean reached = kind == Kind.SPEEDUP ? ratio.value() >= limit : ratio.value() <= limit;
    boolean certain = Math.abs(ratio.value() - limit) > ratio.error();
    return (reached ? "reached" : "missed") + (certain ? "" : "?");
  }

  @Override
  public String toString() {
    return limit == null ? "" : (kind == Kind.SPEEDUP ? ">= " : "<= ") + limit;
  }
}
