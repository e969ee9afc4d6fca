package org.jets.node.distribution;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the input from a node into frames, each of which follows its length. A frame is read into
 * one buffer, which grows no faster than bytes arrive: a false length costs nothing. The buffers of
 * all connections are bounded together.
 *
 * <p>For one thread, except {@link #reads}, {@link #isWaiting} and {@link #endRound}.
 */
final class FrameInput {
  /** The size up to which the buffer grows with the input: two of OTP's fragments fit. */
  private static final int USUAL_BYTES = 1 << 17;

  /** The size of the buffer of a connection that is seldom used. It is not counted. */
  private static final int FIRST_BYTES = 1 << 10;

  private static final int GROWTH = 4;

  private static final byte[] NOTHING = {};

  /** The divisor for the part of the allowed time that one wait counts for at most. */
  private static final int WAITS = 4;

  private final InputStream input;
  private final LongSupplier clock;

  /** Allocated in advance: waiting allocates nothing. */
  private final SpinWait.Condition<IOException> hasArrived;

  private byte[] buffer = new byte[FIRST_BYTES];

  private final BufferUse use = new BufferUse();

  /** True if the last read has filled the buffer: a larger one saves calls of the system. */
  private boolean isFilled;

  /** Counts the buffer beyond its first size; null for the handshake, which has its own bounds. */
  private ReceiveBudget.@Nullable Account account;

  private int prefixBytes;
  private int maxFrameBytes;

  /** The time within which a frame has to make progress. */
  private long progressNanos = Long.MAX_VALUE;

  private final MessageProgress progress = new MessageProgress(0);
  private long waitedNanos;

  /** The start of the bytes that have not been returned as a frame. */
  private int position;

  private int limit;
  private int offset;
  private int length;

  /** True while the reader waits for input, and does nothing with it. Another thread reads it. */
  private volatile boolean isWaiting;

  /** The number of times that bytes have arrived. Another thread reads it to see progress. */
  private final AtomicLong reads = new AtomicLong();

  /**
   * @param input the input from the other node
   * @param wire the input below that, possibly encrypted: the same, or the one that the other reads
   *     from
   */
  FrameInput(InputStream input, InputStream wire, int prefixBytes, int maxFrameBytes) {
    this(input, wire, prefixBytes, maxFrameBytes, System::nanoTime);
  }

  FrameInput(
      InputStream input, InputStream wire, int prefixBytes, int maxFrameBytes, LongSupplier clock) {
    this.input = input;
    this.clock = clock;
    this.prefixBytes = prefixBytes;
    this.maxFrameBytes = maxFrameBytes;
    this.hasArrived = () -> wire.available() > 0;
  }

  /**
   * Switches from the frames of the handshake to those of messages.
   *
   * @param ofConnection counts the bytes of the buffer
   */
  void beginMessages(DistributionOptions options, ReceiveBudget.Account ofConnection) {
    prefixBytes = Integer.BYTES;
    maxFrameBytes = options.maxFrameBytes;
    progressNanos = TimeUnit.NANOSECONDS.convert(options.messageProgress);
    account = ofConnection;
    ofConnection.count(buffer.length - FIRST_BYTES);
  }

  /**
   * Reads the next frame, and forgets the last.
   *
   * @return false if the input has ended, and did so between two frames
   * @throws ProtocolException if the frame is too long or makes no progress, or the connection may
   *     not hold more bytes
   * @throws EOFException if the input ends inside it
   */
  boolean next() throws IOException {
    fit();
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
    progress.begin(waitedNanos);
    if (!fill(size) && size > 0) {
      throw new EOFException("the end of the input inside a frame");
    }
    makeWay();
    offset = position;
    length = size;
    position += size;
    return true;
  }

  /** Releases the buffer; nothing is read any more. */
  void release() {
    buffer = NOTHING;
    position = 0;
    limit = 0;
  }

  /** Returns the array that contains the frame, until the next one is read. */
  byte[] array() {
    return buffer;
  }

  /** Ends a round, after which an idle connection releases its buffer. For any thread. */
  void endRound() {
    use.endRound();
  }

  /** Returns how often bytes have come in. */
  long reads() {
    return reads.get();
  }

  /** Returns whether the reader waits for bytes to come in. */
  boolean isWaiting() {
    return isWaiting;
  }

  /** Returns how long the reader has waited for input in all. */
  long waitedNanos() {
    return waitedNanos;
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }

  /**
   * Reads until the buffer has this number of bytes.
   *
   * @return false if the input has ended before the first of them
   */
  private boolean fill(int count) throws IOException {
    while (limit - position < count) {
      makeRoom(count);
      isWaiting = true;
      SpinWait.until(hasArrived);
      int read = read();
      if (read < 0) {
        if (limit > position) {
          throw new EOFException("the end of the input inside a frame");
        }
        return false;
      }
      reads.incrementAndGet();
      isWaiting = false;
      if (account != null) {
        account.countRead(read);
      }
      limit += read;
      use.note(limit - position);
      isFilled = limit == buffer.length;
      if (count > prefixBytes) {
        progress.check(waitedNanos, limit - position, buffer.length, progressNanos);
      }
    }
    return true;
  }

  /** Reads what there is. A wait counts for a part of the allowed time at most. */
  private int read() throws IOException {
    long start = clock.getAsLong();
    int read = input.read(buffer, limit, buffer.length - limit);
    waitedNanos += Math.min(clock.getAsLong() - start, progressNanos / WAITS);
    return read;
  }

  /** Makes room for at least one byte, and at most for the bytes wanted from the position on. */
  private void makeRoom(int count) throws ProtocolException {
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
      int larger = Math.max(Math.min(doubled, count), 2 * prefixBytes);
      if (account != null) {
        account.add(larger - buffer.length);
      }
      replace(allocate(larger));
    }
  }

  /** Moves the bytes that have not been returned into another buffer. */
  private void replace(byte[] other) {
    int rest = limit - position;
    System.arraycopy(buffer, position, other, 0, rest);
    buffer = other;
    position = 0;
    limit = rest;
  }

  /**
   * Allocates a buffer. If there is no memory for one of a usual size, this waits a moment for it.
   */
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

  /**
   * Releases a large buffer if a long frame has been read, or the connection is idle. Takes a
   * larger one if there is much input and the connection may hold it. Keeps the buffer if there is
   * no memory for another.
   */
  private void fit() {
    ReceiveBudget.Account counted = account;
    if (counted == null) {
      return;
    }
    int length = buffer.length;
    int rest = limit - position;
    if (use.isIdle(length) && rest <= FIRST_BYTES) {
      resize(FIRST_BYTES, counted);
    } else if (length > USUAL_BYTES && rest <= USUAL_BYTES) {
      resize(USUAL_BYTES, counted);
    } else if (isFilled && length < USUAL_BYTES && !counted.isCrowded()) {
      resize(Math.min(GROWTH * length, USUAL_BYTES), counted);
    }
    isFilled = false;
  }

  /**
   * Releases what the buffer has beyond its bytes, if connections together hold about as much as
   * they may. So a connection that has read much is not closed for a buffer that it does not need.
   */
  private void makeWay() {
    ReceiveBudget.Account counted = account;
    int needed = Math.max(limit - position, BufferUse.IDLE_BYTES);
    if (buffer.length > needed && counted != null && counted.isCrowded()) {
      resize(needed, counted);
    }
  }

  private void resize(int size, ReceiveBudget.Account counted) {
    int change = size - buffer.length;
    if (change > 0 && !counted.tryAdd(change)) {
      return;
    }
    try {
      replace(new byte[size]);
    } catch (OutOfMemoryError e) {
      counted.remove(change > 0 ? change : 0);
      return;
    }
    counted.remove(change < 0 ? -change : 0);
  }
}
