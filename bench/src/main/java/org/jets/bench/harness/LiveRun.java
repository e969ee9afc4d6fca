package org.jets.bench.harness;

import java.time.Duration;

/**
 * A question to a program that lives on, once in each round.
 *
 * @param operations what a number of nanoseconds that it answers with is the time of
 */
public record LiveRun(
    LiveProgram program, String question, double operations, int rounds, Duration expected)
    implements Measured {

  /** Turns an answer into a unit. */
  public double in(Unit unit, double nanos) {
    return switch (unit) {
      case NANOS -> nanos / operations;
      case SECONDS -> nanos / operations / 1e9;
      case PER_SECOND -> operations * 1e9 / nanos;
      case MEGABYTES_PER_SECOND -> operations * 1e3 / nanos;
      default -> throw new IllegalArgumentException(unit + ": not what is asked for");
    };
  }
}
