package org.jets.bench.locks;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lock that runs operations, one at a time. Some run them in another thread than that which asks.
 */
public interface OperationLock {
  /** Runs an operation, and returns its result. Throws what the operation throws. */
  <T extends @Nullable Object> T run(Supplier<? extends T> operation);

  /** Runs an operation that only reads. It may run beside others that read. */
  <T extends @Nullable Object> T read(Supplier<? extends T> operation);

  /**
   * Runs an operation before each later one of this thread, at the latest. The call may return
   * before that.
   */
  void delegate(Runnable operation);
}
