package org.jets.ets.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jets.ets.log.LogReport;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading one file of a log.
 *
 * @param name the name of the file in its folder
 * @param records the number of whole records, without the end
 * @param cells the number of cells in them
 * @param end the position behind the last whole record, without the end
 * @param isEnded whether the file is complete
 * @param cut the tail without whole records, or with some that are not known to have been forced;
 *     null if there is none
 */
record FileScan(
    String name,
    LogHeader header,
    long records,
    long cells,
    long end,
    boolean isEnded,
    LogReport.@Nullable Cut cut) {

  /** The receiver of records as they are in the file. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Receives a record.
     *
     * @param cells null for the removal of all objects
     */
    void record(long position, @Nullable List<LogCell> cells);
  }

  /** Returns a visitor that makes the changes of each record. */
  static Visitor into(LogSink sink) {
    return (position, cells) -> {
      if (cells == null) {
        sink.clear();
      } else {
        cells.forEach(sink::cell);
      }
    };
  }

  /**
   * Reads the header of a file.
   *
   * @throws LogFormatException if it is not the header of a file of this kind and number
   */
  static LogHeader header(LogFiles files, LogHeader.Kind kind, long number) throws IOException {
    String name = kind == LogHeader.Kind.LOG ? LogNames.segment(number) : LogNames.snapshot(number);
    String fullName = files.describe(name);
    try (LogFile file = files.open(name)) {
      LogHeader header = LogHeader.read(file, fullName);
      if (header.kind() != kind || header.number() != number) {
        throw new LogFormatException(fullName, 0, "the file has got another name");
      }
      return header;
    }
  }

  /**
   * Reads a file to its end or to a tail that was never forced.
   *
   * @throws LogFormatException if the file is damaged before that
   */
  static FileScan run(LogFiles files, String name, LogHeader header, Visitor visitor)
      throws IOException {
    String fullName = files.describe(name);
    try (LogFile file = files.open(name)) {
      RecordReader reader = new RecordReader(file, header);
      long cells = 0;
      boolean isEnded = false;
      for (ByteBuffer payload; !isEnded && (payload = reader.next()) != null; ) {
        switch (payload.get(0)) {
          case LogRecord.CHANGES -> {
            List<LogCell> changed = LogRecord.cells(payload, header.properties());
            if (changed == null) {
              throw new LogFormatException(fullName, reader.position(), "no changes in a record");
            }
            cells += changed.size();
            visitor.record(reader.position(), changed);
          }
          case LogRecord.CLEAR -> visitor.record(reader.position(), null);
          case LogRecord.END -> {
            if (LogRecord.records(payload) != reader.records() - 1) {
              throw new LogFormatException(
                  fullName, reader.position(), "wrong number of records before the end");
            }
            isEnded = true;
          }
          default ->
              throw new LogFormatException(
                  fullName, reader.position(), "record of kind " + payload.get(0));
        }
      }
      long records = isEnded ? reader.records() - 1 : reader.records();
      long end = isEnded ? reader.position() : reader.end();
      return new FileScan(
          name, header, records, cells, end, isEnded, cut(fullName, reader, isEnded));
    }
  }

  /**
   * Checks the checksums of a file, and reads none of its terms.
   *
   * @return whether it is complete, with this header and number of records, and ends at this
   *     position
   * @throws LogFormatException if it has no header
   */
  static boolean isWhole(LogFiles files, String name, LogHeader header, long records, long end)
      throws IOException {
    try (LogFile file = files.open(name)) {
      if (!LogHeader.read(file, files.describe(name)).equals(header)) {
        return false;
      }
      RecordReader reader = new RecordReader(file, header);
      for (ByteBuffer payload; (payload = reader.next()) != null; ) {
        if (payload.get(0) == LogRecord.END) {
          return reader.records() - 1 == records
              && LogRecord.records(payload) == records
              && reader.position() == end
              && reader.bytesAfter() == 0;
        }
      }
      return false;
    }
  }

  private static LogReport.@Nullable Cut cut(String fullName, RecordReader reader, boolean isEnded)
      throws IOException {
    String cause = isEnded ? "bytes behind the end" : reader.damage();
    if (reader.bytesAfter() == 0 || cause == null) {
      return null;
    }
    long wholeRecords = isEnded ? -1 : reader.wholeRecordsAfter();
    if (wholeRecords < 0) {
      throw new LogFormatException(fullName, reader.end(), cause);
    }
    return new LogReport.Cut(fullName, reader.end(), reader.bytesAfter(), wholeRecords, cause);
  }
}
