package org.jets.bench.locks;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.collections.internal.sync.ThreadSpread;
import org.jspecify.annotations.Nullable;

/**
 * A queue delegation lock with readers (D. Klaftenegger, K. Sagonas, K. Winblad: Queue delegation
 * locking, 2018). A thread that finds it held hands its operation to the holder, which runs it
 * before it gives the lock back. So the guarded data stay in the caches of one processor.
 *
 * <p><b>Algorithm.</b>
 *
 * <ol>
 *   <li>A thread that takes the lock opens the queue, waits for readers, runs its operation, and
 *       then all in the queue. When it finds no more it closes the queue and gives the lock back.
 *   <li>A thread that finds it held adds its operation to the queue. It waits for the result, or
 *       goes on at once if it {@linkplain #delegate delegates}.
 *   <li>If the queue is closed or full it pauses, and begins again.
 *   <li>A reader announces itself. If the lock is held then, it departs and waits. After {@value
 *       #PATIENCE} rounds it raises a barrier, and threads that want to take the lock wait.
 * </ol>
 *
 * <p><b>Linearization.</b> An operation takes effect where it runs. The operations of one thread
 * run in the order in which the thread gives them, also those that it does not wait for: one that
 * is in the queue runs before the lock is free.
 *
 * <p><b>Progress.</b> Blocking. A holder runs at most {@value #CAPACITY} operations of others. A
 * thread whose operation is refused may be overtaken without limit.
 *
 * <p><b>Reentrance.</b> None. An operation that uses its own lock is refused by an
 * IllegalStateException, except that it may read. One that is run by {@link #read} must not use the
 * lock, nor read again: it could wait for a holder that waits for it.
 *
 * <p><b>Errors.</b> What an operation throws, its caller gets, whichever thread has run it. What a
 * delegated one throws goes to the handler; what the handler throws is dropped. The lock is given
 * back in any case. An operation that runs in another thread has the rest of that thread's stack.
 *
 * <table>
 *   <caption>Shared fields</caption>
 *   <tr><th>field</th><th>access</th></tr>
 *   <tr><td>{@code holder}</td><td>volatile. Taken by a CAS from null. The holder then looks for
 *     readers; a reader announces itself and then reads it. So one sees the other.</td></tr>
 *   <tr><td>{@code barriers}</td><td>volatile, changed by atomic additions. A hint.</td></tr>
 *   <tr><td>the guarded data</td><td>by the holder, or by readers while there is none</td></tr>
 * </table>
 */
public final class DelegationLock implements OperationLock {
  static final int CAPACITY = 512;
  private static final int PATIENCE = 1024;

  private static final VarHandle HOLDER =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "holder", VarHandle.class, DelegationLock.class, Thread.class);
  private static final VarHandle BARRIERS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "barriers", VarHandle.class, DelegationLock.class, int.class);

  private final DelegationQueue queue = new DelegationQueue(CAPACITY);
  private final ReadIndicator readers;
  private final Consumer<Throwable> failureHandler;

  private volatile @Nullable Thread holder;

  /** The number of readers that have lost their patience. */
  private volatile int barriers;

  /**
   * Makes a lock.
   *
   * @param readers without readers, for this lock alone
   * @param failureHandler gets what delegated operations throw, in any thread that uses the lock
   */
  public DelegationLock(ReadIndicator readers, Consumer<Throwable> failureHandler) {
    this.readers = Objects.requireNonNull(readers, "readers");
    this.failureHandler = Objects.requireNonNull(failureHandler, "failureHandler");
  }

  @Override
  public <T extends @Nullable Object> T run(Supplier<? extends T> operation) {
    Objects.requireNonNull(operation, "operation");
    requireNotHeld();
    StackRoom.requireForCall();
    DelegatedOperation<T> delegated = null;
    for (int round = 0; ; round++) {
      if (tryLock()) {
        try {
          return operation.get();
        } finally {
          unlock();
        }
      }
      if (delegated == null) {
        delegated = new DelegatedOperation<>(operation);
      }
      if (queue.add(delegated)) {
        return delegated.await();
      }
      BucketLock.backOff(round);
    }
  }

  @Override
  public void delegate(Runnable operation) {
    Objects.requireNonNull(operation, "operation");
    requireNotHeld();
    StackRoom.requireForCall();
    Runnable delegated = () -> runHandled(operation);
    for (int round = 0; !queue.add(delegated); round++) {
      if (tryLock()) {
        try {
          delegated.run();
        } finally {
          unlock();
        }
        return;
      }
      BucketLock.backOff(round);
    }
  }

  private void runHandled(Runnable operation) {
    try {
      operation.run();
    } catch (Throwable e) {
      try {
        failureHandler.accept(e);
      } catch (Throwable dropped) {
        // Its failure must not keep the lock held.
      }
    }
  }

  @Override
  public <T extends @Nullable Object> T read(Supplier<? extends T> operation) {
    Objects.requireNonNull(operation, "operation");
    if (isHeldByThread()) {
      return operation.get();
    }
    StackRoom.requireForCall();
    int spread = ThreadSpread.of(Thread.currentThread());
    arrive(spread);
    try {
      return operation.get();
    } finally {
      readers.depart(spread);
    }
  }

  private void arrive(int spread) {
    boolean hasRaised = false;
    try {
      readers.arrive(spread);
      int round = 0;
      while (holder != null) {
        readers.depart(spread);
        while (holder != null) { // Not announced, so that the holder need not wait for this.
          if (round++ == PATIENCE) {
            BARRIERS.getAndAdd(this, 1);
            hasRaised = true;
          }
          BucketLock.backOff(round);
        }
        readers.arrive(spread);
      }
    } finally {
      if (hasRaised) {
        BARRIERS.getAndAdd(this, -1);
      }
    }
  }

  private boolean isHeldByThread() {
    return holder == Thread.currentThread();
  }

  private void requireNotHeld() {
    if (isHeldByThread()) {
      throw new IllegalStateException("an operation of a lock must not use the lock");
    }
  }

  /** Takes the lock if it is free, opens the queue, and waits for readers. */
  private boolean tryLock() {
    if (barriers > 0
        || holder != null
        || !HOLDER.compareAndSet(this, null, Thread.currentThread())) {
      return false;
    }
    queue.open();
    for (int round = 0; !readers.isEmpty(); round++) {
      BucketLock.backOff(round);
    }
    return true;
  }

  private void unlock() {
    queue.runAll();
    holder = null;
  }
}
