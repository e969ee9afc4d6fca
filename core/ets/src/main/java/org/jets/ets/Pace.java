package org.jets.ets;

import org.jets.terms.PausableThread;
import org.jspecify.annotations.Nullable;

/**
 * Lets a {@link PausableThread} pause after every {@value #STEPS} steps of a long operation. Any
 * other thread pays a decrement for each step.
 *
 * <p>For one thread, and one operation. {@link #step} is called with no lock held.
 */
final class Pace {
  static final int STEPS = 128;

  private final @Nullable PausableThread thread = PausableThread.current();
  private int left = STEPS;

  /** Counts a step. */
  void step() {
    if (--left == 0) {
      left = STEPS;
      if (thread != null) {
        thread.pause();
      }
    }
  }
}
