package org.jets.bench.locks;

import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An operation that a thread hands to the holder of a lock, and its outcome.
 *
 * <p><b>Memory order.</b> {@code isDone} is volatile. It is written after the outcome, and read
 * before it. The waiting thread announces itself and then reads {@code isDone}. The other thread
 * writes {@code isDone} and then looks for a waiter. So one of the two sees the other.
 *
 * @param <T> the type of the result
 */
final class DelegatedOperation<T extends @Nullable Object> implements Runnable {
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 256 : 1;

  private final Supplier<? extends T> operation;
  private @Nullable T result;
  private @Nullable Throwable failure;
  private volatile boolean isDone;
  private volatile @Nullable Thread waiter;

  DelegatedOperation(Supplier<? extends T> operation) {
    this.operation = operation;
  }

  /** Runs it. Does not throw what it throws. */
  @Override
  public void run() {
    try {
      result = operation.get();
    } catch (Throwable e) {
      failure = e;
    }
    isDone = true;
    LockSupport.unpark(waiter);
  }

  /**
   * Waits until it has run. An interrupt does not end the wait; the status of the thread is
   * restored.
   *
   * @return its result
   */
  @SuppressWarnings("NullAway") // A result that is null is one that may be.
  T await() {
    for (int spin = 0; spin < SPINS && !isDone; spin++) {
      Thread.onSpinWait();
    }
    if (!isDone) {
      park();
    }
    rethrow();
    return result;
  }

  private void park() {
    boolean isInterrupted = false;
    waiter = Thread.currentThread();
    while (!isDone) {
      LockSupport.park(this);
      isInterrupted |= Thread.interrupted();
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void rethrow() {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure != null) {
      throw new UndeclaredThrowableException(failure);
    }
  }
}
