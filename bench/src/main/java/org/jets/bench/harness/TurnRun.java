package org.jets.bench.harness;

import java.time.Duration;

/**
 * A contestant of a measurement by turns. The points of an experiment with the same heat are
 * contestants of each other: one JVM measures all of them in each round.
 *
 * @param heat the run without its contestants, whose names are the last arguments; expected is the
 *     time of one contestant in one JVM
 * @param contestant a word
 * @param rounds the number of JVMs
 */
public record TurnRun(ForkedRun heat, String contestant, int rounds) implements Measured {
  /**
   * The beginning of the side line of a contestant. The words after it are its name, its share of
   * the processors, the seconds to steady state, and the rates of all slices.
   */
  public static final String LINE = "turn ";

  /** The beginning of the side line of a contestant that threw: its name, and what it threw. */
  public static final String LOST = "lost ";

  @Override
  public Duration expected() {
    return heat.expected().multipliedBy(rounds);
  }
}
