package org.jets.ets.limit;

import java.time.Duration;
import java.util.Objects;

/**
 * The rule by which the objects of a table expire.
 *
 * @param kind the moment from which the time to live counts
 * @param nanos the time to live in nanoseconds; 0 if each object holds its time
 * @param position the element that holds the time, from 1; 0 if none does
 */
public record Expiry(Kind kind, long nanos, int position, TableClock clock) {

  /** The kinds of rules. */
  public enum Kind {
    /** The time to live counts from the write of the object. */
    AFTER_WRITE,

    /** The time to live counts from the last write or lookup of the key. */
    AFTER_ACCESS,

    /** An element of the object holds the time of its end. */
    AT_ELEMENT
  }

  public Expiry {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(clock, "clock");
  }

  /**
   * Returns the rule of a time to live.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public static Expiry of(Kind kind, Duration timeToLive) {
    return new Expiry(kind, positiveNanos(timeToLive), 0, TableClock.SYSTEM);
  }

  /**
   * Returns the rule of an element.
   *
   * @throws IllegalArgumentException if the position is below 1
   */
  public static Expiry atElement(int position) {
    if (position < 1) {
      throw new IllegalArgumentException("position: " + position + " (expected: >= 1)");
    }
    return new Expiry(Kind.AT_ELEMENT, 0, position, TableClock.SYSTEM);
  }

  /** Returns the same rule by another clock. */
  public Expiry withClock(TableClock other) {
    return new Expiry(kind, nanos, position, other);
  }

  /**
   * Returns the nanoseconds of a time to live. One of more than 292 years counts as the longest.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public static long positiveNanos(Duration timeToLive) {
    if (timeToLive.isNegative() || timeToLive.isZero()) {
      throw new IllegalArgumentException("timeToLive: " + timeToLive + " (expected: > 0)");
    }
    return timeToLive.toSeconds() >= Long.MAX_VALUE / 1_000_000_000
        ? Long.MAX_VALUE
        : timeToLive.toNanos();
  }

  @Override
  public String toString() {
    return kind == Kind.AT_ELEMENT
        ? "at element " + position
        : (kind == Kind.AFTER_WRITE ? "after write " : "after access ") + Duration.ofNanos(nanos);
  }
}
