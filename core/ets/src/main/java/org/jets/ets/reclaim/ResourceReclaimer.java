package org.jets.ets.reclaim;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * Releases the resources of objects that a program has forgotten. It complements the release at the
 * regular end of a stream, an iterator or an owner.
 *
 * <p>One daemon thread takes the {@link Reclaimable} references from the queue. A {@link
 * java.lang.ref.Cleaner} would guard its list of references by one lock. Here the maker of a
 * reference keeps it reachable, so that making one takes no lock.
 *
 * <p>A release that runs out of memory is kept and retried about {@value #RETRY_MILLIS} ms later,
 * until it succeeds. If a thread other than the daemon kept it, the retry comes about {@value
 * #IDLE_MILLIS} ms later. The failure is not reported, since nothing is lost. Meanwhile the daemon
 * takes others from the queue, as long as at most {@value #MOST_TO_RETRY} are kept. After that it
 * takes them one by one, as they succeed.
 */
public final class ResourceReclaimer {
  private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();

  private static final int RETRY_MILLIS = 100;

  /** The time after which the thread checks whether another one has kept a reference. */
  private static final int IDLE_MILLIS = 1_000;

  /** The number of kept references from which on only the daemon keeps a further one. */
  private static final int MOST_TO_RETRY = 128;

  /**
   * The references to retry. Allocated beforehand, since there is no memory when it is needed. It
   * has twice the places, so that each taker has one.
   */
  private static final AtomicReferenceArray<Reclaimable> TO_RETRY =
      new AtomicReferenceArray<>(2 * MOST_TO_RETRY);

  /** The number of places that are taken, or are about to be. */
  private static final AtomicInteger TO_RETRY_COUNT = new AtomicInteger();

  static {
    try {
      Thread thread = new Thread(null, ResourceReclaimer::run, "jets-reclaimer", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    } catch (OutOfMemoryError e) {
      // Without the thread, a query whether a table is fixed releases them.
    }
  }

  private ResourceReclaimer() {}

  /** Returns the queue for {@link Reclaimable} references, and for no others. */
  public static ReferenceQueue<Object> queue() {
    return QUEUE;
  }

  private static void run() {
    @Nullable Reclaimable inHand = null;
    long retried = System.nanoTime();
    while (true) {
      try {
        if (inHand != null) {
          Thread.sleep(RETRY_MILLIS);
        } else {
          int millis = TO_RETRY_COUNT.get() == 0 ? IDLE_MILLIS : RETRY_MILLIS;
          inHand = (Reclaimable) QUEUE.remove(millis);
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
        // No thread has a reason to interrupt this one, and there is more to release.
      }
    }
  }

  /**
   * Releases, on this thread, the resources of all objects that are known to be forgotten so far.
   *
   * @throws StackOverflowError if the stack has no room for a release; then there was none
   */
  public static void giveBackAll() {
    StackRoom.requireForCall();
    if (TO_RETRY_COUNT.get() > 0) {
      retry();
    }
    while (TO_RETRY_COUNT.get() < MOST_TO_RETRY) {
      Reference<?> found = QUEUE.poll();
      if (found == null) {
        return;
      }
      giveBackOrReport((Reclaimable) found);
    }
  }

  private static void retry() {
    for (int place = 0; place < TO_RETRY.length(); place++) {
      Reclaimable failed = TO_RETRY.getAndSet(place, null);
      if (failed != null) {
        try {
          giveBackOrReport(failed);
        } finally {
          TO_RETRY_COUNT.decrementAndGet();
        }
      }
    }
  }

  private static void giveBackOrReport(Reclaimable found) {
    OutOfMemoryError failure = giveBack(found, TO_RETRY.length());
    if (failure != null) {
      report(failure);
    }
  }

  /**
   * Releases the resources of a forgotten object.
   *
   * @param most the number of kept references from which on this one is not kept
   * @return the failure if this one is not kept and must be retried; else null
   */
  private static @Nullable OutOfMemoryError giveBack(Reclaimable found, int most) {
    try {
      found.forgotten();
    } catch (OutOfMemoryError e) {
      return TO_RETRY_COUNT.get() < most && keep(found) ? null : e;
    } catch (RuntimeException | Error e) {
      // The thread must continue for the others. The failed object is unreachable, and so has no
      // caller.
      report(e);
    }
    return null;
  }

  /** Keeps a reference for a retry. Allocates nothing. Returns false if there is no place. */
  private static boolean keep(Reclaimable failed) {
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
