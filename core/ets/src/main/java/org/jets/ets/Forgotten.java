package org.jets.ets;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/**
 * Gives back what belonged to objects that a program has forgotten: the net below what is given
 * back when a stream, an iterator or an owner comes to its end.
 *
 * <p>One daemon thread takes the {@link Forgettable} references from the queue. It is not a {@link
 * java.lang.ref.Cleaner}, whose list of references is guarded by one lock: here whoever makes a
 * reference keeps it reachable, so that to make one takes no lock.
 */
final class Forgotten {
  private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();

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
  static ReferenceQueue<Object> queue() {
    return QUEUE;
  }

  private static void run() {
    while (true) {
      try {
        giveBack(QUEUE.remove());
      } catch (InterruptedException | RuntimeException | Error e) {
        // Nobody has a reason to interrupt this thread, and there is more to give back. Where the
        // heap is full, there is room again later.
      }
    }
  }

  /** Gives back, on this thread, what has been found to be forgotten so far. */
  static void giveBackAll() {
    for (Reference<?> found; (found = QUEUE.poll()) != null; ) {
      giveBack(found);
    }
  }

  private static void giveBack(Reference<?> found) {
    try {
      ((Forgettable) found).forgotten();
    } catch (RuntimeException | Error e) {
      // The thread must live on for the others. What failed is unreachable, and so has no caller.
      report(e);
    }
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
