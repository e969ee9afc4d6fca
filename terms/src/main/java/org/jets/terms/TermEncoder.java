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
 * Encodes terms in the {@linkplain ExternalTermFormat external term format}, one after the other
 * into a buffer that grows and is used again: once it has grown, encoding a term allocates nothing
 * (unless it is compressed, nested more than 64 deep, or has local funs or integers of more than 64
 * bits in it).
 *
 * <p>Not safe for use by several threads at once.
 */
public final class TermEncoder {
  static {
    ExternalTermFormat.initialize();
  }

  /** The most that one call compresses. */
  private static final int PIECE_BYTES = 16 << 10;

  private final EncodeOptions options;
  private final TermWriter writer;

  /** Makes an encoder with an empty buffer. */
  public TermEncoder(EncodeOptions options) {
    this.options = Objects.requireNonNull(options, "options");
    this.writer = new TermWriter();
  }

  /**
   * Makes an encoder with an empty buffer, for messages between nodes: there an atom can be written
   * as a reference to the list of atoms in the message's head.
   *
   * @param references asked for each atom at each place where it stands; returns its number in that
   *     list, from 0 to 255, or -1 to have the atom itself written
   */
  public TermEncoder(EncodeOptions options, ToIntFunction<Atom> references) {
    this(options);
    writer.setReferences(Objects.requireNonNull(references, "references"));
  }

  /**
   * Has binaries of so many bytes or more left out of the buffer, instead of copied into it: {@link
   * #parts} has them in their places, without a copy. Whatever else returns or writes the bytes has
   * them too, by way of one copy of everything. Not where terms are compressed.
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

  /** Makes an encoder that goes on behind what a writer has. */
  TermEncoder(EncodeOptions options, TermWriter writer) {
    this.options = options;
    this.writer = writer;
  }

  /**
   * Encodes a term behind what the buffer has already. Where this throws, the buffer is as it was.
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
      // Only now: where something has been thrown, the buffer is as it was.
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
   * Puts the compressed form in the place of what has been written, if with the tag and the size it
   * is no longer than that and the version byte: OTP's rule. Returns where it ends.
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
          // The collector may have to wait for each call: it gets little to do.
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

  /** Returns the number of bytes in the buffer, and of those that have been left out of it. */
  public int size() {
    return writer.size() + (int) writer.sharedBytes();
  }

  /** Empties the buffer, and keeps its memory. */
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
   * @throws java.nio.BufferOverflowException if they do not fit; then none has been put
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
