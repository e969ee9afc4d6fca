package org.jets.ets.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.NavigableSet;
import java.util.function.Function;
import org.jets.ets.log.LogReport;
import org.jspecify.annotations.Nullable;

/**
 * The content of a log's folder, as it was read. Reading changes nothing. For use by one thread.
 */
final class LogFolder {
  private static final int TAIL_BUFFER_BYTES = 65_536;

  private final LogFiles files;
  private final List<String> names;
  private final NavigableSet<Long> segments;

  /** The number of the newest snapshot; 0 if there is none. */
  private final long snapshot;

  /** The properties and the identifier that all files have; null before the first file. */
  private @Nullable LogHeader common;

  private long records;
  private long cells;
  private long snapshotBytes;
  private long segmentBytes;
  private long clearedBytes;
  private @Nullable FileScan last;

  private LogFolder(LogFiles files) throws IOException {
    this.files = files;
    List<String> all = files.list();
    this.names = all.contains(LogNames.DROPPED) ? List.of() : all;
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
    LogHeader ofSnapshot = null;
    if (snapshot > 0) {
      FileScan scan = scan(LogHeader.Kind.SNAPSHOT, snapshot, expected, visitors);
      if (!scan.isEnded()) {
        throw new LogFormatException(
            files.describe(scan.name()), scan.end(), "no end of the snapshot");
      }
      snapshotBytes = scan.end();
      ofSnapshot = scan.header();
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
      if (last != null && last.header().salt() != scan.header().previous()) {
        throw new LogFormatException(
            files.describe(scan.name()), 0, "the file does not follow the segment before it");
      }
      if (ofSnapshot != null
          && segment == snapshot
          && ofSnapshot.previous() != scan.header().previous()) {
        throw new LogFormatException(
            files.describe(LogNames.snapshot(snapshot)), 0, "the snapshot is of another copy");
      }
      segmentBytes += scan.end();
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
    FileScan.Visitor visitor = visitors.apply(fullName);
    FileScan scan =
        FileScan.run(
            files,
            name,
            header,
            (position, changed) -> {
              if (changed == null) {
                clearedBytes = segmentBytes + position;
              }
              visitor.record(position, changed);
            });
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
      throw LogFormatException.ofOtherTable(fullName, header.properties(), wanted);
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

  /** Returns the bytes of the snapshot; 0 if there is none. */
  long snapshotBytes() {
    return snapshotBytes;
  }

  /** Returns the bytes of the segments that have the changes since the snapshot. */
  long segmentBytes() {
    return segmentBytes;
  }

  /** Returns those of these bytes that are before the last removal of all objects. */
  long clearedBytes() {
    return clearedBytes;
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
   * on the disk, and after a failed force would never be. The tail is kept in a file of its own.
   * Takes space on the disk for the segment.
   */
  void endLast() throws IOException {
    FileScan scan = last;
    if (scan == null) {
      return;
    }
    if (scan.cut() != null) {
      keepTail(scan, scan.cut());
    }
    if (scan.records() == 0) {
      return;
    }
    String temporary = LogNames.temporary(scan.name());
    try (LogFile source = files.open(scan.name());
        RecordWriter copy = new RecordWriter(files.create(temporary), scan.header())) {
      copy.copy(source, copy.position(), scan.end(), scan.records());
      copy.end();
    }
    if (!FileScan.isWhole(files, temporary, scan.header(), scan.records(), scan.end())) {
      throw new LogFormatException(
          files.describe(temporary), scan.end(), "the copy differs from " + scan.name());
    }
    files.rename(temporary, scan.name());
    files.force();
  }

  private void keepTail(FileScan scan, LogReport.Cut cut) throws IOException {
    String name = LogNames.tail(scan.header().number());
    String temporary = LogNames.temporary(name);
    try (LogFile source = files.open(scan.name());
        LogFile target = files.create(temporary)) {
      ByteBuffer part = ByteBuffer.allocate(TAIL_BUFFER_BYTES);
      long at = cut.position();
      while (source.read(part, at) > 0) {
        part.flip();
        at += part.remaining();
        target.append(part);
        part.clear();
      }
      target.force();
    }
    files.rename(temporary, name);
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
    for (long tail : LogNames.tails(names).headSet(number)) {
      files.delete(LogNames.tail(tail));
    }
  }

  /**
   * Removes all files of the log. A file that lasts first stands for that, so that a crash does not
   * leave a part of the log.
   */
  static void removeAll(LogFiles files) throws IOException {
    files.create(LogNames.DROPPED).close();
    files.force();
    finishRemoval(files);
    files.removeFolder();
  }

  /** Ends a removal that a crash has interrupted, if there is one. */
  static void finishRemoval(LogFiles files) throws IOException {
    List<String> names = files.list();
    if (!names.contains(LogNames.DROPPED)) {
      return;
    }
    for (String name : names) {
      if (LogNames.isOfLog(name) && !name.equals(LogNames.DROPPED)) {
        files.delete(name);
      }
    }
    files.force();
    files.delete(LogNames.DROPPED);
    files.force();
  }
}
