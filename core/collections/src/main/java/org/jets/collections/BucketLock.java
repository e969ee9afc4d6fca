package org.jets.collections;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock for short critical sections: one CAS to take it, one store to give it back, no queue. It
 * excludes everybody; with {@link ReaderGroups} it can be shared by readers too.
 *
 * <p>Who finds it held spins a little, since a critical section without a user's function is some
 * tens of nanoseconds; then sleeps, since the holder may have lost its processor, and twice as long
 * each time, up to a millisecond, since a user's function may take any time. So nobody waits more
 * than twice as long as the lock is held plus a millisecond, a virtual thread is unmounted while it
 * waits, and giving the lock back needs no look for who is waiting. It is not fair and not
 * reentrant: a thread that waits for itself is told so, see {@link #owner}.
 *
 * <p>It does not yield, unless it is interrupted and cannot sleep: Linux takes from a thread that
 * yields its share of the processor for some milliseconds, each time, if others want it; with more
 * threads than processors such waiters were found to stand still for a tenth of a second.
 *
 * <p><b>Memory order.</b> Taking is a volatile CAS, which also orders the look at the readers
 * behind it (a reader does the same the other way round: one of the two sees the other). Giving
 * back is a release store that pairs with the next taker's CAS. Once {@linkplain #retire retired} a
 * lock is never held again: who waited for it has to look for the lock that took its place.
 */
class BucketLock {
  private static final int FREE = 0;
  private static final int HELD = 1;
  private static final int RETIRED = 2;

  private static final int SPINS = 128;
  private static final long MAX_SLEEP_NANOS = 1_000_000;

  private static final VarHandle WORD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "word", VarHandle.class, BucketLock.class, int.class);

  private volatile int word;

  /** Who runs a user's function under this lock. Read by others, but true only for the reader. */
  private @Nullable Thread owner;

  private final @Nullable ReaderGroups readers;

  BucketLock(@Nullable ReaderGroups readers) {
    this.readers = readers;
  }

  /** Takes the lock if nobody has it; false also if it is retired. */
  final boolean tryLock() {
    if (word != FREE || !WORD.compareAndSet(this, FREE, HELD)) {
      return false;
    }
    if (readers != null) {
      readers.awaitNone();
    }
    return true;
  }

  /**
   * Takes the lock.
   *
   * @return false if it is retired
   * @throws IllegalStateException if this thread waits for its own function
   */
  final boolean lock() {
    for (int round = 0; !tryLock(); round++) {
      if (isRetired()) {
        return false;
      }
      pause(round);
    }
    return true;
  }

  /**
   * Takes the lock together with other readers if there are reader groups, otherwise alone.
   *
   * @return false if it is retired
   */
  final boolean lockShared() {
    if (readers == null) {
      return lock();
    }
    for (int round = 0; ; round++) {
      int group = readers.arrive();
      int seen = word;
      if (seen == FREE) {
        return true;
      }
      readers.depart(group);
      if (seen == RETIRED) {
        return false;
      }
      pause(round);
    }
  }

  final void unlockShared() {
    if (readers == null) {
      unlock();
    } else {
      readers.depart(readers.group());
    }
  }

  final void unlock() {
    WORD.setRelease(this, FREE);
  }

  /** Gives the lock back for ever. */
  final void retire() {
    WORD.setRelease(this, RETIRED);
  }

  final boolean isFree() {
    return word == FREE;
  }

  final boolean isRetired() {
    return word == RETIRED;
  }

  /** Waits until the critical section that is under way now, if any, has ended. */
  final void awaitFree() {
    for (int round = 0; word == HELD; round++) {
      pause(round);
    }
  }

  /** Says that this thread, which holds the lock, is about to run a user's function. */
  final void enterFunction() {
    owner = Thread.currentThread();
  }

  final void exitFunction() {
    owner = null;
  }

  /** Waits a moment for the lock, unless it is this thread itself that holds it. */
  void pause(int round) {
    if (isInFunctionOfThisThread()) {
      throw recursiveUpdate();
    }
    backOff(round);
  }

  /** Whether this thread runs a user's function under this lock. */
  final boolean isInFunctionOfThisThread() {
    return owner == Thread.currentThread();
  }

  static IllegalStateException recursiveUpdate() {
    return new IllegalStateException("Recursive update: the function called the map it runs for");
  }

  /** Waits a moment: the longer, the more rounds this has gone on. */
  @SuppressWarnings("ThreadPriorityCheck") // Yielding is a hint here: what is waited for is tested.
  static void backOff(int round) {
    if (round < SPINS) {
      Thread.onSpinWait();
    } else {
      int doublings = Math.min(round - SPINS, 10);
      LockSupport.parkNanos(Math.min(MAX_SLEEP_NANOS, 1000L << doublings));
      if (Thread.currentThread().isInterrupted()) {
        Thread.yield(); // It did not sleep, and will not.
      }
    }
  }
}
