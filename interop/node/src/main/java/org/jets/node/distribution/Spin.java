package org.jets.node.distribution;

/**
 * Looks again and again for a moment, before a thread blocks that waits for another. Much of what a
 * node waits for comes within microseconds, and to be blocked and woken takes longer than that, the
 * longest on virtual processors, which are taken away while nothing runs on them. A wait costs so
 * much of a processor at most, and between two looks other threads may run.
 *
 * <p>For any thread. Nothing is kept here, and nothing is promised: who waits must look again, and
 * be woken, as if there were no looking before.
 */
public final class Spin {
  /** About as long as a round trip to another node of the same machine takes that looks as well. */
  private static final long NANOS = 40_000;

  private Spin() {}

  /**
   * What is waited for.
   *
   * @param <E> what looking may end with
   */
  @FunctionalInterface
  public interface Condition<E extends Exception> {
    /** Whether there is nothing to wait for any more. */
    boolean holds() throws E;
  }

  /**
   * Returns when a condition holds, or after some 40 microseconds, or more if other threads take
   * the processor. An interrupt is left to the wait that follows.
   *
   * @throws E if looking fails
   */
  public static <E extends Exception> void until(Condition<E> condition) throws E {
    until(condition, NANOS);
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on what others do meanwhile.
  static <E extends Exception> void until(Condition<E> condition, long nanos) throws E {
    long start = System.nanoTime();
    while (!condition.holds() && System.nanoTime() - start < nanos) {
      Thread.yield();
    }
  }
}
