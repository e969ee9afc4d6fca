package org.jets.node.distribution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks after registered objects at regular intervals, in a thread of its own. No error ends the
 * thread, and it allocates nothing itself. So each object has its turn, however little memory there
 * is. Safe for use by many threads.
 */
final class PeriodicChecks implements AutoCloseable {
  private static final Logger LOG = System.getLogger("org.jets.node");

  /** An object to look after. It is registered at most once. */
  abstract static class Attended {
    private volatile boolean isRemoved;

    /**
     * The next object of the list. Written with the lock held: at first by the thread that adds
     * this, then only by the thread of the rounds.
     */
    private volatile @Nullable Attended next;

    /** Looks after this; must not wait. */
    abstract void look(long nowNanos);
  }

  /** The object that was added last. Written with the lock of this held. */
  private volatile @Nullable Attended first;

  private final long roundNanos;
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Starts the thread.
   *
   * @param roundNanos the time between two rounds
   */
  PeriodicChecks(String name, long roundNanos) {
    this.roundNanos = roundNanos;
    this.thread = Threads.start(name, this::run);
  }

  synchronized void add(Attended one) {
    one.next = first;
    first = one;
  }

  /** Marks an object as removed. The next round forgets it. */
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
      // Without this, an interrupt would keep the thread from waiting.
      Thread.interrupted();
      if (!closed) {
        look();
      }
    }
  }

  /** Looks after all objects. Another round follows, whatever error this one ends with. */
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
      // There is no memory to report it; the next round may find some.
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
