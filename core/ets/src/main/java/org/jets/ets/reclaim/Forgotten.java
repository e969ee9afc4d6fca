package org.jets.ets.reclaim;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Gives back what belonged to objects that a program has forgotten: the net below what is given
 * back when a stream, an iterator or an owner comes to its end.
 *
 * <p>One daemon thread takes the {@link Forgettable} references from the queue. It is not a {@link
 * java.lang.ref.Cleaner}, whose list of references is guarded by one lock: here whoever makes a
 * reference keeps it reachable, so that to make one takes no lock.
 *
 * <p>What finds no memory is kept and tried again, about {@value #RETRY_MILLIS} ms later, until it
 * succeeds; {@value #IDLE_MILLIS} ms later if a thread kept it that had asked. It is not reported,
 * as nothing is lost. Meanwhile others are taken from the queue, as long as no more than {@value
 * #MOST_TO_RETRY} are kept; then they are taken one by one, as they succeed.
 */
public final class Forgotten {
  private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();

  private static final int RETRY_MILLIS = 100;

  /** After so long the thread looks whether another one has kept something. */
  private static final int IDLE_MILLIS = 1_000;

  /** While so many are to be tried again, a further one is kept by the thread alone. */
  private static final int MOST_TO_RETRY = 128;

  /**
   * Made beforehand, as there is no memory when it is needed. Twice as many: one for each taker.
   */
  private static final AtomicReferenceArray<Forgettable> TO_RETRY =
      new AtomicReferenceArray<>(2 * MOST_TO_RETRY);

  /** The number of places that are taken, or about to be. */
  private static final AtomicInteger TO_RETRY_COUNT = new AtomicInteger();

  static {
    try {
      Thread thread = new Thread(null, Forgotten::run, "jets-forgotten", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    } catch (OutOfMemoryError e) {
      // Without the thread, things are given back when a table is asked whether it is fixed.
    }
  }

  private Forgotten() {}

  /** Returns the queue to make {@link Forgettable} references with, and no others. */
  public static ReferenceQueue<Object> queue() {
    return QUEUE;
  }

  private static void run() {
    @Nullable Forgettable inHand = null;
    long retried = System.nanoTime();
    while (true) {
      try {
        if (inHand != null) {
          Thread.sleep(RETRY_MILLIS);
        } else {
          int millis = TO_RETRY_COUNT.get() == 0 ? IDLE_MILLIS : RETRY_MILLIS;
          inHand = (Forgettable) QUEUE.remove(millis);
        }
        if (inHand != null && giveBack(inHand, MOST_TO_RETRY) == null) {
          inHand = null;
        }
        if (System.nanoTime() - retried >= TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS)) {
          if (TO_RETRY_COUNT.get() > 0) {
            retry();
          }
          retried = System.nanoTime();
        }
      } catch (InterruptedException | RuntimeException | Error e) {
        // Nobody has a reason to interrupt this thread, and there is more to give back.
      }
    }
  }

  /** Gives back, on this thread, what has been found to be forgotten so far. */
  public static void giveBackAll() {
    if (TO_RETRY_COUNT.get() > 0) {
      retry();
    }
    while (TO_RETRY_COUNT.get() < MOST_TO_RETRY) {
      Reference<?> found = QUEUE.poll();
      if (found == null) {
        return;
      }
      giveBackOrReport((Forgettable) found);
    }
  }

  private static void retry() {
    for (int place = 0; place < TO_RETRY.length(); place++) {
      Forgettable failed = TO_RETRY.getAndSet(place, null);
      if (failed != null) {
        try {
          giveBackOrReport(failed);
        } finally {
          TO_RETRY_COUNT.decrementAndGet();
        }
      }
    }
  }

  private static void giveBackOrReport(Forgettable found) {
    OutOfMemoryError failure = giveBack(found, TO_RETRY.length());
    if (failure != null) {
      report(failure);
    }
  }

  /**
   * Gives back what has been forgotten.
   *
   * @param most once so many are kept, this one is not
   * @return the failure of what is not kept and has to be tried again; else null
   */
  private static @Nullable OutOfMemoryError giveBack(Forgettable found, int most) {
    try {
      found.forgotten();
    } catch (OutOfMemoryError e) {
      return TO_RETRY_COUNT.get() < most && keep(found) ? null : e;
    } catch (RuntimeException | Error e) {
      // The thread must live on for the others. What failed is unreachable, and so has no caller.
      report(e);
    }
    return null;
  }

  /** Keeps what is to be tried again. Allocates nothing. Returns false if there is no place. */
  private static boolean keep(Forgettable failed) {
    TO_RETRY_COUNT.incrementAndGet();
    for (int place = 0; place < TO_RETRY.length(); place++) {
      if (TO_RETRY.compareAndSet(place, null, failed)) {
        return true;
      }
    }
    TO_RETRY_COUNT.decrementAndGet();
    return false;
  }

  private static void report(Throwable failure) {
    try {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (RuntimeException | Error e) {
      // A full heap has no room for a report either.
    }
  }
}
