package org.jets.terms;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A thread that long operations on terms and tables call between two steps. It may then wait, to
 * let other threads run, or cancel the operation. A subclass of {@link Thread} implements this
 * interface; in other threads, operations run without these calls.
 *
 * <p>A cancelled operation ends with the exception. As with any other exception, the effects so far
 * remain.
 */
public interface PausableThread {
  /**
   * Pauses a long operation between two steps. May wait: the operation holds no lock.
   *
   * @throws CancellationException to cancel the operation
   */
  void pause();

  /**
   * Checks for cancellation inside a long step. Never waits: the operation may hold locks.
   *
   * @throws CancellationException to cancel the operation
   */
  void checkCancelled();

  /** Returns the current thread if it is one of these, or null. Constant time. */
  static @Nullable PausableThread current() {
    return Thread.currentThread() instanceof PausableThread thread ? thread : null;
  }
}
