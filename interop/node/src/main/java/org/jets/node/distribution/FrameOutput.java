package org.jets.node.distribution;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gathers frames, so that many small ones are written at once. The buffer grows with the output. If
 * there is no memory for that, it is written more often.
 *
 * <p>For one thread, except {@link #writes} and {@link #endRound}.
 */
final class FrameOutput extends OutputStream {
  /** The number of bytes that the JDK passes to the system at once; a fragment fits. */
  static final int CAPACITY = 1 << 17;

  private static final int AMPLE_BYTES = 1 << 15;

  private static final int FIRST_BYTES = 1 << 12;
  private static final int GROWTH = 4;

  private static final byte[] NOTHING = {};

  private final OutputStream output;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int size;

  private final BufferUse use = new BufferUse();

  /**
   * The number of times that the other side has taken bytes. Another thread reads it to see
   * progress.
   */
  private final AtomicLong writes = new AtomicLong();

  /** The bytes that all connections have written. */
  private final AtomicLong allBytes;

  FrameOutput(OutputStream output) {
    this(output, new AtomicLong());
  }

  /**
   * Makes the output.
   *
   * @param allBytes counts the bytes that connections write, this one's too
   */
  FrameOutput(OutputStream output, AtomicLong allBytes) {
    this.output = output;
    this.allBytes = allBytes;
  }

  /** Returns true if enough has been gathered to be worth writing. */
  boolean isAmple() {
    return size >= AMPLE_BYTES;
  }

  /** Returns how often the other side has taken bytes. For any thread. */
  long writes() {
    return writes.get();
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Releases a large buffer, which is empty, if the connection is idle. */
  void rest() {
    if (use.isIdle(buffer.length)) {
      try {
        buffer = new byte[FIRST_BYTES];
      } catch (OutOfMemoryError e) {
        // The buffer that there is suffices.
      }
    }
  }

  /** Ends a round, after which an idle connection releases its buffer. For any thread. */
  void endRound() {
    use.endRound();
  }

  /** Releases the buffer; nothing is written any more. */
  void release() {
    buffer = NOTHING;
    size = 0;
  }

  @Override
  public void write(int value) throws IOException {
    room(1);
    buffer[size++] = (byte) value;
  }

  void writeInt(int value) throws IOException {
    room(Integer.BYTES);
    for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      buffer[size++] = (byte) (value >> shift);
    }
  }

  void writeLong(long value) throws IOException {
    writeInt((int) (value >> Integer.SIZE));
    writeInt((int) value);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    room(length);
    if (length > buffer.length) {
      for (int done = 0; done < length; done += CAPACITY) {
        int count = Math.min(CAPACITY, length - done);
        output.write(bytes, offset + done, count);
        allBytes.addAndGet(count);
        writes.incrementAndGet();
      }
    } else {
      System.arraycopy(bytes, offset, buffer, size, length);
      size += length;
    }
  }

  /** Writes the next bytes of a buffer. */
  void write(ByteBuffer source, int count) throws IOException {
    int left = count;
    while (left > 0) {
      room(left);
      int copied = Math.min(left, buffer.length - size);
      source.get(buffer, size, copied);
      size += copied;
      left -= copied;
    }
  }

  /** Makes room for this number of bytes, or as much as there can be. */
  private void room(int count) throws IOException {
    if (count > buffer.length - size && buffer.length < CAPACITY) {
      grow(count);
    }
    if (count > buffer.length - size) {
      flush();
    }
  }

  private void grow(int count) {
    long wanted = Math.max((long) GROWTH * buffer.length, (long) size + count);
    try {
      buffer = Arrays.copyOf(buffer, (int) Math.min(wanted, CAPACITY));
    } catch (OutOfMemoryError e) {
      // The buffer that there is suffices.
    }
  }

  @Override
  public void flush() throws IOException {
    if (size > 0) {
      output.write(buffer, 0, size);
      allBytes.addAndGet(size);
      use.note(size);
      size = 0;
      writes.incrementAndGet();
    }
  }
}
