package org.jets.terms;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.zip.Deflater;

/**
 * Encodes terms in the {@linkplain ExternalTermFormat external term format}, one after the other
 * into a buffer that grows and is used again: once it has grown, encoding a term allocates nothing
 * (unless it is compressed, nested more than 64 deep, or has local funs or integers of more than 64
 * bits in it).
 *
 * <p>Not safe for use by several threads at once.
 */
public final class TermEncoder {
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

  /** Makes an encoder that goes on behind what a writer has. */
  TermEncoder(EncodeOptions options, TermWriter writer) {
    this.options = options;
    this.writer = writer;
  }

  /**
   * Encodes a term behind what the buffer has already. Where this throws, the buffer is as it was.
   *
   * @return this
   * @throws IllegalArgumentException if the buffer would need more bytes than an array can have
   */
  public TermEncoder write(Term term) {
    Objects.requireNonNull(term, "term");
    writer.setOldForms(options.minorVersion() == 1);
    int start = writer.size;
    if (options.versionByte()) {
      start = writer.put1(start, ExternalTag.VERSION);
    }
    int end = writer.write(term, start);
    // Only now: where something has been thrown, the buffer is as it was.
    writer.size = options.compression() > 0 ? compress(start, end) : end;
    return this;
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
    Deflater deflater = new Deflater(options.compression());
    try {
      deflater.setInput(writer.bytes, start, size);
      deflater.finish();
      while (!deflater.finished() && length < compressed.length) {
        length += deflater.deflate(compressed, length, compressed.length - length);
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

  /** Returns the number of bytes in the buffer. */
  public int size() {
    return writer.size;
  }

  /** Empties the buffer, and keeps its memory. */
  public void clear() {
    writer.size = 0;
  }

  /** Returns a copy of the bytes in the buffer. */
  public byte[] toByteArray() {
    return Arrays.copyOf(writer.bytes, writer.size);
  }

  /** Returns a view of the bytes in the buffer, read-only and valid until the next change. */
  public ByteBuffer asReadOnlyBuffer() {
    return ByteBuffer.wrap(writer.bytes, 0, writer.size).slice().asReadOnlyBuffer();
  }

  /** Writes the bytes in the buffer to a stream. */
  public void writeTo(OutputStream output) throws IOException {
    Objects.requireNonNull(output, "output").write(writer.bytes, 0, writer.size);
  }

  /**
   * Puts the bytes in the buffer into another.
   *
   * @throws java.nio.BufferOverflowException if they do not fit; then none has been put
   */
  public void writeTo(ByteBuffer target) {
    Objects.requireNonNull(target, "target").put(writer.bytes, 0, writer.size);
  }
}
