package org.jets.node.live;

import java.time.Duration;

/**
 * A fault of one direction of a connection through a {@link FaultProxy}.
 *
 * @param kind the event after this number of bytes has been passed on
 * @param bytes the number of bytes
 * @param chunk the limit of bytes passed on at once
 * @param delay the pause before each chunk
 */
public record Fault(Kind kind, long bytes, int chunk, Duration delay) {

  /** The event after the last byte. */
  public enum Kind {
    /** Closes both directions of both connections. */
    CUT,
    /** Ends the stream for the receiver, which can still send. */
    HALF_CLOSE,
    /** Reads no more, and keeps the connection open. */
    STALL
  }

  /** Returns a fault that passes all bytes on. */
  public static Fault none() {
    return cutAfter(Long.MAX_VALUE);
  }

  /** Returns a fault that cuts the connection after a number of bytes. */
  public static Fault cutAfter(long bytes) {
    return after(Kind.CUT, bytes);
  }

  /** Returns a fault that closes the direction after a number of bytes. */
  public static Fault halfCloseAfter(long bytes) {
    return after(Kind.HALF_CLOSE, bytes);
  }

  /** Returns a fault that silences the direction after a number of bytes. */
  public static Fault stallAfter(long bytes) {
    return after(Kind.STALL, bytes);
  }

  private static Fault after(Kind kind, long bytes) {
    return new Fault(kind, bytes, Integer.MAX_VALUE, Duration.ZERO);
  }

  /** Returns the same fault, in small pieces with a pause before each. */
  public Fault slowly(int chunkBytes, Duration pause) {
    return new Fault(kind, bytes, chunkBytes, pause);
  }
}
