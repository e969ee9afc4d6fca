package org.jets.ets.durable;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes a file of a log from its beginning. After an exception the file's content is unknown, and
 * the writer can only be closed. For use by one thread at a time.
 */
final class RecordWriter implements Closeable {
  private static final int BUFFER_BYTES = 65_536;

  private final LogFile file;
  private final LogHeader header;
  private final RecordHead head;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

  /** The position of the next record. */
  private long position;

  /** The number of bytes that are known to be on the disk. */
  private long forced;

  private long records;

  RecordWriter(LogFile file, LogHeader header) throws IOException {
    this.file = file;
    this.header = header;
    this.head = new RecordHead(header.salt());
    put(header.encode(), 0);
  }

  LogHeader header() {
    return header;
  }

  /** Returns the number of bytes with those that are still in the buffer. */
  long position() {
    return position;
  }

  /** Returns the number of records that were written. */
  long records() {
    return records;
  }

  /** Returns whether a power failure could undo a write. */
  boolean isForced() {
    return forced == position;
  }

  /** Adds a record. */
  void write(LogRecord record) throws IOException {
    if (buffer.remaining() < RecordHead.BYTES + 1) {
      flush();
    }
    int unforced = header.kind() == LogHeader.Kind.LOG ? Math.toIntExact(position - forced) : 0;
    head.put(buffer, position, record.payloadBytes(), record.crc(), unforced);
    buffer.put(record.kind());
    position += RecordHead.BYTES + 1;
    put(record.term(), 0);
    records++;
  }

  /** Adds records of a file with the same header, as they are. */
  void copy(LogFile source, long from, long to, long count) throws IOException {
    byte[] part = new byte[BUFFER_BYTES];
    for (long at = from; at < to; ) {
      int read = source.read(ByteBuffer.wrap(part, 0, (int) Math.min(part.length, to - at)), at);
      if (read < 0) {
        throw new IOException("The file became shorter while it was copied.");
      }
      put(part, part.length - read);
      at += read;
    }
    records += count;
  }

  /** Adds all bytes but the last ones. */
  private void put(byte[] bytes, int without) throws IOException {
    int end = bytes.length - without;
    for (int at = 0; at < end; ) {
      if (!buffer.hasRemaining()) {
        flush();
      }
      int part = Math.min(end - at, buffer.remaining());
      buffer.put(bytes, at, part);
      at += part;
    }
    position += end;
  }

  /**
   * Ends a complete file, and forces it. All before the end is on the disk first, so that damage
   * before an end is never taken for the trace of a crash.
   */
  void end() throws IOException {
    if (!isForced()) {
      force();
    }
    write(LogRecord.end(records));
    force();
  }

  /** Hands the buffered bytes to the system, which keeps them if this process ends. */
  void flush() throws IOException {
    file.append(buffer.flip());
    buffer.clear();
  }

  /** Forces everything to the disk. */
  void force() throws IOException {
    flush();
    file.force();
    forced = position;
  }

  /** Closes the file, without the bytes in the buffer. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
