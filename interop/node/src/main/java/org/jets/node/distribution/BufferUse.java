package org.jets.node.distribution;

/**
 * Tells when a connection that has become idle can release a large buffer: no more than {@value
 * #IDLE_BYTES} bytes were in the buffer at once for a whole round. A round is the time between two
 * checks of the connection.
 *
 * <p>For the thread that uses the buffer, except {@link #endRound}.
 */
final class BufferUse {
  /** The size up to which an idle connection keeps its buffer. */
  static final int IDLE_BYTES = 1 << 14;

  private volatile boolean isRoundOver;

  /** The largest number of bytes that were in the buffer since the last round was seen to end. */
  private int most;

  /** Notes how many bytes are in the buffer. */
  void note(int count) {
    most = Math.max(most, count);
  }

  /** Ends a round. For the thread that looks after the connection. */
  void endRound() {
    isRoundOver = true;
  }

  /**
   * Returns whether a buffer of this length can be released. It returns true at the end of a round
   * only.
   */
  boolean isIdle(int length) {
    if (!isRoundOver) {
      return false;
    }
    isRoundOver = false;
    boolean isUsed = most > IDLE_BYTES;
    most = 0;
    return length > IDLE_BYTES && !isUsed;
  }
}
