package org.jets.terms;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.zip.Deflater;
import org.jets.terms.internal.external.ExternalTag;
import org.jets.terms.internal.external.GrowingBytes;
import org.jets.terms.internal.external.TermWriter;

/**
 * An encoder that writes terms in the {@linkplain ExternalTermFormat external term format}, one
 * after the other, into a growing buffer that can be reused. Once the buffer has grown, encoding a
 * term allocates nothing. Exceptions are compression, nesting deeper than 64, local funs, and
 * integers of more than 64 bits.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class TermEncoder {
  static {
    ExternalTermFormat.initialize();
  }

  /** The maximum number of bytes that one call compresses. */
  private static final int PIECE_BYTES = 16 << 10;

  private final EncodeOptions options;
  private final TermWriter writer;

  /** Makes an encoder with an empty buffer. */
  public TermEncoder(EncodeOptions options) {
    this.options = Objects.requireNonNull(options, "options");
    this.writer = new TermWriter();
  }

  /**
   * Makes an encoder with an empty buffer, for messages between nodes. In these an atom can be
   * written as a reference to the list of atoms in the message's head.
   *
   * @param references called for each occurrence of an atom; returns its number in that list, from
   *     0 to 255; -1 writes the atom itself
   */
  public TermEncoder(EncodeOptions options, ToIntFunction<Atom> references) {
    this(options);
    writer.setReferences(Objects.requireNonNull(references, "references"));
  }

  /**
   * Leaves binaries of at least this many bytes out of the buffer. {@link #parts} returns them at
   * their places, without a copy. The other methods that return or write the bytes include them by
   * one copy of everything. Has no effect on compressed terms.
   *
   * @return this
   * @throws IllegalArgumentException if the number is negative
   */
  public TermEncoder shareBinariesFrom(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes: " + bytes + " (expected: >= 0)");
    }
    if (options.compression() == 0) {
      writer.setShareFrom(bytes);
    }
    return this;
  }

  /** Makes an encoder that appends to the content of a writer. */
  TermEncoder(EncodeOptions options, TermWriter writer) {
    this.options = options;
    this.writer = writer;
  }

  /**
   * Appends a term to the buffer. If this throws, the buffer is unchanged.
   *
   * <p>Compression pauses a {@link PausableThread} after every 16 KiB, so that thread holds no
   * lock.
   *
   * @return this
   * @throws IllegalArgumentException if the buffer would need more bytes than an array can have
   */
  public TermEncoder write(Term term) {
    Objects.requireNonNull(term, "term");
    writer.setOldForms(options.minorVersion() == 1);
    int start = writer.size();
    int sharedBefore = writer.sharedCount();
    boolean isWritten = false;
    try {
      if (options.versionByte()) {
        start = writer.put1(start, ExternalTag.VERSION);
      }
      int end = writer.write(term, start);
      requireArraySize(end + writer.sharedBytes());
      // The size is set last, so that an exception leaves the buffer unchanged.
      writer.setSize(options.compression() > 0 ? compress(start, end) : end);
      isWritten = true;
    } finally {
      if (!isWritten) {
        writer.keepShared(sharedBefore);
      }
    }
    return this;
  }

  private static void requireArraySize(long byteCount) {
    if (byteCount > GrowingBytes.MAX_SIZE) {
      throw new IllegalArgumentException(
          "term: its encoding takes more than " + GrowingBytes.MAX_SIZE + " bytes");
    }
  }

  /**
   * Replaces the bytes of a term by their compressed form. OTP's rule: that form, its tag and its
   * size together must be no longer than the plain bytes and the version byte. Returns the end of
   * the term.
   */
  private int compress(int start, int end) {
    int size = end - start;
    int headBytes = 1 + Integer.BYTES;
    if (size <= headBytes) {
      return end;
    }
    byte[] compressed = new byte[size - headBytes];
    int length = 0;
    PausableThread thread = PausableThread.current();
    Deflater deflater = new Deflater(options.compression());
    try {
      int from = start;
      while (!deflater.finished() && length < compressed.length) {
        if (deflater.needsInput() && from < end) {
          // The garbage collector may have to wait for each call, so a call gets little to do.
          int count = Math.min(PIECE_BYTES, end - from);
          deflater.setInput(writer.bytes(), from, count);
          from += count;
          if (from == end) {
            deflater.finish();
          }
          if (thread != null) {
            thread.pause();
          }
        }
        int room = Math.min(PIECE_BYTES, compressed.length - length);
        length += deflater.deflate(compressed, length, room);
      }
      if (!deflater.finished()) {
        return end;
      }
    } finally {
      deflater.end();
    }
    int dataAt = writer.put1and4(start, ExternalTag.COMPRESSED, size);
    return writer.putAll(dataAt, compressed, 0, length);
  }

  /** Returns the number of bytes written, those left out of the buffer included. */
  public int size() {
    return writer.size() + (int) writer.sharedBytes();
  }

  /** Empties the buffer but keeps its memory. */
  public void clear() {
    writer.setSize(0);
    writer.keepShared(0);
  }

  /** Returns a copy of the bytes in the buffer. */
  public byte[] toByteArray() {
    if (writer.sharedBytes() == 0) {
      return Arrays.copyOf(writer.bytes(), writer.size());
    }
    ByteBuffer all = ByteBuffer.allocate(size());
    writer.parts().forEach(all::put);
    return all.array();
  }

  /** Returns a view of the bytes in the buffer, read-only and valid until the next change. */
  public ByteBuffer asReadOnlyBuffer() {
    return writer.sharedBytes() == 0
        ? ByteBuffer.wrap(writer.bytes(), 0, writer.size()).slice().asReadOnlyBuffer()
        : ByteBuffer.wrap(toByteArray()).asReadOnlyBuffer();
  }

  /**
   * Returns the bytes in parts, without a copy: read-only, and valid until the next change.
   *
   * @see #shareBinariesFrom
   */
  public List<ByteBuffer> parts() {
    return writer.parts();
  }

  /** Writes the bytes in the buffer to a stream. */
  public void writeTo(OutputStream output) throws IOException {
    Objects.requireNonNull(output, "output");
    if (writer.sharedBytes() == 0) {
      output.write(writer.bytes(), 0, writer.size());
    } else {
      output.write(toByteArray());
    }
  }

  /**
   * Puts the bytes in the buffer into another.
   *
   * @throws java.nio.BufferOverflowException if they do not fit; then the target is unchanged
   */
  public void writeTo(ByteBuffer target) {
    Objects.requireNonNull(target, "target");
    if (writer.sharedBytes() == 0) {
      target.put(writer.bytes(), 0, writer.size());
    } else {
      target.put(toByteArray());
    }
  }
}
