package org.jets.bench.harness.run;

import java.time.Duration;
import java.util.Locale;

/**
 * Reckons how long a run still takes, from what its points were expected to take and what they
 * took.
 */
public final class RemainingTime {
  private final Duration all;
  private Duration expectedOfDone = Duration.ZERO;
  private Duration taken = Duration.ZERO;

  RemainingTime(Duration all) {
    this.all = all;
  }

  void done(Duration expected, Duration took) {
    expectedOfDone = expectedOfDone.plus(expected);
    taken = taken.plus(took);
  }

  /** Returns the time that is expected, scaled by the slowness of what has been done. */
  Duration left() {
    Duration expected = all.minus(expectedOfDone);
    double slowness =
        expectedOfDone.isZero() ? 1 : (double) taken.toMillis() / expectedOfDone.toMillis();
    return Duration.ofMillis((long) (expected.toMillis() * slowness));
  }

  /** For people: {@code 3:07} or {@code 12:03:07}. */
  public static String text(Duration duration) {
    return duration.toHours() == 0
        ? String.format(Locale.ROOT, "%d:%02d", duration.toMinutes(), duration.toSecondsPart())
        : String.format(
            Locale.ROOT,
            "%d:%02d:%02d",
            duration.toHours(),
            duration.toMinutesPart(),
            duration.toSecondsPart());
  }

  /** For people, in words: {@code 13 min}, {@code 3 h 20 min}. */
  public static String words(Duration duration) {
    Duration rounded = duration.plusSeconds(30);
    return rounded.toHours() == 0
        ? rounded.toMinutes() + " min"
        : rounded.toHours() + " h " + rounded.toMinutesPart() + " min";
  }
}
