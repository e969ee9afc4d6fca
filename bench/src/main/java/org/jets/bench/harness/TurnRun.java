package org.jets.bench.harness;

import java.time.Duration;

/**
 * A contestant of a measurement by turns. The points of an experiment with the same heat are
 * contestants of each other: one JVM measures all of them in each round. One structure with several
 * numbers of threads is as many contestants, so that a speed-up too is a ratio within rounds.
 *
 * @param heat the run without its contestants, whose words are the last arguments; expected is the
 *     time of one contestant in one JVM
 * @param contestant the name of what is measured, without spaces
 * @param threads the number of threads that call it
 * @param rounds the number of JVMs
 */
public record TurnRun(ForkedRun heat, String contestant, int threads, int rounds)
    implements Measured {
  /**
   * The beginning of the side line of a contestant. After it come the {@link #word} of the
   * contestant, its share of the processors, the seconds to steady state, and the rates of all
   * slices.
   */
  public static final String LINE = "turn ";

  /** The beginning of the side line of a contestant that threw: its word, and what it threw. */
  public static final String LOST = "lost ";

  /** Returns the argument for this contestant, {@code THREADS*NAME}. */
  public String word() {
    return threads + "*" + contestant;
  }

  @Override
  public Duration expected() {
    return heat.expected().multipliedBy(rounds);
  }
}
