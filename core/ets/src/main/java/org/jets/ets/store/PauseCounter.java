package org.jets.ets.store;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.jets.terms.PausableThread;
import org.jspecify.annotations.Nullable;

/**
 * Lets a {@link PausableThread} pause after every {@value #STEPS} steps of a long operation. Any
 * other thread pays a decrement for each step.
 *
 * <p>For use by one thread, in one operation.
 */
public final class PauseCounter {
  public static final int STEPS = 128;

  private static final long WAIT_MILLIS = 10;

  private final @Nullable PausableThread thread = PausableThread.current();
  private int left = STEPS;

  /** Counts a step. Called with no lock held. */
  public void step() {
    if (--left == 0) {
      left = STEPS;
      if (thread != null) {
        thread.pause();
      }
    }
  }

  /** Counts a step while locks are held. Checks for cancellation, and never pauses. */
  void stepUnderLock() {
    if (--left == 0) {
      left = STEPS;
      if (thread != null) {
        thread.checkCancelled();
      }
    }
  }

  /**
   * Acquires a lock that other threads may hold for long, and pauses while it waits. Called with no
   * lock held.
   */
  public void lock(Lock lock) {
    if (thread == null) {
      lock.lock();
      return;
    }
    boolean isInterrupted = false;
    try {
      boolean isTaken = false;
      while (!isTaken) {
        try {
          isTaken = lock.tryLock(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
        if (!isTaken) {
          thread.pause();
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
