package org.jets.terms;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A thread that long operations on terms and tables ask, between two steps, to go on. It may wait
 * then, so that others get on, or call the operation off. A subclass of {@link Thread} implements
 * it; in any other thread operations ask nobody.
 *
 * <p>An operation that is called off ends with the exception and leaves what it has done so far, as
 * an operation that ends with any other exception.
 */
public interface PausableThread {
  /**
   * Called between two steps of a long operation. May wait: the operation holds no lock.
   *
   * @throws CancellationException to call the operation off
   */
  void pause();

  /**
   * Called inside a long step. Never waits: the operation may hold locks.
   *
   * @throws CancellationException to call the operation off
   */
  void checkCancelled();

  /** Returns the current thread if it is one of these, or null. Constant time. */
  static @Nullable PausableThread current() {
    return Thread.currentThread() instanceof PausableThread thread ? thread : null;
  }
}
