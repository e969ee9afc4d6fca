package org.jets.node.live;

import java.time.Duration;

/**
 * What a {@link FaultProxy} does to one direction of a connection.
 *
 * @param kind what happens when so many bytes have been passed on
 * @param bytes how many
 * @param chunk at most so many bytes are passed on at a time
 * @param delay after this time each
 */
public record Fault(Kind kind, long bytes, int chunk, Duration delay) {

  /** What happens after the last byte. */
  public enum Kind {
    /** Both directions of both connections are closed. */
    CUT,
    /** The receiver reads the end of the stream, and can still send. */
    HALF_CLOSE,
    /** Nothing is read any more, and the connection stays open. */
    STALL
  }

  /** All is passed on. */
  public static Fault none() {
    return cutAfter(Long.MAX_VALUE);
  }

  /** The connection is cut behind a number of bytes. */
  public static Fault cutAfter(long bytes) {
    return after(Kind.CUT, bytes);
  }

  /** The direction is closed behind a number of bytes. */
  public static Fault halfCloseAfter(long bytes) {
    return after(Kind.HALF_CLOSE, bytes);
  }

  /** The direction goes silent behind a number of bytes. */
  public static Fault stallAfter(long bytes) {
    return after(Kind.STALL, bytes);
  }

  private static Fault after(Kind kind, long bytes) {
    return new Fault(kind, bytes, Integer.MAX_VALUE, Duration.ZERO);
  }

  /** The same, in small pieces with a pause before each. */
  public Fault slowly(int chunkBytes, Duration pause) {
    return new Fault(kind, bytes, chunkBytes, pause);
  }
}
