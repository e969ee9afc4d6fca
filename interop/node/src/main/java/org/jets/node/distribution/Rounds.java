package org.jets.node.distribution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks now and then after what has been added, in a thread of its own. No error ends the thread,
 * and it allocates nothing itself: so it comes to all, whatever memory there is. Safe for use by
 * many threads.
 */
final class Rounds implements AutoCloseable {
  private static final Logger LOG = System.getLogger("org.jets.node");

  /** Something to look after, once. */
  abstract static class Attended {
    private volatile boolean isRemoved;

    /** Changed by the one thread, with the lock held, once this has been added. */
    private volatile @Nullable Attended next;

    /** Looks after this; must not wait. */
    abstract void look(long nowNanos);
  }

  /** What was added last. Written with the lock of this held. */
  private volatile @Nullable Attended first;

  private final long roundNanos;
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Begins.
   *
   * @param roundNanos the time between two rounds
   */
  Rounds(String name, long roundNanos) {
    this.roundNanos = roundNanos;
    this.thread = Threads.start(name, this::run);
  }

  synchronized void add(Attended one) {
    one.next = first;
    first = one;
  }

  /** Lets one go, which the next round forgets. */
  void remove(Attended one) {
    one.isRemoved = true;
  }

  private synchronized void forgetRemoved() {
    Attended before = null;
    for (Attended one = first; one != null; one = one.next) {
      if (!one.isRemoved) {
        before = one;
      } else if (before == null) {
        first = one.next;
      } else {
        before.next = one.next;
      }
    }
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(this, roundNanos);
      // An interrupt that is not that of the end would keep the thread from waiting.
      Thread.interrupted();
      if (!closed) {
        look();
      }
    }
  }

  /** Whatever one round ends with, there is a next one. */
  private void look() {
    try {
      forgetRemoved();
      long now = System.nanoTime();
      for (Attended one = first; one != null; one = one.next) {
        look(one, now);
      }
    } catch (RuntimeException | Error e) {
      report(e);
    }
  }

  private static void look(Attended one, long now) {
    try {
      if (!one.isRemoved) {
        one.look(now);
      }
    } catch (RuntimeException | Error e) {
      report(e);
    }
  }

  private static void report(Throwable e) {
    try {
      LOG.log(Level.ERROR, "looking after a connection", e);
    } catch (RuntimeException | Error inLogging) {
      // There is no memory to tell it with; the next round may find some.
    }
  }

  /** Waits for the thread's end, unless that is the current one. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Threads.join(thread);
  }
}
