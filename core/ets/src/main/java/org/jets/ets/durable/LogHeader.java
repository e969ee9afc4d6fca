package org.jets.ets.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The header of a file of a log.
 *
 * @param number the number in the file's name
 * @param logId a random number that all files of a log have
 * @param salt a random number of this file
 * @param previous the salt of the segment before this one, or before the first one that belongs to
 *     this snapshot; 0 for the first segment
 * @param options the table's options, as {@code ets:new/2} takes them
 */
record LogHeader(
    Kind kind,
    long number,
    long logId,
    long salt,
    long previous,
    LogProperties properties,
    ListTerm options) {
  /** The kinds of files. */
  enum Kind {
    LOG("log"),
    SNAPSHOT("snapshot");

    private final Atom term;

    Kind(String name) {
      this.term = Atom.of(name);
    }

    private static @Nullable Kind of(Term term) {
      for (Kind kind : values()) {
        if (kind.term.equals(term)) {
          return kind;
        }
      }
      return null;
    }
  }

  private static final long MAGIC = 0x4a45_5453_4c4f_470aL; // "JETSLOG\n"
  private static final int VERSION = 1;

  /** The number of bytes before the properties. */
  private static final int FIXED_BYTES = 16;

  private static final int CRC_BYTES = 4;

  /** A bound of the encoded properties; a name has at most 1,020 bytes. */
  private static final int MAX_PROPERTIES_BYTES = 16_384;

  private static final int VERSION_OFFSET = 8;
  private static final int LENGTH_OFFSET = 12;

  private static final int ARITY = 9;

  /** Returns the header of the snapshot to which the segments from this one on belong. */
  LogHeader ofSnapshot(long itsSalt) {
    return new LogHeader(Kind.SNAPSHOT, number, logId, itsSalt, previous, properties, options);
  }

  /** Returns the bytes of the header. */
  byte[] encode() {
    byte[] term =
        ExternalTermFormat.encode(
            Tuple.of(
                kind.term,
                IntegerTerm.of(number),
                IntegerTerm.of(logId),
                IntegerTerm.of(salt),
                IntegerTerm.of(previous),
                properties.name(),
                properties.type().term(),
                IntegerTerm.of(properties.keypos()),
                options));
    if (term.length > MAX_PROPERTIES_BYTES) {
      throw new IllegalArgumentException(
          "properties: " + term.length + " bytes (expected: <= " + MAX_PROPERTIES_BYTES + ")");
    }
    ByteBuffer bytes = ByteBuffer.allocate(FIXED_BYTES + term.length + CRC_BYTES);
    bytes.putLong(MAGIC).putInt(VERSION).putInt(term.length).put(term);
    return bytes.putInt(crc(bytes, bytes.position())).array();
  }

  /** Returns the checksum of the first bytes of a buffer. */
  private static int crc(ByteBuffer bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(0, length));
    return (int) crc.getValue();
  }

  /**
   * Reads the header of a file.
   *
   * @param name the full name of the file, for messages
   * @throws LogFormatException if there is none, or one of another version
   */
  static LogHeader read(LogFile file, String name) throws IOException {
    ByteBuffer fixed = read(file, 0, FIXED_BYTES);
    if (fixed.limit() < FIXED_BYTES || fixed.getLong(0) != MAGIC) {
      throw new LogFormatException(name, 0, "no header of a log of jets");
    }
    int version = fixed.getInt(VERSION_OFFSET);
    if (version != VERSION) {
      throw new LogFormatException(
          name,
          VERSION_OFFSET,
          "format version " + Integer.toUnsignedString(version) + " (expected: " + VERSION + ")");
    }
    int length = fixed.getInt(LENGTH_OFFSET);
    if (length < 1 || length > MAX_PROPERTIES_BYTES) {
      throw new LogFormatException(
          name,
          LENGTH_OFFSET,
          "length of the properties: "
              + Integer.toUnsignedString(length)
              + " (expected: 1.."
              + MAX_PROPERTIES_BYTES
              + ")");
    }
    ByteBuffer all = read(file, 0, FIXED_BYTES + length + CRC_BYTES);
    int crcOffset = FIXED_BYTES + length;
    if (all.limit() < all.capacity() || all.getInt(crcOffset) != crc(all, crcOffset)) {
      throw new LogFormatException(name, 0, "wrong checksum of the header");
    }
    LogHeader header;
    try {
      header =
          of(ExternalTermFormat.decode(all.slice(FIXED_BYTES, length), DecodeOptions.defaults()));
    } catch (TermFormatException e) {
      header = null;
    }
    if (header == null) {
      throw new LogFormatException(name, FIXED_BYTES, "no properties of a log");
    }
    return header;
  }

  private static ByteBuffer read(LogFile file, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    int read = 0;
    while (bytes.hasRemaining() && read >= 0) {
      read = file.read(bytes, position + bytes.position());
    }
    return bytes.flip();
  }

  private static @Nullable LogHeader of(Term term) {
    if (!(term instanceof Tuple tuple) || tuple.arity() != ARITY) {
      return null;
    }
    Kind kind = Kind.of(tuple.element(1));
    TableType type = typeOf(tuple.element(7));
    if (kind == null
        || type == null
        || !(tuple.element(2) instanceof IntegerTerm number && number.fitsLong())
        || !(tuple.element(3) instanceof IntegerTerm logId && logId.fitsLong())
        || !(tuple.element(4) instanceof IntegerTerm salt && salt.fitsLong())
        || !(tuple.element(5) instanceof IntegerTerm previous && previous.fitsLong())
        || !(tuple.element(6) instanceof Atom name)
        || !(tuple.element(8) instanceof IntegerTerm keypos && keypos.fitsInt())
        || keypos.intValue() < 1
        || !(tuple.element(9) instanceof ListTerm options && options.isProper())) {
      return null;
    }
    return new LogHeader(
        kind,
        number.longValue(),
        logId.longValue(),
        salt.longValue(),
        previous.longValue(),
        new LogProperties(name, type, keypos.intValue()),
        options);
  }

  private static @Nullable TableType typeOf(Term term) {
    for (TableType type : TableType.values()) {
      if (type.term().equals(term)) {
        return type;
      }
    }
    return null;
  }
}
