package org.jets.node.distribution;

import java.util.concurrent.TimeUnit;

/**
 * Checks that an incomplete message makes progress. In the time that is allowed, at least {@value
 * #LEAST_BYTES} bytes of it must arrive, and at least a part of what it takes. So it takes its
 * share of the heap for a limited time, however slowly its bytes come.
 *
 * <p>The time is that in which the reader has waited for input: a reader that does other work, or a
 * JVM that is paused, delays no message.
 *
 * <p>For one thread.
 */
final class MessageProgress {
  /** Less than one of OTP's fragments. */
  static final int LEAST_BYTES = 1 << 15;

  /** The divisor for the part of a message that has to arrive. */
  static final int PARTS = 32;

  private long sinceNanos;
  private long sinceBytes;

  MessageProgress(long waitedNanos) {
    begin(waitedNanos);
  }

  /** Begins to look after a message of which nothing has arrived. */
  void begin(long waitedNanos) {
    sinceNanos = waitedNanos;
    sinceBytes = 0;
  }

  /**
   * Checks the message.
   *
   * @param waitedNanos how long the reader has waited for input in all
   * @param bytes how many bytes of the message have arrived
   * @param held how many bytes of the heap it takes
   * @throws ProtocolException if too few have arrived since the last time
   */
  void check(long waitedNanos, long bytes, long held, long maxNanos) throws ProtocolException {
    if (waitedNanos - sinceNanos < maxNanos) {
      return;
    }
    long least = Math.max(LEAST_BYTES, held / PARTS);
    if (bytes - sinceBytes < least) {
      throw new ProtocolException(
          "an incomplete message that has grown by "
              + (bytes - sinceBytes)
              + " bytes in "
              + TimeUnit.NANOSECONDS.toMillis(waitedNanos - sinceNanos)
              + " ms (expected: "
              + least
              + "; --message-progress, withMessageProgress)");
    }
    sinceNanos = waitedNanos;
    sinceBytes = bytes;
  }
}
