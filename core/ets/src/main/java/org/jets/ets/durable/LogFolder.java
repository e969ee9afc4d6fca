package org.jets.ets.durable;

import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The content of a log's folder, as it was read. Reading changes nothing. For use by one thread.
 */
final class LogFolder {
  private final LogFiles files;
  private final List<String> names;
  private final NavigableSet<Long> segments;

  /** The number of the newest snapshot; 0 if there is none. */
  private final long snapshot;

  /** The properties and the identifier that all files have; null before the first file. */
  private @Nullable LogHeader common;

  private long records;
  private long cells;
  private @Nullable FileScan last;

  private LogFolder(LogFiles files) throws IOException {
    this.files = files;
    this.names = files.list();
    this.segments = LogNames.segments(names);
    NavigableSet<Long> snapshots = LogNames.snapshots(names);
    this.snapshot = snapshots.isEmpty() ? 0 : snapshots.last();
  }

  /**
   * Reads a folder.
   *
   * @param expected the properties of its table; null if any will do
   * @param visitors the receiver of the records of each file, by its full name, in the order of the
   *     changes
   * @throws LogFormatException if the folder is damaged beyond a tail that was never forced, or
   *     belongs to another table
   */
  static LogFolder read(
      LogFiles files, @Nullable LogProperties expected, Function<String, FileScan.Visitor> visitors)
      throws IOException {
    LogFolder folder = new LogFolder(files);
    folder.read(expected, visitors);
    return folder;
  }

  private void read(@Nullable LogProperties expected, Function<String, FileScan.Visitor> visitors)
      throws IOException {
    if (snapshot > 0) {
      FileScan scan = scan(LogHeader.Kind.SNAPSHOT, snapshot, expected, visitors);
      if (!scan.isEnded()) {
        throw new LogFormatException(
            files.describe(scan.name()), scan.end(), "no end of the snapshot");
      }
    }
    long from = Math.max(1, snapshot);
    long to = segments.isEmpty() ? 0 : segments.last();
    if (snapshot > to) {
      throw missing(snapshot);
    }
    for (long segment = from; segment <= to; segment++) {
      if (!segments.contains(segment)) {
        throw missing(segment);
      }
      FileScan scan = scan(LogHeader.Kind.LOG, segment, expected, visitors);
      LogReport.Cut cut = scan.cut();
      if (segment < to && cut != null) {
        throw new LogFormatException(cut.file(), cut.position(), cut.cause());
      }
      if (segment < to && !scan.isEnded()) {
        throw new LogFormatException(
            files.describe(scan.name()), scan.end(), "no end of a segment before the newest");
      }
      last = scan;
    }
  }

  private LogFormatException missing(long segment) {
    return new LogFormatException(
        files.describe(LogNames.segment(segment)), 0, "the segment is missing");
  }

  private FileScan scan(
      LogHeader.Kind kind,
      long number,
      @Nullable LogProperties expected,
      Function<String, FileScan.Visitor> visitors)
      throws IOException {
    LogHeader header = FileScan.header(files, kind, number);
    String name = kind == LogHeader.Kind.LOG ? LogNames.segment(number) : LogNames.snapshot(number);
    String fullName = files.describe(name);
    check(header, expected, fullName);
    FileScan scan = FileScan.run(files, name, header, visitors.apply(fullName));
    records += scan.records();
    cells += scan.cells();
    return scan;
  }

  private void check(LogHeader header, @Nullable LogProperties expected, String fullName)
      throws LogFormatException {
    LogHeader same = common;
    if (same == null) {
      common = header;
    } else if (same.logId() != header.logId()) {
      throw new LogFormatException(fullName, 0, "the file belongs to another log");
    }
    LogProperties wanted = expected != null ? expected : same != null ? same.properties() : null;
    if (wanted != null && !wanted.equals(header.properties())) {
      throw new LogFormatException(
          fullName, 0, "log of the table " + header.properties() + " (expected: " + wanted + ")");
    }
  }

  /** Returns the header of one of the files; null if the folder has no log. */
  @Nullable LogHeader common() {
    return common;
  }

  /** Returns the newest segment; null if the folder has no log. */
  @Nullable FileScan last() {
    return last;
  }

  LogReport report() {
    FileScan newest = last;
    return new LogReport(
        snapshot,
        newest == null ? 0 : newest.header().number(),
        records,
        cells,
        newest == null ? null : newest.cut());
  }

  /**
   * Writes the newest segment anew if it has records, without a tail that is no whole record. A
   * crash has left it, since a log that is closed begins a segment. So what can be read may not be
   * on the disk, and after a failed force would never be.
   */
  void endLast() throws IOException {
    FileScan scan = last;
    if (scan == null || scan.records() == 0) {
      return;
    }
    String temporary = LogNames.temporary(scan.name());
    try (LogFile source = files.open(scan.name());
        RecordWriter copy = new RecordWriter(files.create(temporary), scan.header())) {
      copy.copy(source, copy.position(), scan.end(), scan.records());
      copy.end();
    }
    files.rename(temporary, scan.name());
    files.force();
  }

  /** Removes the files that a crash left behind, and those that a snapshot has made needless. */
  void removeLeftovers() throws IOException {
    for (String name : names) {
      if (LogNames.isTemporary(name)) {
        files.delete(name);
      }
    }
    removeBefore(files, snapshot);
  }

  /** Removes the snapshots and segments with lower numbers. */
  static void removeBefore(LogFiles files, long number) throws IOException {
    List<String> names = files.list();
    for (long segment : LogNames.segments(names).headSet(number)) {
      files.delete(LogNames.segment(segment));
    }
    for (long older : LogNames.snapshots(names).headSet(number)) {
      files.delete(LogNames.snapshot(older));
    }
  }
}
