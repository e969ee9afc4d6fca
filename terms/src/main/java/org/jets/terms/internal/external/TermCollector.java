package org.jets.terms.internal.external;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jets.terms.DecodeOptions;

/**
 * A collector that reads the bytes of one term from a stream, and no byte more, by tags and lengths
 * alone.
 *
 * <p>It stops at bytes that are malformed, at the end of the stream, and at the limit. It reports
 * no fault: a decoder of the collected bytes reaches the same place and reports it. Memory grows
 * with the bytes read, whatever lengths the input states.
 */
final class TermCollector extends GrowingBytes {
  private static final int INITIAL_CAPACITY = 512;
  private static final int MIN_CHUNK = 1 << 13;

  /** A number of terms that means: stop. */
  private static final long STOP = -1;

  private final InputStream input;
  private final boolean versionByte;
  private final int limit;
  private boolean cutByLimit;

  TermCollector(InputStream input, DecodeOptions options) {
    super(INITIAL_CAPACITY);
    this.input = input;
    this.versionByte = options.versionByte();
    this.limit = Math.min(options.maxEncodedBytes(), MAX_SIZE);
  }

  /** Returns whether the term has more bytes than the limit. */
  boolean isCutByLimit() {
    return cutByLimit;
  }

  void collect() throws IOException {
    if (versionByte && next() != ExternalTag.VERSION) {
      return;
    }
    int tag = next();
    if (versionByte && tag == ExternalTag.COMPRESSED) {
      collectCompressed();
      return;
    }
    long open = collectContents(tag);
    while (open > 0) {
      if (open > limit - size) {
        cutByLimit = true;
        return;
      }
      long more = collectContents(next());
      if (more == STOP) {
        return;
      }
      open += more - 1;
    }
  }

  /**
   * Collects the bytes after a tag, except for child terms. Returns the number of child terms that
   * come next, or {@link #STOP}.
   */
  private long collectContents(int tag) throws IOException {
    return switch (tag) {
      case ExternalTag.NIL -> 0;
      case ExternalTag.SMALL_INTEGER -> fixed(1);
      case ExternalTag.INTEGER -> fixed(Integer.BYTES);
      case ExternalTag.NEW_FLOAT -> fixed(Long.BYTES);
      case ExternalTag.FLOAT -> fixed(ExternalTag.FLOAT_BYTES);
      case ExternalTag.SMALL_ATOM, ExternalTag.SMALL_ATOM_UTF8 -> counted(1, 0);
      case ExternalTag.ATOM, ExternalTag.ATOM_UTF8, ExternalTag.STRING -> counted(Short.BYTES, 0);
      case ExternalTag.BINARY -> counted(Integer.BYTES, 0);
      case ExternalTag.BIT_BINARY, ExternalTag.LARGE_BIG -> counted(Integer.BYTES, 1);
      case ExternalTag.SMALL_BIG -> counted(1, 1);
      case ExternalTag.SMALL_TUPLE -> number(1);
      case ExternalTag.LARGE_TUPLE -> number(Integer.BYTES);
      case ExternalTag.LIST -> {
        long length = number(Integer.BYTES);
        yield length == STOP ? STOP : length + 1;
      }
      case ExternalTag.MAP -> {
        long length = number(Integer.BYTES);
        yield length == STOP ? STOP : 2 * length;
      }
      case ExternalTag.NATIVE_RECORD -> {
        long fields = number(Integer.BYTES);
        yield fields == STOP || fixed(1) == STOP ? STOP : 2 + 2 * fields;
      }
      case ExternalTag.NEW_PID -> nodeAnd(3 * Integer.BYTES);
      case ExternalTag.PID -> nodeAnd(2 * Integer.BYTES + 1);
      case ExternalTag.NEW_PORT -> nodeAnd(2 * Integer.BYTES);
      case ExternalTag.V4_PORT -> nodeAnd(Long.BYTES + Integer.BYTES);
      case ExternalTag.PORT, ExternalTag.REFERENCE -> nodeAnd(Integer.BYTES + 1);
      case ExternalTag.NEW_REFERENCE -> words(1);
      case ExternalTag.NEWER_REFERENCE -> words(Integer.BYTES);
      case ExternalTag.EXPORT -> 3;
      case ExternalTag.NEW_FUN -> counted(Integer.BYTES, -Integer.BYTES);
      default -> STOP;
    };
  }

  private long fixed(long count) throws IOException {
    return count >= 0 && copy(count) ? 0 : STOP;
  }

  /** Collects a length field of this size, and then that length and some more bytes. */
  private long counted(int lengthBytes, int more) throws IOException {
    long length = number(lengthBytes);
    return length == STOP ? STOP : fixed(length + more);
  }

  private long nodeAnd(long count) throws IOException {
    int tag = next();
    return isAtom(tag) && collectContents(tag) == 0 ? fixed(count) : STOP;
  }

  private static boolean isAtom(int tag) {
    return tag == ExternalTag.SMALL_ATOM_UTF8
        || tag == ExternalTag.ATOM_UTF8
        || tag == ExternalTag.SMALL_ATOM
        || tag == ExternalTag.ATOM;
  }

  private long words(int creationBytes) throws IOException {
    long count = number(Short.BYTES);
    return count == STOP ? STOP : nodeAnd(creationBytes + count * Integer.BYTES);
  }

  /** Collects an unsigned number, and returns it or {@link #STOP}. */
  private long number(int byteCount) throws IOException {
    if (!copy(byteCount)) {
      return STOP;
    }
    long number = 0;
    for (int i = size - byteCount; i < size; i++) {
      number = number << Byte.SIZE | (bytes[i] & 0xff);
    }
    return number;
  }

  /** Collects compressed data, whose end is found only by expanding them. */
  private void collectCompressed() throws IOException {
    long uncompressed = number(Integer.BYTES);
    if (uncompressed == STOP) {
      return;
    }
    byte[] scratch = new byte[MIN_CHUNK];
    long expanded = 0;
    Inflater inflater = new Inflater();
    try {
      while (!inflater.finished() && expanded <= uncompressed) {
        int count = inflater.inflate(scratch);
        expanded += count;
        if (count == 0 && !inflater.finished()) {
          if (inflater.needsDictionary() || next() < 0) {
            return;
          }
          inflater.setInput(bytes, size - 1, 1);
        }
      }
    } catch (DataFormatException e) {
      // A decoder of these bytes finds the same error.
      return;
    } finally {
      inflater.end();
    }
  }

  /** Collects a byte. Returns the byte, or a negative number if there is none. */
  private int next() throws IOException {
    return copy(1) ? bytes[size - 1] & 0xff : -1;
  }

  private boolean copy(long count) throws IOException {
    if (count > limit - size) {
      cutByLimit = true;
      return false;
    }
    int left = (int) count;
    while (left > 0) {
      int chunk = Math.min(left, Math.max(MIN_CHUNK, size));
      int read = input.readNBytes(room(size, chunk), size, chunk);
      size += read;
      if (read < chunk) {
        return false;
      }
      left -= chunk;
    }
    return true;
  }
}
