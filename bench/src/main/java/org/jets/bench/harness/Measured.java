package org.jets.bench.harness;

import java.time.Duration;

/** A run for a point. */
public sealed interface Measured permits JmhRun, ErlangRun, ForkedRun, LiveRun, TurnRun {
  /**
   * About how long all its rounds take, with start, filling and all repetitions: what the time left
   * is reckoned from. A round that takes ten times as long, and a minute more, is ended.
   */
  Duration expected();

  /** Returns the number of its rounds; in each, all points of an experiment take turns. */
  default int rounds() {
    return 1;
  }

  /** Returns {@link #expected} for one round. */
  default Duration expectedOfRound() {
    return expected().dividedBy(rounds());
  }
}
