package org.jets.node.distribution;

import java.lang.ref.WeakReference;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of this JVM that may be open although they are closed for the JDK. An error for want
 * of memory in the midst of closing leaves the descriptor open: then the JDK's cleaner alone closes
 * it, once the collector finds that nobody refers to the socket. The error need not meet the thread
 * that closes: the last thread that reads or writes closes the descriptor on its way out.
 *
 * <p>A JVM that has memory again may not collect for a long time, so {@link #collect} asks for it:
 * at most {@value #MOST_COLLECTIONS} times for a socket, after pauses that double. A socket for
 * which all of them are spent waits for a collection that the JVM makes by itself.
 *
 * <p>Nothing here but {@link Entry}'s constructor allocates. Safe for use by many threads; the lock
 * guards the list.
 */
final class UnclosedSockets {
  /** With a first pause of a second the last collection comes after 17 minutes. */
  static final int MOST_COLLECTIONS = 10;

  static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Object LOCK = new Object();

  /** Guarded by {@link #LOCK}. */
  private static @Nullable Entry first;

  private UnclosedSockets() {}

  /** One socket; made with it, while there is memory. */
  static final class Entry extends WeakReference<Socket> {
    /** Guarded by {@link #LOCK}, as is all that follows. */
    private @Nullable Entry next;

    private boolean isListed;

    /** Whether the collector alone takes this out of the list. */
    private boolean isSuspect;

    /** Whether a round has come to this, which fixes when the first collection is due. */
    private boolean isSeen;

    /** How many collections have been asked for, and when the next is due. */
    private int collections;

    private long dueNanos;

    Entry(Socket socket) {
      super(socket);
    }

    /** Returns true if the collector alone takes this out of the list. For tests. */
    boolean isSuspect() {
      synchronized (LOCK) {
        return isSuspect;
      }
    }
  }

  /** Notes that closing begins. */
  static void add(Entry entry) {
    synchronized (LOCK) {
      link(entry);
    }
  }

  /** Notes that closing has come to its end, which is not believed of a suspect. */
  static void remove(Entry entry) {
    synchronized (LOCK) {
      if (!entry.isSuspect) {
        unlink(entry);
      }
    }
  }

  /**
   * Notes that an error has met a thread that uses the socket: whatever closing comes to, the
   * socket is left to the collector. Collections are asked for anew.
   */
  static void suspect(Entry entry) {
    synchronized (LOCK) {
      entry.isSuspect = true;
      entry.collections = 0;
      entry.isSeen = false;
      link(entry);
    }
  }

  private static void link(Entry entry) {
    if (!entry.isListed) {
      entry.isListed = true;
      entry.next = first;
      first = entry;
    }
  }

  private static void unlink(Entry entry) {
    entry.isListed = false;
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

  /**
   * Has the heap collected if that is due for such a socket. Forgets those that are collected.
   *
   * @return true if it has been collected
   */
  static boolean collect(long nowNanos) {
    boolean isDue = forgetCollected(nowNanos);
    if (isDue) {
      System.gc();
    }
    return isDue;
  }

  /** Returns true if a collection is due for one that is left. */
  private static boolean forgetCollected(long nowNanos) {
    boolean isDue = false;
    synchronized (LOCK) {
      for (Entry one = first; one != null; one = one.next) {
        if (one.refersTo(null)) {
          unlink(one);
        } else if (!one.isSeen) {
          // Most sockets are closed at once, and a connection that ends needs its processor time.
          one.isSeen = true;
          one.dueNanos = nowNanos + FIRST_PAUSE_NANOS;
        } else if (nowNanos - one.dueNanos >= 0) {
          isDue |= isCollectionLeft(one, nowNanos);
        }
      }
    }
    return isDue;
  }

  private static boolean isCollectionLeft(Entry entry, long nowNanos) {
    if (entry.collections == MOST_COLLECTIONS) {
      unlink(entry);
      return false;
    }
    entry.collections++;
    entry.dueNanos = nowNanos + (FIRST_PAUSE_NANOS << entry.collections);
    return true;
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
