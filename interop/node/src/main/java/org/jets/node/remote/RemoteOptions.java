package org.jets.node.remote;

import java.time.Duration;
import java.util.Objects;

/**
 * Options for tables of another node. Immutable: each method returns changed options.
 *
 * @param timeout the time that a call waits for its answer; 30 seconds by default. After it, the
 *     call ends in a {@link RemoteTimeoutException}
 * @param chunkSize the number of objects, or keys with their objects, that a stream or a fold gets
 *     with one round trip; 500 by default
 */
public record RemoteOptions(Duration timeout, int chunkSize) {
  private static final RemoteOptions DEFAULTS = new RemoteOptions(Duration.ofSeconds(30), 500);

  /**
   * Creates options.
   *
   * @throws IllegalArgumentException if the timeout is not positive, or the size below 1
   */
  public RemoteOptions {
    if (Objects.requireNonNull(timeout, "timeout").isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout: " + timeout + " (expected: > 0)");
    }
    if (chunkSize < 1) {
      throw new IllegalArgumentException("chunkSize: " + chunkSize + " (expected: >= 1)");
    }
  }

  /** Returns the default options: 30 seconds, and chunks of 500. */
  public static RemoteOptions defaults() {
    return DEFAULTS;
  }

  /** Sets how long a call waits for its answer. */
  public RemoteOptions withTimeout(Duration changed) {
    return new RemoteOptions(changed, chunkSize);
  }

  /** Sets how many objects a stream or a fold gets with one round trip. */
  public RemoteOptions withChunkSize(int changed) {
    return new RemoteOptions(timeout, changed);
  }
}
