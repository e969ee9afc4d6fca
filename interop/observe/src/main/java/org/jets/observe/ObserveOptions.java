package org.jets.observe;

import java.time.Duration;
import java.util.Objects;
import org.jets.ets.observe.CallSampler;

/** Options of an {@link Observatory}. Immutable. */
public final class ObserveOptions {
  private static final ObserveOptions DEFAULTS =
      new ObserveOptions(Duration.ofMillis(100), 100, Duration.ofSeconds(10), true);

  private static final int MOST_CALLS = 10_000;

  private final Duration slowCall;
  private final int slowCalls;
  private final Duration longFixation;

  private final boolean timesCalls;

  private ObserveOptions(
      Duration slowCall, int slowCalls, Duration longFixation, boolean timesCalls) {
    this.slowCall = slowCall;
    this.slowCalls = slowCalls;
    this.longFixation = longFixation;
    this.timesCalls = timesCalls;
  }

  /** Returns the default options. Each method names its default. */
  public static ObserveOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets from which duration on calls and scans are kept as slow ones: by default 100 ms. The
   * thresholds of events are those of the Flight Recorder.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public ObserveOptions withSlowCall(Duration duration) {
    return new ObserveOptions(notNegative(duration), slowCalls, longFixation, timesCalls);
  }

  /**
   * Sets how many slow calls are kept: by default the last 100.
   *
   * @param number 1 to 10,000
   * @throws IllegalArgumentException if it is not
   */
  public ObserveOptions withSlowCalls(int number) {
    if (number < 1 || number > MOST_CALLS) {
      throw new IllegalArgumentException(
          "number: " + number + " (expected: 1 to " + MOST_CALLS + ")");
    }
    return new ObserveOptions(slowCall, number, longFixation, timesCalls);
  }

  /**
   * Sets from which duration on a fixation is long, and an event: by default 10 seconds.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public ObserveOptions withLongFixation(Duration duration) {
    return new ObserveOptions(slowCall, slowCalls, notNegative(duration), timesCalls);
  }

  /**
   * Sets whether calls of tables are counted and timed: by default they are. A call is chosen for
   * that with a chance of at least 1 in {@value CallSampler#LEAST_CHANCE}.
   */
  public ObserveOptions withCallTimes(boolean enabled) {
    return new ObserveOptions(slowCall, slowCalls, longFixation, enabled);
  }

  private static Duration notNegative(Duration duration) {
    if (Objects.requireNonNull(duration, "duration").isNegative()) {
      throw new IllegalArgumentException("duration: " + duration + " (expected: >= 0)");
    }
    return duration;
  }

  Duration slowCall() {
    return slowCall;
  }

  int slowCalls() {
    return slowCalls;
  }

  Duration longFixation() {
    return longFixation;
  }

  boolean timesCalls() {
    return timesCalls;
  }

  @Override
  public String toString() {
    return "ObserveOptions[slowCall="
        + slowCall
        + ", slowCalls="
        + slowCalls
        + ", longFixation="
        + longFixation
        + ", callTimes="
        + timesCalls
        + ']';
  }
}
