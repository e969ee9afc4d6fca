package org.jets.node;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jets.node.remote.RemoteTimeoutException;
import org.jets.terms.Term;

/** Waits that end in time, with a failure if the awaited event does not come. */
public final class Await {
  public static final long SECONDS = Long.getLong("jets.live.seconds", 60);
  public static final Duration BOUND = Duration.ofSeconds(SECONDS);

  private static final long POLL_NANOS = 10_000;

  private Await() {}

  /** Returns the value of a future. */
  public static <T> T value(CompletableFuture<T> future) {
    try {
      return future.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("the future failed: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new AssertionError("the future is not complete after " + BOUND, e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** Returns the exception that a future ends with. */
  public static Throwable failure(CompletableFuture<?> future) {
    try {
      Object value = future.get(SECONDS, TimeUnit.SECONDS);
      throw new AssertionError("the future has a value: " + value);
    } catch (ExecutionException e) {
      return e.getCause() instanceof CompletionException wrapped && wrapped.getCause() != null
          ? wrapped.getCause()
          : e.getCause();
    } catch (TimeoutException e) {
      throw new AssertionError("the future is not complete after " + BOUND, e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** Returns the Erlang exception that a future ends with. */
  static ErlangException erlangFailure(CompletableFuture<?> future) {
    return (ErlangException) failure(future);
  }

  /** Returns a mailbox' next message. */
  static Term message(Mailbox mailbox) throws InterruptedException {
    return mailbox
        .receive(BOUND)
        .orElseThrow(() -> new AssertionError("no message within " + BOUND));
  }

  /** Waits until another thread counts a latch down. */
  public static void count(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the other thread has not come there within " + BOUND);
    }
  }

  /** Repeats a call that has a short limit of time until it meets the limit. */
  public static <T> T inTime(Supplier<T> call) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (true) {
      try {
        return call.get();
      } catch (RemoteTimeoutException e) {
        if (System.nanoTime() - deadline > 0) {
          throw new AssertionError("never in time within " + BOUND, e);
        }
      }
    }
  }

  /**
   * Waits until a condition holds that another thread or process brings about. Leaves the processor
   * to that thread.
   */
  public static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within " + BOUND + ": " + what);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
