package org.jets.ets.expiry;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The daemon thread that removes what has expired in all tables. There is one as long as a table
 * has had an object that can expire, and is neither deleted nor forgotten. Tables are referred to
 * weakly. The thread goes from table to table with a bounded number of steps for each, and rests
 * when no table has more to do.
 */
final class ExpiryThread {
  private static final int STEPS = 1_000;
  private static final int REST_MILLIS = 50;

  private static final Object LOCK = new Object();

  @GuardedBy("LOCK") private static final List<WeakReference<ExpiringStore>> STORES = new ArrayList<>();

  @GuardedBy("LOCK") private static @Nullable Thread thread;

  private ExpiryThread() {}

  /** Adds a store. If there is no memory for the thread, the next call starts it. */
  static void add(ExpiringStore store) {
    synchronized (LOCK) {
      WeakReference<ExpiringStore> known = new WeakReference<>(store);
      if (thread == null || !thread.isAlive()) {
        Thread made = new Thread(null, ExpiryThread::run, "jets-expiry", 0, false);
        made.setDaemon(true);
        made.setContextClassLoader(null);
        made.start();
        thread = made;
      }
      STORES.add(known);
    }
  }

  /** Returns whether the thread is there. */
  static boolean isRunning() {
    synchronized (LOCK) {
      return thread != null;
    }
  }

  private static void run() {
    boolean hasMore = true;
    while (true) {
      if (!hasMore) {
        rest();
      }
      hasMore = false;
      WeakReference<ExpiringStore> known;
      for (int next = 0; (known = store(next)) != null; ) {
        Boolean left = sweep(known);
        if (left == null) {
          forget(known);
        } else {
          hasMore |= left;
          next++;
        }
      }
      if (hasEnded()) {
        return;
      }
    }
  }

  private static @Nullable WeakReference<ExpiringStore> store(int number) {
    synchronized (LOCK) {
      return number < STORES.size() ? STORES.get(number) : null;
    }
  }

  private static void forget(WeakReference<ExpiringStore> known) {
    synchronized (LOCK) {
      STORES.remove(known);
    }
  }

  /** Ends the thread if there is no store. */
  private static boolean hasEnded() {
    synchronized (LOCK) {
      if (!STORES.isEmpty()) {
        return false;
      }
      thread = null;
      return true;
    }
  }

  private static void rest() {
    try {
      Thread.sleep(REST_MILLIS);
    } catch (InterruptedException e) {
      // No thread has a reason to interrupt this one, and tables need it.
    }
  }

  /** Sweeps a store. Returns whether it has more to do; null if it needs no more sweeps. */
  private static @Nullable Boolean sweep(WeakReference<ExpiringStore> known) {
    ExpiringStore store = known.get();
    if (store == null || store.isClosed()) {
      return null;
    }
    try {
      return store.sweep(STEPS);
    } catch (RuntimeException | Error e) {
      // The thread must go on for the other tables. What failed is tried again after the rest.
      return false;
    }
  }
}
