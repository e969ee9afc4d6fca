package org.jets.ets.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one file, up to the first place without a whole record. Takes memory for one
 * record, once it is known to be whole. For use by one thread.
 */
final class RecordReader {
  private static final int WINDOW_BYTES = 1 << 18;

  private final LogFile file;
  private final RecordHead head;

  /** The number of bytes of the file when the reader was made. */
  private final long length;

  private final long start;
  private final CRC32C sum = new CRC32C();

  /** A part of the file, from {@link #windowStart} on. */
  private ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).limit(0);

  private long windowStart;

  /** The position of the last record that was read. */
  private long position;

  /** The end of the last record that was read. */
  private long end;

  private long records;

  /** The reason why there is no whole record at {@link #end}; null if the file ends there. */
  private @Nullable String damage;

  RecordReader(LogFile file, LogHeader header) throws IOException {
    this.file = file;
    this.head = new RecordHead(header.salt());
    this.length = file.length();
    this.start = header.encode().length;
    this.end = start;
  }

  /**
   * Reads the next record.
   *
   * @return its payload, which is valid until the next call; null if there is no whole record
   */
  @Nullable ByteBuffer next() throws IOException {
    if (end >= length) {
      return null;
    }
    damage = damageAt(end);
    if (damage != null) {
      return null;
    }
    position = end;
    if (!load(position, RecordHead.BYTES)) {
      damage = "the file became shorter";
      return null;
    }
    int payloadBytes = window.getInt(index(position));
    if (!load(position, RecordHead.BYTES + payloadBytes)) {
      damage = "the file became shorter";
      return null;
    }
    end = position + RecordHead.BYTES + payloadBytes;
    records++;
    return window.slice(index(position) + RecordHead.BYTES, payloadBytes);
  }

  /** Returns null if there is a whole record. Takes no memory for a long one. */
  private @Nullable String damageAt(long at) throws IOException {
    if (length - at <= RecordHead.BYTES) {
      return (length - at) + " bytes, fewer than a record has";
    }
    if (!load(at, RecordHead.BYTES)) {
      return "the file became shorter";
    }
    if (!head.isWhole(window, index(at), at)) {
      return "wrong checksum of a record's head";
    }
    int payloadBytes = window.getInt(index(at) + RecordHead.LENGTH_OFFSET);
    if (payloadBytes < 1 || payloadBytes > LogRecord.MAX_PAYLOAD_BYTES) {
      return "record of " + Integer.toUnsignedString(payloadBytes) + " bytes";
    }
    long there = length - at - RecordHead.BYTES;
    if (payloadBytes > there) {
      return "record of " + payloadBytes + " bytes, of which " + there + " are there";
    }
    int crc = window.getInt(index(at) + RecordHead.CRC_OFFSET);
    int recordBytes = RecordHead.BYTES + payloadBytes;
    if (recordBytes <= WINDOW_BYTES && !load(at, recordBytes)) {
      return "the file became shorter";
    }
    sum.reset();
    for (long part = at + RecordHead.BYTES; part < at + recordBytes; ) {
      int bytes = (int) Math.min(at + recordBytes - part, WINDOW_BYTES);
      if (!load(part, bytes)) {
        return "the file became shorter";
      }
      sum.update(window.array(), index(part), bytes);
      part += bytes;
    }
    return (int) sum.getValue() == crc ? null : "wrong checksum of a record";
  }

  private int index(long at) {
    return (int) (at - windowStart);
  }

  /** Makes the window have these bytes. Returns false if the file does not have them any more. */
  private boolean load(long at, int bytes) throws IOException {
    if (at >= windowStart && at + bytes <= windowStart + window.limit()) {
      return true;
    }
    ByteBuffer next = window;
    int capacity = Math.max(WINDOW_BYTES, bytes);
    if (window.capacity() != capacity) {
      next = ByteBuffer.allocate(capacity);
    }
    boolean isKept = at >= windowStart && at < windowStart + window.limit();
    int kept = isKept ? Math.min(window.limit() - index(at), capacity) : 0;
    if (isKept) {
      System.arraycopy(window.array(), index(at), next.array(), 0, kept);
    }
    next.clear().position(kept);
    window = next;
    windowStart = at;
    int read = 0;
    while (next.position() < bytes && read >= 0) {
      read = file.read(next, at + next.position());
    }
    next.flip();
    return next.limit() >= bytes;
  }

  /** Returns the position of the last record that was read. */
  long position() {
    return position;
  }

  /** Returns the position behind the last record that was read. */
  long end() {
    return end;
  }

  /** Returns the position of the first record. */
  long start() {
    return start;
  }

  /** Returns the number of records that were read. */
  long records() {
    return records;
  }

  /** Returns why there is no whole record; null at the end of the file. */
  @Nullable String damage() {
    return damage;
  }

  /** Returns the number of bytes behind the last whole record. */
  long bytesAfter() {
    return length - end;
  }

  /**
   * Looks for whole records behind the damaged place. Linear in the bytes there.
   *
   * @return the number of whole records; -1 if one of them says that the damaged place was on the
   *     disk when it was written
   */
  long wholeRecordsAfter() throws IOException {
    long found = 0;
    for (long at = end + 1; at < length - RecordHead.BYTES; ) {
      if (!load(at, RecordHead.BYTES)) {
        return found;
      }
      int payloadBytes = window.getInt(index(at));
      long unforced = Integer.toUnsignedLong(window.getInt(index(at) + RecordHead.UNFORCED_OFFSET));
      boolean isPlausible =
          payloadBytes > 0 && payloadBytes < length - at && unforced <= at - start;
      if (isPlausible && damageAt(at) == null) {
        if (at - unforced > end) {
          return -1;
        }
        found++;
        at += RecordHead.BYTES + payloadBytes;
      } else {
        at++;
      }
    }
    return found;
  }
}
