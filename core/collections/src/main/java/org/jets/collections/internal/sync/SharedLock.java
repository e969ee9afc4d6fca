package org.jets.collections.internal.sync;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock that many threads share, or one has alone. Like {@link OverflowSafeLock} it is taken only
 * where the stack has room.
 *
 * <p>It differs from the JDK's read-write lock in that it keeps nothing for a thread that shares
 * it. That one may allocate a thread's count after it has been taken, and then stays held if there
 * is no memory.
 *
 * <p><b>Reentrance.</b> A thread that shares the lock can share it once more. A thread that has it
 * alone can take it again, either way. A thread that shares it must not ask for it alone.
 *
 * <p><b>Fairness.</b> A thread that comes to share the lock while another waits to have it alone
 * lets that one go first. Since it may share the lock already, it waits for {@value #POLITE_NANOS}
 * ns at most. So the wait for a lock that is always shared ends as soon as threads share it for
 * less than that.
 *
 * <p><b>Memory order.</b> The state of the synchronizer is volatile. {@code turn} is written by the
 * thread that has the lock alone.
 *
 * <p><b>Errors.</b> All that can fail comes before the CAS that takes the lock. A release neither
 * allocates nor fails.
 */
public final class SharedLock {
  private static final long POLITE_NANOS = 1_000_000;

  private final Sync sync = new Sync();
  private final Lock alone = new Alone(sync);

  /** Shares the lock. */
  public void lockShared() {
    StackRoom.require();
    if (sync.isFreeOfWaiters() || !awaitPolitely()) {
      sync.acquireShared(Sync.AT_ONCE);
    }
  }

  /** Shares the lock once a waiter has had it, or some time is over; false if interrupted. */
  private boolean awaitPolitely() {
    boolean isShared = false;
    try {
      isShared = sync.tryAcquireSharedNanos(sync.turn, POLITE_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return isShared;
  }

  /** Gives back what {@link #lockShared} has taken. */
  public void unlockShared() {
    sync.releaseShared(1);
  }

  /** Returns the lock that one thread has alone. It has no conditions. */
  public Lock alone() {
    return alone;
  }

  /** Returns whether any thread holds the lock. */
  public boolean isHeld() {
    return sync.isHeld();
  }

  /** The state is the number of sharing holds, or minus the number of holds of one thread. */
  private static final class Sync extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;

    /** An argument that is no turn. */
    static final int AT_ONCE = -1;

    private static final VarHandle WAITERS =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "waiters", VarHandle.class, Sync.class, int.class);

    /** The number of threads that wait to have the lock alone. */
    private volatile int waiters;

    /** Counts the threads that have had the lock alone. Not negative. */
    volatile int turn;

    boolean isFreeOfWaiters() {
      return waiters == 0;
    }

    void addWaiters(int number) {
      WAITERS.getAndAdd(this, number);
    }

    boolean isHeld() {
      return getState() != 0;
    }

    private boolean isMine() {
      return getExclusiveOwnerThread() == Thread.currentThread();
    }

    @Override
    protected boolean tryAcquire(int unused) {
      int state = getState();
      if (state == 0 && compareAndSetState(0, -1)) {
        setExclusiveOwnerThread(Thread.currentThread());
        return true;
      }
      if (state < 0 && isMine()) {
        setState(state - 1);
        return true;
      }
      return false;
    }

    @Override
    protected boolean tryRelease(int unused) {
      int state = getState();
      if (state == -1) {
        setExclusiveOwnerThread(null);
        turn = (turn + 1) & Integer.MAX_VALUE;
      }
      setState(state + 1);
      return state == -1;
    }

    /**
     * Shares the lock.
     *
     * @param since the turn after which the thread does not wait for another, or {@link #AT_ONCE}
     */
    @Override
    protected int tryAcquireShared(int since) {
      while (true) {
        int state = getState();
        if (state < 0) {
          if (!isMine()) {
            return -1;
          }
          setState(state - 1);
          return 1;
        }
        if (since == turn && waiters > 0) {
          return -1;
        }
        if (compareAndSetState(state, state + 1)) {
          return 1;
        }
      }
    }

    @Override
    protected boolean tryReleaseShared(int unused) {
      while (true) {
        int state = getState();
        if (state < 0) {
          setState(state + 1);
          return false;
        }
        if (compareAndSetState(state, state - 1)) {
          return state == 1;
        }
      }
    }
  }

  /** The lock as one thread has it. */
  private record Alone(Sync sync) implements Lock {
    @Override
    public void lock() {
      StackRoom.require();
      if (!sync.tryAcquire(1)) {
        sync.addWaiters(1);
        try {
          sync.acquire(1);
        } finally {
          sync.addWaiters(-1);
        }
      }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
      StackRoom.require();
      sync.acquireInterruptibly(1);
    }

    @Override
    public boolean tryLock() {
      StackRoom.require();
      return sync.tryAcquire(1);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
      StackRoom.require();
      sync.addWaiters(1);
      try {
        return sync.tryAcquireNanos(1, unit.toNanos(time));
      } finally {
        sync.addWaiters(-1);
      }
    }

    @Override
    public void unlock() {
      sync.release(1);
    }

    @Override
    public Condition newCondition() {
      throw new UnsupportedOperationException("conditions");
    }
  }
}
