package org.jets.node.distribution;

/**
 * Polls a condition for a moment before a thread blocks. Much of what a node waits for comes within
 * microseconds. Blocking and waking take longer than that. They take longest on virtual processors,
 * which are descheduled while they are idle.
 *
 * <p>One wait costs at most that much processor time. The thread yields between two polls.
 *
 * <p>For any thread. This class keeps no state and promises nothing: a caller must check its
 * condition again, and be woken, as if there were no polling.
 */
public final class SpinWait {
  /** About the time of a round trip to another node of the same machine that polls too. */
  private static final long NANOS = 40_000;

  private SpinWait() {}

  /**
   * A condition that a thread waits for.
   *
   * @param <E> the exception that polling may end with
   */
  @FunctionalInterface
  public interface Condition<E extends Exception> {
    /** Returns true if there is nothing left to wait for. */
    boolean holds() throws E;
  }

  /**
   * Returns when a condition holds, or after about 40 microseconds; later if other threads take the
   * processor. Keeps an interrupt for the wait that follows.
   *
   * @throws E if polling fails
   */
  public static <E extends Exception> void until(Condition<E> condition) throws E {
    until(condition, NANOS);
  }

  @SuppressWarnings("ThreadPriorityCheck") // Correctness does not depend on what other threads do
  // meanwhile.
  static <E extends Exception> void until(Condition<E> condition, long nanos) throws E {
    long start = System.nanoTime();
    while (!condition.holds() && System.nanoTime() - start < nanos) {
      Thread.yield();
    }
  }
}
