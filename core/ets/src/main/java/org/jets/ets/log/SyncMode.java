package org.jets.ets.log;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The moment at which a log forces its records to the disk. If the process ends, all records that
 * the log has handed to the system remain. This is about power failures and crashes of the system.
 */
public final class SyncMode {
  /** The longest time whose nanoseconds are a long, in whole days. */
  private static final Duration LONGEST = Duration.ofDays(106_751);

  private static final SyncMode EACH = new SyncMode(null);
  private static final SyncMode NEVER = new SyncMode(null);

  private final @Nullable Duration interval;

  private SyncMode(@Nullable Duration interval) {
    this.interval = interval;
  }

  /**
   * A write returns when its record is on the disk. Records of several threads share a force.
   * Nothing is lost.
   */
  public static SyncMode each() {
    return EACH;
  }

  /**
   * A write returns at once, and its record is forced at most about this time later. The records of
   * that time can be lost.
   *
   * @throws IllegalArgumentException unless the time is positive, and its nanoseconds are a long
   */
  public static SyncMode every(Duration interval) {
    Objects.requireNonNull(interval, "interval");
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("interval: " + interval + " (expected: > 0)");
    }
    if (interval.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "interval: " + interval + " (expected: <= " + LONGEST + ")");
    }
    return new SyncMode(interval);
  }

  /**
   * A write returns at once. Records are forced when a segment is full, a snapshot is made or the
   * log is closed; until then it is the system that decides.
   */
  public static SyncMode never() {
    return NEVER;
  }

  /** Returns whether this is {@link #each}. */
  public boolean isEach() {
    return this == EACH;
  }

  /** Returns the largest time between a write and its force; empty if there is none. */
  public Optional<Duration> interval() {
    return Optional.ofNullable(interval);
  }

  @Override
  public String toString() {
    if (interval != null) {
      return "every " + interval;
    }
    return isEach() ? "each" : "never";
  }
}
