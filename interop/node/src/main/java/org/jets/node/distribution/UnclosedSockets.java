package org.jets.node.distribution;

import java.lang.ref.WeakReference;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of this JVM that may be open although they are closed for the JDK. An error for want
 * of memory in the midst of closing leaves the descriptor open: then the JDK's cleaner alone closes
 * it, once the collector finds that nobody refers to the socket. The error need not meet the thread
 * that closes: the last thread that reads or writes closes the descriptor on its way out.
 *
 * <p>A JVM that has memory again may not collect for a long time, so {@link #collect} asks for it:
 * at most {@value #MOST_COLLECTIONS} times for a socket. The pause between collections is that of
 * all sockets together. It doubles up to 16 seconds while there are such sockets, and is at least
 * {@value #LEAST_PAUSE_RATIO} times as long as the collection before it. A socket for which all its
 * collections are spent waits for one that the JVM makes by itself.
 *
 * <p>Nothing here but {@link Entry}'s constructor allocates. Safe for use by many threads; the lock
 * guards the list.
 */
final class UnclosedSockets {
  /** The collections for a socket. */
  static final int MOST_COLLECTIONS = 10;

  /** How often the pause doubles. */
  static final int MOST_DOUBLINGS = 4;

  /** Collections take at most a tenth of the time. */
  static final int LEAST_PAUSE_RATIO = 9;

  static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  static final UnclosedSockets OF_JVM = new UnclosedSockets(UnclosedSockets::collectHeap);

  /** Collects the heap and returns how long that took, in nanoseconds. */
  private final LongSupplier collector;

  private final Object lock = new Object();

  /** Guarded by {@link #lock}, as is all that follows. */
  private @Nullable Entry first;

  /** How often the pause has doubled since the list was empty; 0 before the first collection. */
  private int rounds;

  /** The end of that pause, if {@link #rounds} is not 0. */
  private long nextNanos;

  /** One socket; made with it, while there is memory. */
  static final class Entry extends WeakReference<Socket> {
    /** Guarded by the list's lock, as is all that follows. */
    private @Nullable Entry next;

    private boolean isListed;

    /** True if the collector alone takes this out of the list. */
    private boolean isSuspect;

    /** True once a round has come to this, which fixes when the first collection is due. */
    private boolean isSeen;

    /** The number of collections that have been asked for since this is in the list. */
    private int collections;

    /** The time before which no collection is asked for this. */
    private long dueNanos;

    Entry(Socket socket) {
      super(socket);
    }
  }

  UnclosedSockets(LongSupplier collector) {
    this.collector = collector;
  }

  private static long collectHeap() {
    long begin = System.nanoTime();
    System.gc();
    return System.nanoTime() - begin;
  }

  /** Notes that closing begins. */
  void add(Entry entry) {
    synchronized (lock) {
      link(entry);
    }
  }

  /** Notes that closing has come to its end, which is not believed of a suspect. */
  void remove(Entry entry) {
    synchronized (lock) {
      if (!entry.isSuspect) {
        unlink(entry);
      }
    }
  }

  /**
   * Notes that an error may have kept a thread that uses the socket from closing it: whatever
   * closing comes to, the socket is left to the collector. Collections are asked for anew.
   */
  void suspect(Entry entry) {
    synchronized (lock) {
      entry.isSuspect = true;
      entry.collections = 0;
      entry.isSeen = false;
      link(entry);
    }
  }

  private void link(Entry entry) {
    if (!entry.isListed) {
      entry.isListed = true;
      entry.next = first;
      first = entry;
    }
  }

  private void unlink(Entry entry) {
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
    if (first == null) {
      rounds = 0;
    }
  }

  /**
   * Has the heap collected if that is due for such a socket. Forgets those that are collected.
   *
   * @return true if it has been collected
   */
  boolean collect(long nowNanos) {
    boolean isDue = forgetCollected(nowNanos);
    if (isDue) {
      long collectionNanos = collector.getAsLong();
      synchronized (lock) {
        long leastNanos = nowNanos + (1 + LEAST_PAUSE_RATIO) * collectionNanos;
        if (leastNanos - nextNanos > 0) {
          nextNanos = leastNanos;
        }
      }
    }
    return isDue;
  }

  /** Returns true if a collection is due for one that is left. */
  private boolean forgetCollected(long nowNanos) {
    boolean isDue = false;
    synchronized (lock) {
      boolean isPaused = rounds > 0 && nowNanos - nextNanos < 0;
      for (Entry one = first; one != null; one = one.next) {
        if (one.refersTo(null)) {
          unlink(one);
        } else if (!one.isSeen) {
          // Most sockets are closed at once, and a connection that ends needs its processor time.
          one.isSeen = true;
          one.dueNanos = nowNanos + FIRST_PAUSE_NANOS;
        } else if (!isPaused && nowNanos - one.dueNanos >= 0) {
          isDue |= isCollectionLeft(one);
        }
      }
      if (isDue) {
        rounds = Math.min(rounds + 1, MOST_DOUBLINGS);
        nextNanos = nowNanos + (FIRST_PAUSE_NANOS << rounds);
      }
    }
    return isDue;
  }

  private boolean isCollectionLeft(Entry entry) {
    if (entry.collections == MOST_COLLECTIONS) {
      unlink(entry);
      return false;
    }
    entry.collections++;
    return true;
  }

  /** Returns true if the collector alone takes it out of the list. For tests. */
  boolean isSuspect(Entry entry) {
    synchronized (lock) {
      return entry.isSuspect;
    }
  }

  /** Returns true if one is in the list. For tests. */
  boolean contains(Entry entry) {
    synchronized (lock) {
      Entry one = first;
      while (one != null && one != entry) {
        one = one.next;
      }
      return one != null;
    }
  }
}
