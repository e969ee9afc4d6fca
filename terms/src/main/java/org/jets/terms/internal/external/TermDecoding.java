package org.jets.terms.internal.external;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jets.terms.DecodeOptions;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;

/** Decodes the term in an array, a buffer or a stream, compressed or not. */
public final class TermDecoding {
  private static final int FIRST_UNCOMPRESSED = 1 << 13;

  /**
   * The maximum number of bytes that one call expands: the garbage collector may have to wait for
   * the call.
   */
  private static final int PIECE_BYTES = 1 << 16;

  private TermDecoding() {}

  public static Term whole(byte[] bytes, DecodeOptions options) {
    TermReader reader = reader(bytes, 0, bytes.length, options);
    Term term = read(reader, bytes, options);
    if (reader.position < bytes.length) {
      throw reader.corrupt(
          reader.position, (bytes.length - reader.position) + " bytes after the term");
    }
    return term;
  }

  public static Term next(ByteBuffer buffer, DecodeOptions options) {
    if (!buffer.hasArray()) {
      return nextOfDirect(buffer, options);
    }
    int from = buffer.arrayOffset() + buffer.position();
    TermReader reader = reader(buffer.array(), from, from + buffer.remaining(), options);
    Term term = read(reader, buffer.array(), options);
    buffer.position(reader.position - buffer.arrayOffset());
    return term;
  }

  /**
   * Decodes the next term of a direct buffer. Only the bytes of the term are copied, since many
   * more may follow.
   */
  private static Term nextOfDirect(ByteBuffer buffer, DecodeOptions options) {
    TermCollector collector = new TermCollector(new BufferInput(buffer.duplicate()), options);
    try {
      collector.collect();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Term term = collected(collector, options);
    buffer.position(buffer.position() + collector.size);
    return term;
  }

  public static Term next(InputStream input, DecodeOptions options) throws IOException {
    TermCollector collector = new TermCollector(input, options);
    collector.collect();
    if (collector.size == 0 && !collector.isCutByLimit()) {
      throw new EOFException("the stream has ended (expected: a term)");
    }
    return collected(collector, options);
  }

  /**
   * Decodes the collected bytes. If the collector stopped early, the reader finds the fault and
   * throws.
   */
  private static Term collected(TermCollector collector, DecodeOptions options) {
    TermReader reader =
        new TermReader(
            collector.bytes, 0, collector.size, collector.isCutByLimit(), false, options);
    return read(reader, collector.bytes, options);
  }

  private static TermReader reader(byte[] input, int from, int to, DecodeOptions options) {
    boolean cutByLimit = to - from > options.maxEncodedBytes();
    return new TermReader(
        input,
        from,
        cutByLimit ? from + options.maxEncodedBytes() : to,
        cutByLimit,
        false,
        options);
  }

  private static Term read(TermReader reader, byte[] input, DecodeOptions options) {
    if (!options.versionByte()) {
      return reader.read();
    }
    reader.readVersion();
    return reader.skipCompressedTag() ? readCompressed(reader, input, options) : reader.read();
  }

  private static Term readCompressed(TermReader outer, byte[] input, DecodeOptions options) {
    byte[] bytes = inflate(outer, input, outer.readUncompressedSize());
    TermReader reader = new TermReader(bytes, 0, bytes.length, false, true, options);
    Term term = reader.read();
    if (!reader.atEnd()) {
      throw reader.corrupt(
          reader.position, (bytes.length - reader.position) + " bytes after the term");
    }
    return term;
  }

  /**
   * Expands the rest of the input. The result grows with the output, since the size stated by the
   * input cannot be trusted.
   */
  private static byte[] inflate(TermReader reader, byte[] input, int size) {
    int at = reader.position;
    byte[] bytes = new byte[Math.min(size, FIRST_UNCOMPRESSED)];
    int length = 0;
    PausableThread thread = PausableThread.current();
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(input, at, reader.remaining());
      while (!inflater.finished()) {
        if (length == bytes.length && length < size) {
          bytes = Arrays.copyOf(bytes, (int) Math.min(2L * length, size));
        }
        // One byte of room more than expected, so that a call can still read the checksum after the
        // last byte.
        if (thread != null) {
          thread.checkCancelled();
        }
        byte[] target = length < bytes.length ? bytes : new byte[1];
        int from = length < bytes.length ? length : 0;
        int count = inflater.inflate(target, from, Math.min(PIECE_BYTES, target.length - from));
        if (count == 0 && inflater.needsDictionary()) {
          throw reader.corrupt(at, "compressed data that asks for a dictionary");
        }
        if (count == 0 && inflater.needsInput() && !inflater.finished()) {
          throw reader.truncated(at, "compressed data without an end");
        }
        length += count;
        if (length > size) {
          throw reader.corrupt(at, "compressed data of more than the " + size + " bytes it says");
        }
      }
      if (length < size) {
        throw reader.corrupt(at, "compressed data of " + length + " bytes that says " + size);
      }
      reader.skip((int) inflater.getBytesRead());
      return bytes;
    } catch (DataFormatException e) {
      throw reader.corrupt(at, "compressed data that zlib cannot read: " + e.getMessage());
    } finally {
      inflater.end();
    }
  }

  /** A stream over a buffer that has no array to read from. */
  private static final class BufferInput extends InputStream {
    private final ByteBuffer buffer;

    BufferInput(ByteBuffer buffer) {
      this.buffer = buffer;
    }

    @Override
    public int read() {
      return buffer.hasRemaining() ? buffer.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      int count = Math.min(length, buffer.remaining());
      buffer.get(target, offset, count);
      return count == 0 && length > 0 ? -1 : count;
    }
  }
}
