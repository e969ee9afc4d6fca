package org.jets.node.distribution;

import java.lang.ref.WeakReference;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of this JVM whose closing has begun and has not come to its end. An error in the
 * midst of closing, for want of memory, leaves a socket open that the JDK takes to be closed: then
 * its cleaner alone closes it, once the collector finds that nobody refers to it. A JVM that has
 * memory again may not collect for a long time, so {@link #collect} asks for it.
 *
 * <p>Nothing here but {@link Entry}'s constructor allocates. Safe for use by many threads; the lock
 * guards the list.
 */
final class UnclosedSockets {
  private static final Object LOCK = new Object();

  /** Guarded by {@link #LOCK}. */
  private static @Nullable Entry first;

  private UnclosedSockets() {}

  /** One socket; made with it, while there is memory. */
  static final class Entry extends WeakReference<Socket> {
    private @Nullable Entry next;

    Entry(Socket socket) {
      super(socket);
    }
  }

  /** Notes that closing begins. */
  static void add(Entry entry) {
    synchronized (LOCK) {
      entry.next = first;
      first = entry;
    }
  }

  /** Notes that closing has come to its end. */
  static void remove(Entry entry) {
    synchronized (LOCK) {
      unlink(entry);
    }
  }

  private static void unlink(Entry entry) {
    Entry before = null;
    for (Entry one = first; one != null; one = one.next) {
      if (one != entry) {
        before = one;
      } else if (before == null) {
        first = one.next;
      } else {
        before.next = one.next;
      }
    }
  }

  /** Has the heap collected if there are such sockets. Forgets those that are collected. */
  static void collect() {
    if (forgetCollected()) {
      System.gc();
    }
  }

  /** Returns true if some are left. */
  private static boolean forgetCollected() {
    synchronized (LOCK) {
      for (Entry one = first; one != null; one = one.next) {
        if (one.refersTo(null)) {
          unlink(one);
        }
      }
      return first != null;
    }
  }

  /** Returns true if one is in the list. For tests. */
  static boolean contains(Entry entry) {
    synchronized (LOCK) {
      Entry one = first;
      while (one != null && one != entry) {
        one = one.next;
      }
      return one != null;
    }
  }
}
