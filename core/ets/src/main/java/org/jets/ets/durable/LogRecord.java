package org.jets.ets.durable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A change of a table in the form that its log has. It is encoded when it is made, so that threads
 * encode in parallel, and a change that cannot be encoded fails alone. Immutable.
 */
public final class LogRecord {
  /** The largest number of bytes of a payload. */
  static final int MAX_PAYLOAD_BYTES = 1 << 28;

  static final byte CHANGES = 1;
  static final byte CLEAR = 2;
  static final byte END = 3;

  private static final LogRecord CLEARING = new LogRecord(CLEAR, new byte[0]);

  /** Without limits other than the length of the payload: what was written can be read. */
  private static final DecodeOptions ALL =
      DecodeOptions.defaults()
          .withMaxEncodedBytes(MAX_PAYLOAD_BYTES)
          .withMaxDepth(Integer.MAX_VALUE)
          .withMaxNewAtoms(Integer.MAX_VALUE)
          .withMaxIntegerBytes(Integer.MAX_VALUE);

  private final byte kind;

  /** The rest of the payload. */
  private final byte[] term;

  private final int crc;

  private LogRecord(byte kind, byte[] term) {
    if (term.length >= MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "record: " + (term.length + 1L) + " bytes (expected: at most " + MAX_PAYLOAD_BYTES + ")");
    }
    this.kind = kind;
    this.term = term;
    CRC32C sum = new CRC32C();
    sum.update(kind);
    sum.update(term);
    this.crc = (int) sum.getValue();
  }

  /**
   * Returns the change of one key.
   *
   * @throws IllegalArgumentException if it takes more than 256 MiB
   */
  public static LogRecord of(LogCell cell) {
    return new LogRecord(CHANGES, ExternalTermFormat.encode(ListTerm.of(cell.term())));
  }

  /**
   * Returns the changes of several keys, which are recovered together or not at all.
   *
   * @throws IllegalArgumentException if they take more than 256 MiB
   */
  public static LogRecord of(List<LogCell> cells) {
    List<Term> terms = new ArrayList<>(cells.size());
    for (LogCell cell : cells) {
      terms.add(cell.term());
    }
    return new LogRecord(CHANGES, ExternalTermFormat.encode(ListTerm.of(terms)));
  }

  /** Returns the removal of all objects. */
  public static LogRecord clear() {
    return CLEARING;
  }

  /** Returns the end of a complete file with a number of records. */
  static LogRecord end(long records) {
    return new LogRecord(END, ExternalTermFormat.encode(IntegerTerm.of(records)));
  }

  byte kind() {
    return kind;
  }

  /** Returns the bytes that follow the kind; not a copy. */
  byte[] term() {
    return term;
  }

  /** Returns the checksum of the payload. */
  int crc() {
    return crc;
  }

  /** Returns the number of bytes of the payload. */
  int payloadBytes() {
    return term.length + 1;
  }

  /**
   * Returns the cells of a payload of kind {@link #CHANGES}.
   *
   * @return null if the payload is none
   */
  static @Nullable List<LogCell> cells(ByteBuffer payload, LogProperties properties) {
    if (!(termOf(payload) instanceof ListTerm list && list.isProper())) {
      return null;
    }
    List<LogCell> cells = new ArrayList<>(list.size());
    for (Term term : list) {
      LogCell cell = cell(term, properties);
      if (cell == null) {
        return null;
      }
      cells.add(cell);
    }
    return cells;
  }

  private static @Nullable LogCell cell(Term term, LogProperties properties) {
    if (!(term instanceof Tuple tuple)) {
      return cell(term, List.of(), properties);
    }
    if (tuple.arity() == 1) {
      return new LogCell(tuple.element(1), List.of());
    }
    List<Long> ends = tuple.arity() == 2 ? LogCell.ends(tuple.element(2)) : null;
    return ends == null || ends.isEmpty() ? null : cell(tuple.element(1), ends, properties);
  }

  private static @Nullable LogCell cell(Term term, List<Long> ends, LogProperties properties) {
    if (!(term instanceof ListTerm list) || list.isEmpty() || !list.isProper()) {
      return null;
    }
    List<Tuple> objects = new ArrayList<>(list.size());
    for (Term element : list) {
      if (!(element instanceof Tuple object) || object.arity() < properties.keypos()) {
        return null;
      }
      objects.add(object);
    }
    if (!ends.isEmpty() && ends.size() != objects.size()) {
      return null;
    }
    return new LogCell(properties.key(objects.get(0)), objects, ends);
  }

  /**
   * Returns the number of records of a payload of kind {@link #END}.
   *
   * @return -1 if the payload is none
   */
  static long records(ByteBuffer payload) {
    return termOf(payload) instanceof IntegerTerm number && number.fitsLong()
        ? number.longValue()
        : -1;
  }

  private static @Nullable Term termOf(ByteBuffer payload) {
    ByteBuffer rest = payload.slice(1, payload.limit() - 1);
    try {
      Term term = ExternalTermFormat.decode(rest, ALL);
      return rest.hasRemaining() ? null : term;
    } catch (TermFormatException e) {
      return null;
    }
  }
}
