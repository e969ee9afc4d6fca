package org.jets.node.distribution;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the share of the heap and of the processors that received messages take, over all
 * connections. Safe for use by many threads. Counting allocates nothing.
 *
 * <ul>
 *   <li>Incomplete messages: while those of all connections exceed the bound, each connection has
 *       an equal share. A connection beyond its share may not add to its own.
 *   <li>Decoding: a long message takes many times its bytes as terms. So no more threads decode
 *       such messages at a time than there are processors; the others wait in order of arrival.
 *       Short messages never wait.
 * </ul>
 */
final class ReceiveBudget {
  /** The longest message, in bytes, that is decoded without a turn. */
  static final int MAX_SHORT_BYTES = 1 << 16;

  private final long maxFragmentBytes;
  private final DecodeTurns decoders;
  private final AtomicLong fragmentBytes = new AtomicLong();

  /** The number of connections with incomplete messages. */
  private final AtomicInteger holders = new AtomicInteger();

  ReceiveBudget(DistributionOptions options) {
    this(options.receiveBytes, Runtime.getRuntime().availableProcessors());
  }

  ReceiveBudget(long maxFragmentBytes, int decoders) {
    this.maxFragmentBytes = maxFragmentBytes;
    this.decoders = new DecodeTurns(decoders);
  }

  long maxFragmentBytes() {
    return maxFragmentBytes;
  }

  /**
   * Counts the bytes of a connection's incomplete messages, which were {@code before} and are
   * {@code now}.
   */
  void changeFragments(long before, long now) {
    fragmentBytes.addAndGet(now - before);
    if (before == 0 && now > 0) {
      holders.incrementAndGet();
    } else if (before > 0 && now == 0) {
      holders.decrementAndGet();
    }
  }

  /**
   * Returns whether a connection may add to its incomplete messages, which have this number of
   * bytes.
   */
  boolean mayHold(long bytes) {
    return fragmentBytes.get() <= maxFragmentBytes
        || bytes <= maxFragmentBytes / Math.max(1, holders.get());
  }

  /** Returns how many bytes the incomplete messages of all connections have. */
  long fragmentBytes() {
    return fragmentBytes.get();
  }

  /**
   * Waits for a turn to decode a message, if it is long.
   *
   * @param turn to be {@linkplain #endDecoding ended} whatever happens
   */
  void beginDecoding(DecodeTurns.Turn turn, int bytes) {
    if (bytes > MAX_SHORT_BYTES) {
      decoders.begin(turn);
    }
  }

  /** Ends a turn, if there is one. For any thread. */
  void endDecoding(DecodeTurns.Turn turn) {
    decoders.end(turn);
  }
}
