package org.jets.node.distribution;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Cuts what a node sends into frames, each of which comes after its length. A frame is read into
 * one buffer, which grows no faster than bytes come in: a length that is not true costs nothing.
 *
 * <p>For one thread, but for {@link #reads}.
 */
final class FrameInput {
  /** Enough for two of OTP's fragments. */
  private static final int USUAL_BYTES = 1 << 17;

  private static final int FIRST_BYTES = 1 << 10;

  private static final byte[] NOTHING = {};

  private final InputStream input;

  /** Made beforehand: to wait takes no memory. */
  private final Spin.Condition<IOException> hasArrived;

  private byte[] buffer = new byte[FIRST_BYTES];
  private int usualBytes = FIRST_BYTES;
  private int prefixBytes;
  private int maxFrameBytes;

  /** From here on there are bytes that have not been given as a frame. */
  private int position;

  private int limit;
  private int offset;
  private int length;

  /** How often bytes have come in: for another thread, which looks whether they still do. */
  private final AtomicLong reads = new AtomicLong();

  /**
   * @param input what the other node sends
   * @param wire where that comes from, encrypted perhaps: the same, or what the other reads from
   */
  FrameInput(InputStream input, InputStream wire, int prefixBytes, int maxFrameBytes) {
    this.input = input;
    this.prefixBytes = prefixBytes;
    this.maxFrameBytes = maxFrameBytes;
    this.hasArrived = () -> wire.available() > 0;
  }

  /** Goes over from the frames of the handshake to those of messages. */
  void beginMessages(int maxBytes) {
    prefixBytes = Integer.BYTES;
    maxFrameBytes = maxBytes;
    usualBytes = USUAL_BYTES;
  }

  /**
   * Reads the next frame, and forgets the last.
   *
   * @return false if the input has ended, and did so between two frames
   * @throws ProtocolException if the frame is too long
   * @throws EOFException if the input ends inside it
   */
  boolean next() throws IOException {
    shrink();
    if (!fill(prefixBytes)) {
      return false;
    }
    int size = 0;
    for (int i = 0; i < prefixBytes; i++) {
      size = size << Byte.SIZE | (buffer[position + i] & 0xff);
    }
    if (size < 0 || size > maxFrameBytes) {
      throw new ProtocolException(
          "a frame of "
              + Integer.toUnsignedString(size)
              + " bytes (the limit is "
              + maxFrameBytes
              + ")");
    }
    position += prefixBytes;
    if (!fill(size) && size > 0) {
      throw new EOFException("the end of the input inside a frame");
    }
    offset = position;
    length = size;
    position += size;
    return true;
  }

  /** Lets go of the buffer; nothing is read any more. */
  void release() {
    buffer = NOTHING;
    position = 0;
    limit = 0;
  }

  /** The array that the frame is in, until the next is read. */
  byte[] array() {
    return buffer;
  }

  /** Returns how often bytes have come in. */
  long reads() {
    return reads.get();
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }

  /**
   * Reads until there are so many bytes.
   *
   * @return false if the input has ended before the first of them
   */
  private boolean fill(int count) throws IOException {
    while (limit - position < count) {
      makeRoom(count);
      Spin.until(hasArrived);
      int read = input.read(buffer, limit, buffer.length - limit);
      if (read < 0) {
        if (limit > position) {
          throw new EOFException("the end of the input inside a frame");
        }
        return false;
      }
      reads.incrementAndGet();
      limit += read;
    }
    return true;
  }

  /** Makes room for a byte more at least, of as many as are wanted from the position on. */
  private void makeRoom(int count) {
    if (position == limit) {
      position = 0;
      limit = 0;
    }
    if (count > buffer.length - position && position > 0) {
      System.arraycopy(buffer, position, buffer, 0, limit - position);
      limit -= position;
      position = 0;
    }
    if (limit == buffer.length) {
      int doubled = (int) Math.min(2L * limit, Integer.MAX_VALUE - 8);
      byte[] larger = allocate(Math.max(Math.min(doubled, count), 2 * prefixBytes));
      System.arraycopy(buffer, 0, larger, 0, limit);
      buffer = larger;
    }
  }

  /** Where there is no memory for a buffer of a usual size, this waits a moment for some. */
  private static byte[] allocate(int size) {
    int failures = 0;
    while (true) {
      try {
        return new byte[size];
      } catch (OutOfMemoryError e) {
        if (size > USUAL_BYTES || !Threads.pauseAfter(++failures)) {
          throw e;
        }
      }
    }
  }

  /** Gives the buffer of a long frame back, or that of the handshake. */
  private void shrink() {
    int rest = limit - position;
    if (buffer.length != usualBytes && rest <= usualBytes) {
      byte[] usual = allocate(usualBytes);
      System.arraycopy(buffer, position, usual, 0, rest);
      buffer = usual;
      position = 0;
      limit = rest;
    }
  }
}
