package org.jets.node.distribution;

import java.lang.ref.WeakReference;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of this JVM that may be open although the JDK takes them to be closed. An error for
 * want of memory while closing leaves the descriptor open. Then only the JDK's cleaner closes it,
 * once the collector finds the socket unreachable. The error need not occur in the thread that
 * closes: the last thread that reads or writes closes the descriptor when it leaves.
 *
 * <p>A JVM that has memory again may not collect for a long time. So {@link #collect} requests
 * collections: at most {@value #MOST_COLLECTIONS} for one socket. All sockets share the pause
 * between collections. It doubles up to 16 seconds while there are such sockets. It is at least
 * {@value #LEAST_PAUSE_RATIO} times as long as the previous collection. A socket that has had all
 * its collections waits for one that the JVM makes by itself.
 *
 * <p>Only {@link Entry}'s constructor allocates. Safe for use by many threads; the lock guards the
 * list.
 */
final class UnclosedSockets {
  /** The number of collections for one socket. */
  static final int MOST_COLLECTIONS = 10;

  /** The number of times that the pause doubles. */
  static final int MOST_DOUBLINGS = 4;

  /** The ratio that limits collections to a tenth of the time. */
  static final int LEAST_PAUSE_RATIO = 9;

  static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  static final UnclosedSockets OF_JVM = new UnclosedSockets(UnclosedSockets::collectHeap);

  /** Collects the heap and returns how long that took, in nanoseconds. */
  private final LongSupplier collector;

  private final Object lock = new Object();

  /** Guarded by {@link #lock}, as are the next fields. */
  private @Nullable Entry first;

  /**
   * The number of times that the pause has doubled since the list was empty; 0 before the first
   * collection.
   */
  private int rounds;

  /** The end of that pause, if {@link #rounds} is not 0. */
  private long nextNanos;

  /** The entry of one socket, allocated with it, while there is memory. */
  static final class Entry extends WeakReference<Socket> {
    /** Guarded by the list's lock, as are the next fields. */
    private @Nullable Entry next;

    private boolean isListed;

    /** True if only the collector takes this out of the list. */
    private boolean isSuspect;

    /** True once a round has seen this, which sets the time of the first collection. */
    private boolean isSeen;

    /** The number of collections requested since this has been in the list. */
    private int collections;

    /** The time before which no collection is requested for this. */
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

  /** Adds a socket whose closing begins. */
  void add(Entry entry) {
    synchronized (lock) {
      link(entry);
    }
  }

  /** Removes a socket whose closing has ended, unless it is suspect. */
  void remove(Entry entry) {
    synchronized (lock) {
      if (!entry.isSuspect) {
        unlink(entry);
      }
    }
  }

  /**
   * Marks a socket as suspect: an error may have kept a thread that uses it from closing it.
   * Whatever closing ends with, the socket is left to the collector. Its collections start anew.
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
   * Requests a collection if one is due for such a socket. Forgets sockets that have been
   * collected.
   *
   * @return true if it has requested one
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

  /** Returns true if a collection is due for a socket that is left. */
  private boolean forgetCollected(long nowNanos) {
    boolean isDue = false;
    synchronized (lock) {
      boolean isPaused = rounds > 0 && nowNanos - nextNanos < 0;
      for (Entry one = first; one != null; one = one.next) {
        if (one.refersTo(null)) {
          unlink(one);
        } else if (!one.isSeen) {
          // Most sockets are closed at once, and the end of a connection needs its processor time.
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

  /** Returns true if only the collector takes it out of the list. For tests. */
  boolean isSuspect(Entry entry) {
    synchronized (lock) {
      return entry.isSuspect;
    }
  }

  /** Returns true if it is in the list. For tests. */
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
