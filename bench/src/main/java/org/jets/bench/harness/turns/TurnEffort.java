package org.jets.bench.harness.turns;

import java.time.Duration;
import java.util.List;
import org.jets.bench.harness.Profile;

/**
 * The counts of a measurement by turns.
 *
 * @param jvms JVMs, each of which does all of the following
 * @param leastWarmupMillis the shortest warm-up of a contestant, in its own slices
 * @param mostWarmupMillis the longest one
 * @param rounds measured rounds in each JVM
 */
public record TurnEffort(int jvms, int leastWarmupMillis, int mostWarmupMillis, int rounds) {
  private static final int SLICE_MILLIS = 30;

  /** Returns the effort of a profile. */
  public static TurnEffort of(Profile profile) {
    return switch (profile) {
      case QUICK -> new TurnEffort(2, 600, 4200, 30);
      case STANDARD -> new TurnEffort(3, 1500, 9000, 60);
      case FULL -> new TurnEffort(5, 3000, 12_000, 120);
    };
  }

  public TurnEffort withJvms(int number) {
    return new TurnEffort(number, leastWarmupMillis, mostWarmupMillis, rounds);
  }

  /** The arguments of {@link TurnMeasurement} after the threads. */
  public List<String> arguments() {
    return List.of(
        Integer.toString(SLICE_MILLIS),
        Integer.toString(leastWarmupMillis),
        Integer.toString(mostWarmupMillis),
        Integer.toString(rounds));
  }

  /** About how long the slices of a contestant in one JVM take. */
  public Duration expected() {
    return Duration.ofMillis(
        leastWarmupMillis
            + (mostWarmupMillis - leastWarmupMillis) / 2
            + (long) rounds * SLICE_MILLIS);
  }

  @Override
  public String toString() {
    return "%d JVMs x (%d to %d ms of warm-up + %d rounds) of slices of %d ms"
        .formatted(jvms, leastWarmupMillis, mostWarmupMillis, rounds, SLICE_MILLIS);
  }
}
