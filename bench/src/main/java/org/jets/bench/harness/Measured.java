package org.jets.bench.harness;

import java.time.Duration;

/** What is run for a point. */
public sealed interface Measured permits JmhRun, ErlangRun, ForkedRun {
  /**
   * About how long it takes, with start, filling and all repetitions: what the time left is
   * reckoned from. One that takes ten times as long, and a minute more, is ended.
   */
  Duration expected();
}
