package org.jets.ets.durable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jets.ets.TableType;
import org.jets.ets.log.LogReport;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jspecify.annotations.Nullable;

/**
 * The tools for the log of a table that is not open. Reading a folder takes no lock and changes
 * nothing. If another process writes to the log meanwhile, the record that it writes may look like
 * a damaged tail. If a compaction removes files meanwhile, reading begins again.
 */
public final class LogInspector {
  /** The number of compactions beside one reading before it fails. */
  private static final int ATTEMPTS = 100;

  private final LogFiles files;

  private LogInspector(LogFiles files) {
    this.files = files;
  }

  /** Returns the tools for a folder. */
  public static LogInspector of(Path folder) {
    return new LogInspector(FolderFiles.of(folder));
  }

  static LogInspector of(LogFiles files) {
    return new LogInspector(files);
  }

  /**
   * Returns the properties of the table; null if the folder has no log.
   *
   * @throws LogFormatException if a header is damaged, or of a later release
   */
  public @Nullable LogProperties properties() throws IOException {
    LogHeader header = header();
    return header == null ? null : header.properties();
  }

  /** Reads a folder, and once more if a snapshot has taken the place of files meanwhile. */
  private <T> T read(Reading<T> reading) throws IOException {
    for (int attempt = 1; true; attempt++) {
      NavigableSet<Long> before = LogNames.snapshots(files.list());
      try {
        return reading.read();
      } catch (IOException e) {
        if (attempt == ATTEMPTS || before.equals(LogNames.snapshots(files.list()))) {
          throw e;
        }
      }
    }
  }

  /** Reads a folder. */
  @FunctionalInterface
  private interface Reading<T> {
    T read() throws IOException;
  }

  /** Returns the header of the newest segment; null if the folder has no log. */
  @Nullable LogHeader header() throws IOException {
    return read(() -> Optional.ofNullable(readHeader())).orElse(null);
  }

  private @Nullable LogHeader readHeader() throws IOException {
    List<String> names = files.list();
    NavigableSet<Long> segments = LogNames.segments(names);
    NavigableSet<Long> snapshots = LogNames.snapshots(names);
    if (names.contains(LogNames.DROPPED) || (segments.isEmpty() && snapshots.isEmpty())) {
      return null;
    }
    if (segments.isEmpty()) {
      throw new LogFormatException(
          files.describe(LogNames.segment(snapshots.last())), 0, "the segment is missing");
    }
    return FileScan.header(files, LogHeader.Kind.LOG, segments.last());
  }

  /**
   * Reads everything.
   *
   * @throws LogFormatException if the log could not be opened
   */
  public LogReport verify() throws IOException {
    return read(() -> LogFolder.read(files, null, name -> (position, cells) -> {}).report());
  }

  /**
   * Prints each record as a line: the file, the position, and {@code clear} or the cells. A cell is
   * the list of its objects, or the key and {@code removed}. If the objects expire, a list of their
   * ends follows: milliseconds of the system's clock, or {@code infinity}.
   *
   * @throws LogFormatException after the records before the damage
   * @throws IOException also if a compaction removes a file meanwhile
   */
  public LogReport print(Consumer<String> lines) throws IOException {
    return LogFolder.read(
            files,
            null,
            name ->
                (position, cells) ->
                    lines.accept(
                        name + ":" + position + " " + (cells == null ? "clear" : text(cells))))
        .report();
  }

  private static String text(List<LogCell> cells) {
    StringBuilder text = new StringBuilder();
    for (LogCell cell : cells) {
      text.append(text.length() == 0 ? "" : " ").append(text(cell));
    }
    return text.toString();
  }

  private static String text(LogCell cell) {
    if (cell.objects().isEmpty()) {
      return cell.key() + " removed";
    }
    return cell.objects() + (cell.ends().isEmpty() ? "" : " ends " + cell.endTerms());
  }

  /**
   * Replaces the log by a snapshot. Takes memory for all objects.
   *
   * @return what the folder had before
   * @throws LogFormatException if the log cannot be opened
   * @throws IOException if there is no log, or it is open elsewhere
   */
  public LogReport compact() throws IOException {
    LogHeader header = header();
    if (header == null) {
      throw new IOException(files.describe("") + " has no log");
    }
    LogProperties properties = header.properties();
    Content content = new Content(properties.type());
    try (DurableLog log =
        DurableLog.open(files, properties, header.options(), LogOptions.defaults(), content)) {
      log.snapshot(action -> content.cells.values().forEach(action));
      return log.recovered();
    }
  }

  /** The objects of a table, by key. */
  private static final class Content implements LogSink {
    private final Map<Term, LogCell> cells;

    Content(TableType type) {
      cells = type == TableType.ORDERED_SET ? new TreeMap<>(TermOrder.STANDARD) : new HashMap<>();
    }

    @Override
    public void cell(LogCell cell) {
      if (cell.objects().isEmpty()) {
        cells.remove(cell.key());
      } else {
        cells.put(cell.key(), cell);
      }
    }

    @Override
    public void clear() {
      cells.clear();
    }
  }
}
