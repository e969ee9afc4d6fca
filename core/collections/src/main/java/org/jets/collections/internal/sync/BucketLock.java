package org.jets.collections.internal.sync;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock for short critical sections, with a queue: one CAS takes it and one gives it back while no
 * thread waits. It is exclusive; with {@link ReaderGroups} readers can share it. It is not
 * reentrant.
 *
 * <p><b>Waiting.</b> A thread that finds the lock held spins for some microseconds, then enters the
 * queue and parks. An interrupt neither ends the wait nor makes the thread spin. The interrupt
 * status of the thread is restored after the wait. A virtual thread is unmounted while it waits.
 *
 * <p><b>Fairness.</b>
 *
 * <ul>
 *   <li>The queue is first-in, first-out.
 *   <li>A release wakes the first waiter and leaves the lock free. Another thread may take it first
 *       and so overtake the queue. This saves a context switch for each short critical section.
 *   <li>A woken waiter spins for some microseconds. If the lock is still held, the waiter asks for
 *       it. The next release then hands the lock over to that waiter, and no thread overtakes it.
 *   <li>The first waiter is overtaken at most {@value #MAX_OVERTAKES} times. The release after that
 *       hands the lock over in any case.
 * </ul>
 *
 * <p><b>Progress.</b> Blocking. Each waiter gets the lock if each holder gives it back: the n-th
 * waiter after n * ({@value #MAX_OVERTAKES} + 1) other critical sections at the latest.
 *
 * <p><b>Guarded by this lock:</b> {@link #first}, {@link #last} and {@link #overtakes}. {@link
 * #arrivals} is a stack that each thread may push to; the holder empties it, all at once. A waiter
 * that takes the lock itself, or gives up, leaves its node in the queue. A later holder removes the
 * node when the node is first.
 *
 * <p><b>Memory order.</b> {@link #word} and {@link #arrivals} are volatile. A waiter pushes its
 * node and then reads the word. A release writes the word and then reads the arrivals. So at least
 * one of the two sees the other's write. The same holds for {@link Waiter#woken} and the word. A
 * writer takes the lock and then reads the counts of readers. A reader counts itself and then reads
 * the word. So again one of the two sees the other. {@link #exitQuiet} clears {@link #quiet}, and a
 * fence keeps this write before later ones. Each other write that clears {@code quiet} is plain,
 * and comes before the release of the lock. {@link #isAtRest} reads {@code quiet} with acquire.
 *
 * <p><b>Errors.</b>
 *
 * <ul>
 *   <li>The node is allocated before the thread enters the queue. If that throws, nothing is held
 *       or queued.
 *   <li>A thread that leaves the wait by an error gives up its node, or releases the lock if it was
 *       handed over meanwhile.
 *   <li>After the wait, an interrupted thread calls its own {@link Thread#interrupt}. If a subclass
 *       overrides that method to throw, the thread releases the lock too.
 *   <li>A release neither allocates nor calls foreign code.
 *   <li>A waiter checks the lock every {@value #NET_NANOS} ns, in case an error keeps a release
 *       from waking it.
 * </ul>
 *
 * <p>Once {@linkplain #retire retired}, a lock is never held again: each waiter returns, and must
 * find the lock that replaced it.
 */
public class BucketLock {
  /** The number of times that the first waiter is overtaken at most. */
  public static final int MAX_OVERTAKES = 1024;

  public static final int FREE = 0;
  public static final int HELD = 1;
  public static final int RETIRED = 2;

  /** The bit set while there may be waiters: the holder must not release the lock by a mere CAS. */
  public static final int QUEUED = 4;

  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 128 : 1;
  private static final long NET_NANOS = 100_000_000;
  private static final long MAX_SLEEP_NANOS = 1_000_000;

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  public static final VarHandle WORD =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "word", VarHandle.class, BucketLock.class, int.class);
  private static final VarHandle QUIET =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "quiet", VarHandle.class, BucketLock.class, boolean.class);

  /** Belongs to {@link Waiter}, which has no initializer that could fail where threads meet. */
  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(LOOKUP, "state", VarHandle.class, Waiter.class, int.class);

  private static final VarHandle ARRIVALS =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "arrivals", VarHandle.class, BucketLock.class, Waiter.class);

  public volatile int word;

  /**
   * True while the holder has changed nothing yet. The holder clears it before its first change.
   */
  public boolean quiet;

  private final @Nullable ReaderGroups readers;

  /** The waiters that no holder has put into the queue yet, the last one first. */
  private volatile @Nullable Waiter arrivals;

  private @Nullable Waiter first;
  private @Nullable Waiter last;

  /** The releases that have left the lock to any thread while {@link #first} was first. */
  private int overtakes;

  static {
    LockSupport.unpark(null); // Initializes the class before a thread waits.
  }

  /** A thread in the queue. */
  private static final class Waiter {
    static final int WAITING = 0;

    /** The thread has been handed the lock, and holds it. */
    static final int GRANTED = 1;

    /** The thread has taken the lock by itself, or has given up. */
    static final int GONE = 2;

    final Thread thread = Thread.currentThread();
    volatile int state;

    /** True if a release has unparked the thread since it last was about to park. */
    volatile boolean woken;

    /** True if the thread asks for the next release to hand the lock over. */
    volatile boolean asks;

    @Nullable Waiter next;

    boolean tryChange(int to) {
      return STATE.compareAndSet(this, WAITING, to);
    }
  }

  public BucketLock(@Nullable ReaderGroups readers) {
    this.readers = readers;
  }

  // Taking

  /** Takes the lock if it is free; false also if it is retired. */
  public final boolean tryLock() {
    if (!tryTake()) {
      return false;
    }
    boolean isAlone = readers == null;
    try {
      if (readers != null) {
        readers.awaitNone();
        isAlone = true;
      }
    } finally {
      if (!isAlone) {
        try {
          unlock();
        } catch (VirtualMachineError e) {
          word = QUEUED;
        }
      }
    }
    return true;
  }

  /**
   * Takes the lock.
   *
   * @return false if it is retired
   */
  public final boolean lock() {
    if (!take()) {
      return false;
    }
    boolean isAlone = readers == null;
    try {
      if (readers != null) {
        readers.awaitNone();
        isAlone = true;
      }
    } finally {
      if (!isAlone) {
        try {
          unlock();
        } catch (VirtualMachineError e) {
          word = QUEUED;
        }
      }
    }
    return true;
  }

  /**
   * Takes the lock together with other readers if there are reader groups, otherwise alone.
   *
   * @param spread tells the group; the same for {@link #unlockShared}
   * @return false if it is retired
   */
  public final boolean lockShared(int spread) {
    if (readers == null) {
      return lock();
    }
    for (int spin = 0; spin < SPINS; spin++) {
      readers.arrive(spread);
      int seen = word;
      if ((seen & (HELD | RETIRED)) == 0) {
        return true;
      }
      readers.depart(spread);
      if (seen == RETIRED) {
        return false;
      }
      Thread.onSpinWait();
    }
    if (!take()) { // Waits as a writer does, but not for other readers.
      return false;
    }
    try {
      readers.arrive(spread);
    } finally {
      try {
        unlock();
      } catch (VirtualMachineError e) {
        word = QUEUED;
      }
    }
    return true;
  }

  private boolean tryTake() {
    int seen = word;
    return (seen & (HELD | RETIRED)) == 0 && WORD.compareAndSet(this, seen, seen | HELD);
  }

  private boolean take() {
    for (int spin = 0; spin < SPINS; spin++) {
      if (tryTake()) {
        return true;
      }
      if (isRetired()) {
        return false;
      }
      Thread.onSpinWait();
    }
    beforeWaiting();
    StackRoom.require(); // A waiter that overflows could not leave the queue either.
    return takeQueued(new Waiter());
  }

  /** Runs on a thread that is about to wait in the queue. An exception ends the attempt. */
  public void beforeWaiting() {}

  private boolean takeQueued(Waiter waiter) {
    boolean isOver = false;
    boolean isHeld = false;
    boolean isInterrupted = false;
    boolean isByNet = false; // True if the thread looks without having been woken.
    int spins = 0;
    push(waiter);
    try {
      while (!isOver) {
        int seen = word;
        if (waiter.state == Waiter.GRANTED) {
          isHeld = true;
          isOver = true;
        } else if (seen == RETIRED) {
          isOver = true;
        } else if ((seen & HELD) == 0) {
          isHeld = WORD.compareAndSet(this, seen, seen | HELD);
          if (isHeld && isByNet) {
            isByNet = false; // The release wakes the first waiter, be it this one or another.
            isHeld = false;
            unlock();
          } else if (isHeld) {
            waiter.state = Waiter.GONE; // Under the lock: nobody grants it meanwhile.
            isOver = true;
          }
        } else if ((seen & QUEUED) == 0) {
          WORD.compareAndSet(this, seen, seen | QUEUED);
        } else if (spins > 0) {
          spins--;
          Thread.onSpinWait();
        } else if (waiter.woken) {
          waiter.asks = true;
          waiter.woken = false; // Looks at the word once more before it parks.
        } else {
          LockSupport.parkNanos(this, NET_NANOS);
          isInterrupted |= Thread.interrupted();
          isByNet = !waiter.woken;
          spins = isByNet ? 0 : SPINS;
        }
      }
      if (isInterrupted) {
        isOver = false;
        waiter.thread.interrupt(); // May be overridden, and throw.
        isOver = true;
      }
    } finally {
      if (!isOver) {
        try {
          giveUp(waiter, isHeld);
        } catch (VirtualMachineError e) {
          if (isHeld) {
            word = QUEUED; // No stack for a call: waiters look again by themselves.
          }
        }
      }
    }
    return isHeld;
  }

  private void push(Waiter waiter) {
    do {
      waiter.next = arrivals;
    } while (!ARRIVALS.compareAndSet(this, waiter.next, waiter));
  }

  /** Leaves the queue because of an error, and passes on what has been handed over. */
  private void giveUp(Waiter waiter, boolean isHeld) {
    if (isHeld || !waiter.tryChange(Waiter.GONE) || tryTakeOrMark()) {
      unlock();
    }
  }

  /** Takes the lock, or has its holder look at the queue. */
  private boolean tryTakeOrMark() {
    for (; ; ) {
      int seen = word;
      if (seen == RETIRED) {
        return false;
      }
      if ((seen & HELD) == 0) {
        if (WORD.compareAndSet(this, seen, seen | HELD)) {
          return true;
        }
      } else if ((seen & QUEUED) != 0 || WORD.compareAndSet(this, seen, seen | QUEUED)) {
        return false;
      }
    }
  }

  // Giving back

  /**
   * Ends the quiet, if any, and gives the lock back. It throws only before it has done anything, an
   * error for want of stack. A caller that must not fail catches that and does it by plain stores:
   *
   * <pre>{@code
   * try {
   *   lock.unlock();
   * } catch (VirtualMachineError e) {
   *   lock.quiet = false;
   *   lock.word = BucketLock.QUEUED; // Waiters look again by themselves.
   * }
   * }</pre>
   */
  public final void unlock() {
    quiet = false;
    try {
      if (!WORD.compareAndSet(this, HELD, FREE)) {
        unlockQueued();
      }
    } catch (VirtualMachineError e) {
      word = QUEUED; // What is called has thrown before it has released anything.
    }
  }

  public final void unlockShared(int spread) {
    if (readers == null) {
      unlock();
    } else {
      readers.depart(spread);
    }
  }

  /**
   * Gives the lock back where there may be waiters. An error on the way, as of a stack that has no
   * room for a call, still gives it back: waiters look again by themselves.
   */
  public final void unlockQueued() {
    boolean isReleased = false;
    try {
      Waiter waiter;
      do {
        isReleased = false;
        waiter = firstWaiting();
        if (waiter != null && (waiter.asks || overtakes >= MAX_OVERTAKES)) {
          removeFirst(waiter);
          if (waiter.tryChange(Waiter.GRANTED)) {
            isReleased = true;
            LockSupport.unpark(waiter.thread);
            return;
          }
          waiter =
              firstWaiting(); // That one has given up just now; the next has asked for nothing.
        }
        overtakes++;
        word = waiter == null ? FREE : QUEUED;
        isReleased = true;
      } while (waiter == null && arrivals != null && tryTakeOrMark());
      if (waiter != null && !waiter.woken && waiter.state == Waiter.WAITING) {
        waiter.woken = true;
        LockSupport.unpark(waiter.thread);
      }
    } catch (VirtualMachineError e) {
      if (!isReleased) {
        word = QUEUED;
      }
    }
  }

  /** The waiter whose turn it is. Empties the arrivals into the queue. */
  private @Nullable Waiter firstWaiting() {
    if (arrivals != null) {
      Waiter arrived = (Waiter) ARRIVALS.getAndSet(this, null);
      Waiter newest = arrived;
      Waiter inOrder = null;
      while (arrived != null) {
        Waiter before = arrived.next;
        arrived.next = inOrder;
        inOrder = arrived;
        arrived = before;
      }
      if (first == null) {
        first = inOrder;
        overtakes = 0;
      } else if (last != null) {
        last.next = inOrder;
      }
      last = newest;
    }
    Waiter waiter = first;
    while (waiter != null && waiter.state != Waiter.WAITING) {
      removeFirst(waiter);
      waiter = first;
    }
    return waiter;
  }

  private void removeFirst(Waiter waiter) {
    first = waiter.next;
    if (first == null) {
      last = null;
    }
    overtakes = 0;
  }

  /** Gives the lock back for ever. */
  public final void retire() {
    word = RETIRED;
    wakeRetired();
  }

  /**
   * Wakes those that wait for a lock that this thread has held and retired. No thread holds it any
   * more, and no other thread retires it: the queue is this thread's.
   */
  public final void wakeRetired() {
    if (arrivals == null && first == null) {
      return;
    }
    for (Waiter waiter = firstWaiting(); waiter != null; waiter = firstWaiting()) {
      removeFirst(waiter);
      LockSupport.unpark(waiter.thread);
    }
  }

  // Looking

  public final boolean isFree() {
    return (word & (HELD | RETIRED)) == 0;
  }

  public final boolean isRetired() {
    return word == RETIRED;
  }

  /** Returns true if the lock is free, or held by a thread that has changed nothing yet. */
  public final boolean isAtRest() {
    int seen = word;
    return (seen & (HELD | RETIRED)) == 0 || (seen != RETIRED && (boolean) QUIET.getAcquire(this));
  }

  /** Returns true if the first waiter has been woken and has not asked for the lock. For tests. */
  public final boolean isFirstWaiterWoken() {
    Waiter waiter = firstWaiting(); // The caller holds the lock.
    return waiter != null && waiter.woken;
  }

  /** Says that this thread, which holds the lock, changes nothing until it says otherwise. */
  public final void enterQuiet() {
    QUIET.setRelease(this, true);
  }

  /** Says that this thread, which holds the lock, may change what it guards from now on. */
  public final void exitQuiet() {
    QUIET.setOpaque(this, false);
    VarHandle.storeStoreFence();
  }

  /**
   * Waits a moment, longer in later rounds. For waits that no thread ends by a wake. An interrupted
   * thread does not sleep here, so that the caller must handle the interrupt.
   */
  public static void backOff(int round) {
    if (round < SPINS) {
      Thread.onSpinWait();
    } else {
      int doublings = Math.min(round - SPINS, 10);
      LockSupport.parkNanos(Math.min(MAX_SLEEP_NANOS, 1000L << doublings));
    }
  }
}
