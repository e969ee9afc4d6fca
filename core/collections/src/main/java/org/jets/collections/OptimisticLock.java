package org.jets.collections;

import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A readers-writer lock whose readers write nothing to shared memory, as long as no writer meets
 * them: they read, and look whether there has been a writer meanwhile. A writer may run a user's
 * function, which may read what the lock guards, but not write to it.
 *
 * <p>Memory order is that of {@link StampedLock}: what an optimistic reader has read counts only if
 * no writer was there in between. What is read beside a writer may be torn; so whatever is thrown
 * then is thrown away, and what is read must end in any case.
 */
final class OptimisticLock {
  private final StampedLock lock = new StampedLock();

  /**
   * Who holds the lock to write. Others read it too, but find themselves in it only if it is so.
   */
  private @Nullable Thread owner;

  /**
   * Takes the lock alone.
   *
   * @return what {@link #unlock} wants to have
   * @throws IllegalStateException if this thread has it, in a function that it runs for a writer
   */
  long lock() {
    long stamp = lock.tryWriteLock();
    if (stamp == 0) {
      if (isOwner()) {
        throw new IllegalStateException(
            "Recursive update: the function called the map it runs for");
      }
      stamp = lock.writeLock();
    }
    owner = Thread.currentThread();
    return stamp;
  }

  void unlock(long stamp) {
    owner = null;
    lock.unlockWrite(stamp);
  }

  private boolean isOwner() {
    return owner == Thread.currentThread();
  }

  /**
   * Begins to read without the lock: what {@link #read} does, for those who must not make an object
   * for it.
   *
   * @return what {@link #isUnchanged} wants to have; 0 if there is a writer
   */
  long tryRead() {
    return lock.tryOptimisticRead();
  }

  /** Whether no writer came in between. */
  boolean isUnchanged(long stamp) {
    return lock.validate(stamp);
  }

  /** Reads without the lock, and with it if a writer came in between. */
  <R> @Nullable R read(Supplier<? extends @Nullable R> query) {
    long stamp = lock.tryOptimisticRead();
    if (stamp != 0) {
      try {
        R result = query.get();
        if (lock.validate(stamp)) {
          return result;
        }
      } catch (RuntimeException e) {
        if (lock.validate(stamp)) {
          throw e;
        }
      }
    }
    return readLocked(query);
  }

  /** Reads while no writer has the lock, unless it is this thread's function that reads. */
  <R> @Nullable R readLocked(Supplier<? extends @Nullable R> query) {
    if (isOwner()) {
      return query.get();
    }
    long stamp = lock.readLock();
    try {
      return query.get();
    } finally {
      lock.unlockRead(stamp);
    }
  }

  boolean isFree() {
    return !lock.isWriteLocked() && !lock.isReadLocked() && owner == null;
  }
}
