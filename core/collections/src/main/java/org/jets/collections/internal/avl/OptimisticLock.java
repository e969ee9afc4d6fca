package org.jets.collections.internal.avl;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * A readers-writer lock whose readers write no shared memory while there is no writer. A reader
 * reads, and checks afterwards that no writer came in between.
 *
 * <p><b>Callbacks.</b> A writer, or a reader that holds the lock, may run a user's function or
 * comparator. The callback may read the guarded state, but {@link #lock} refuses it with an
 * IllegalStateException. For this a reader under the lock is registered, by the identity of its
 * thread.
 *
 * <p><b>Errors.</b> A writer releases the lock by the statements that {@link #lock} shows. If the
 * stack has no room for the call, the writer stores its stamp instead. The next thread that finds
 * the lock held then releases it. A waiter checks for that every {@value #NET_MILLIS} ms. A waiter
 * that has been interrupted is interrupted again when it has the lock; if that throws, it gives the
 * lock back. So no error, and no exhausted stack, leaves the lock held.
 *
 * <p>The JDK calls deeper after the CAS that takes the lock. So each attempt makes sure of room on
 * the stack first, and the release, which the same frame calls, finds that room. The stored stamp
 * is for other errors. One thread alone gets a stored stamp, by a CAS. It is the one that can
 * release that stamp, so nothing changes between its check and its release.
 *
 * <p><b>Memory order.</b> That of {@link StampedLock}: what an optimistic reader has read counts
 * only if no writer came in between. What it reads beside a writer may be torn; so whatever is
 * thrown then is dropped, and each read ends in any case.
 */
public final class OptimisticLock {
  private static final VarHandle READERS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "readers", VarHandle.class, OptimisticLock.class, Reader.class);

  private static final VarHandle ABANDONED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "abandoned", VarHandle.class, OptimisticLock.class, long.class);

  static {
    LockSupport.unpark(null); // Initializes the class before a thread waits.
  }

  /** A thread that reads under the lock, until the field is null. */
  private static final class Reader {
    private volatile @Nullable Thread thread;
    private @Nullable Reader next;

    Reader(Thread thread) {
      this.thread = thread;
    }
  }

  private static final long PATIENCE_SECONDS = 10;

  /** The time after which a waiter checks whether the lock has been abandoned. */
  private static final long NET_MILLIS = 100;

  public final StampedLock word = new StampedLock();

  /**
   * The thread that holds the lock to write. Others may read an outdated value here, but each
   * thread sees itself only while it holds the lock.
   */
  public @Nullable Thread owner;

  /** The stamp of a writer that has had no stack to give the lock back; else 0. */
  public volatile long abandoned;

  private final PrefixOrder<?> order;

  private volatile @Nullable Reader readers;

  /**
   * @param order by which readers compare keys under the lock
   */
  public OptimisticLock(PrefixOrder<?> order) {
    this.order = order;
  }

  /**
   * Takes the lock alone. It is given back by
   *
   * <pre>{@code
   * finally {
   *   lock.owner = null;
   *   try {
   *     lock.word.unlockWrite(stamp);
   *   } catch (VirtualMachineError e) {
   *     if (lock.abandoned < stamp) { // A later writer's release is not forgotten for this one.
   *       lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
   *     }
   *   }
   * }
   * }</pre>
   *
   * @return the stamp for the release
   * @throws IllegalStateException if this thread has the lock, in a function that it runs under it
   */
  public long lock() {
    Thread current = Thread.currentThread();
    StackRoom.require(); // An overflow below could leave the lock held.
    long stamp = word.tryConvertToWriteLock(word.tryOptimisticRead());
    if (stamp == 0) {
      stamp = lockHeld(current);
    }
    owner = current;
    return stamp;
  }

  private long lockHeld(Thread current) {
    if (owner == current || isReader(current)) {
      throw new IllegalStateException(
          "Recursive update: a function, or a method of a key or value, changes the map that calls"
              + " it");
    }
    StackRoom.require();
    boolean isInterrupted = false;
    long stamp = 0;
    while (stamp == 0) {
      releaseAbandoned();
      try {
        stamp = word.tryWriteLock(NET_MILLIS, TimeUnit.MILLISECONDS);
        if (stamp == 0) {
          stamp = word.tryWriteLock(); // A timed attempt waits behind others, be they gone.
        }
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    boolean isOver = !isInterrupted;
    try {
      if (isInterrupted) {
        current.interrupt(); // May be overridden.
        isOver = true;
      }
    } finally {
      if (!isOver) {
        word.unlockWrite(stamp);
      }
    }
    return stamp;
  }

  /** Returns true if the calling thread runs a callback under the lock. */
  boolean isInside() {
    Thread current = Thread.currentThread();
    return owner == current || (readers != null && isReader(current));
  }

  /** Gives the lock back for a writer that has had no stack to do so. */
  private void releaseAbandoned() {
    long stamp = abandoned;
    if (stamp != 0 && ABANDONED.compareAndSet(this, stamp, 0L) && word.validate(stamp)) {
      word.unlockWrite(stamp);
    }
  }

  private boolean isReader(Thread thread) {
    for (Reader reader = readers; reader != null; reader = reader.next) {
      if (reader.thread == thread) {
        return true;
      }
    }
    return false;
  }

  /**
   * Begins to read without the lock: {@link #read} without an object for the query.
   *
   * @return the stamp for {@link #isUnchanged}; 0 if there is a writer
   */
  long tryRead() {
    return word.tryOptimisticRead();
  }

  /** Returns true if no writer came in between. */
  boolean isUnchanged(long stamp) {
    return word.validate(stamp);
  }

  /** Reads without the lock, and with it if a writer came in between. */
  <R> @Nullable R read(Supplier<? extends @Nullable R> query) {
    long stamp = word.tryOptimisticRead();
    if (stamp != 0) {
      try {
        R result = query.get();
        if (word.validate(stamp)) {
          return result;
        }
      } catch (RuntimeException e) {
        if (word.validate(stamp)) {
          throw e;
        }
      }
    }
    return readLocked(query);
  }

  /**
   * Reads while no other thread writes. In a function that runs under the lock it does not wait.
   */
  public <R> @Nullable R readLocked(Supplier<? extends @Nullable R> query) {
    if (isInside()) {
      return query.get();
    }
    Thread current = Thread.currentThread();
    Reader self = order.callsForeignCode() ? register(current) : null;
    try {
      StackRoom.require(); // An overflow below could leave the lock held.
      long stamp = readLock(current);
      try {
        return query.get();
      } finally {
        word.unlockRead(stamp);
      }
    } finally {
      if (self != null) {
        self.thread = null;
      }
    }
  }

  /** Queues behind a writer that waits. An attempt without a time would overtake it. */
  private long readLock(Thread current) {
    boolean isInterrupted = false;
    long stamp = 0;
    while (stamp == 0) {
      releaseAbandoned();
      try {
        stamp = word.tryReadLock(NET_MILLIS, TimeUnit.MILLISECONDS);
        if (stamp == 0) {
          stamp = word.tryReadLock();
        }
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    boolean isOver = !isInterrupted;
    try {
      if (isInterrupted) {
        current.interrupt(); // May be overridden.
        isOver = true;
      }
    } finally {
      if (!isOver) {
        word.unlockRead(stamp);
      }
    }
    return stamp;
  }

  private Reader register(Thread current) {
    Reader self = new Reader(current);
    Reader first;
    do {
      first = readers;
      Reader live = first;
      while (live != null && live.thread == null) {
        live = live.next;
      }
      self.next = live;
    } while (!READERS.compareAndSet(this, first, self));
    return self;
  }

  /** Returns true if no thread has the lock, or will have given it back soon. For tests. */
  public boolean isFree() throws InterruptedException {
    releaseAbandoned();
    long stamp = owner == null ? word.tryWriteLock(PATIENCE_SECONDS, TimeUnit.SECONDS) : 0;
    if (stamp == 0) {
      return false;
    }
    try {
      boolean isReading = false;
      for (Reader reader = readers; reader != null; reader = reader.next) {
        isReading |= reader.thread == Thread.currentThread();
      }
      return !isReading;
    } finally {
      word.unlockWrite(stamp);
    }
  }
}
