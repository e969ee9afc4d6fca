package org.jets.ets.durable;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.TableLogException;
import org.jets.ets.argument.PosixError;
import org.jets.ets.log.LogReport;
import org.jets.ets.log.SyncMode;
import org.jets.terms.ListTerm;
import org.jspecify.annotations.Nullable;

/**
 * The log of the changes of one table, in a folder that belongs to it alone. See the package for
 * its format.
 *
 * <p><b>Writing.</b> A thread {@linkplain #append appends} a record, which gives the record its
 * place, and later waits for it. The order of the records of a key must be the order of its
 * changes, so that a thread appends while no other can change the key. It waits when it has let go
 * of the key. Other threads may see a change before it is on the disk.
 *
 * <p>One thread of the log writes the records. It takes all that wait at once, and forces them
 * together. So writers share a force (group commit). Callers' threads do not touch the files of the
 * open log, and an interrupt of a caller does not close one.
 *
 * <p><b>Failures.</b> If a record cannot be written or forced, the log has failed for good. After a
 * failed force the system may have dropped what it could not write, and a second force would
 * succeed without it. Each writer that waits, and each later one, gets a {@link TableLogException}.
 * A writer that has returned in {@link SyncMode#each} has its record on the disk. The log can be
 * closed and opened again. Then it has all changes up to some record: those of all writers that
 * have returned, and perhaps some of those that got an error.
 *
 * <p><b>Snapshots.</b> A {@linkplain #snapshot snapshot} replaces the segments before it. Writers
 * go on meanwhile. It leaves space on the disk for them, or fails and gives its own back.
 *
 * <p>Guarded by the {@link LogQueue}: the tickets, and whether the log is closed or has failed. Its
 * lock is never held while a file is used. The writer of the segment belongs to the log's thread.
 * {@link #snapshotLock} is held while a snapshot is made, or the files are removed.
 *
 * <p>Progress: {@link #append} blocks for the steps of other threads in the queue, not for the
 * disk. {@link LogTicket#await} blocks for the disk, or if too many bytes wait.
 *
 * <p>A log must be closed. One that is forgotten keeps its thread and its folder.
 */
public final class DurableLog implements Closeable {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The space on the disk that a snapshot leaves for writers, if there is twice as much. */
  private static final long SPARED_BYTES = 1L << 26;

  /** The space without which no segment is begun for a snapshot. */
  private static final long ROTATION_BYTES = 1L << 16;

  /** The time between two attempts to get the lock of snapshots without memory. */
  private static final long LOCK_NANOS = 100_000;

  private final LogFiles files;
  private final LogOptions options;
  private final LogProperties properties;

  /** The identifier that all files of the log have. */
  private final long logId;

  /** The options of the table, for the headers of files. */
  private final ListTerm tableOptions;

  private final LogReport recovered;

  private final LogQueue queue = new LogQueue();

  private final OverflowSafeLock snapshotLock = new OverflowSafeLock();

  /** The time between two forces, in nanoseconds; 0 if there is none. */
  private final long intervalNanos;

  /** The ticket of {@link #breakOff}, which needs no memory. */
  private final LogTicket breaking = new LogTicket(this, LogTicket.Task.FAIL);

  /** The cause of {@link #breakOff}. */
  private final IOException missed = new IOException("a change was made that is not in the log");

  /** The cause of a failure for which there is no memory. */
  private final IOException noMemory = new IOException("out of memory");

  /** The ticket of {@link #close}, which needs no memory. */
  private final LogTicket closing = new LogTicket(this, LogTicket.Task.CLOSE);

  /** Done when the log's thread has ended. */
  private final LogTicket ended = new LogTicket(this, LogTicket.Task.CLOSE);

  /** The bytes of all segments that have been ended. */
  private final AtomicLong endedBytes = new AtomicLong();

  /** That number when the newest snapshot was begun. */
  private volatile long replacedBytes;

  /** The bytes before the last removal of all objects. Used by the log's thread. */
  private long clearedBytes;

  /** The bytes of the newest snapshot. */
  private volatile long snapshotBytes;

  /** The bytes of changes below which no compaction is asked for, since the last one has failed. */
  private volatile long retryBytes;

  /** True from the request of a compaction to its end. */
  private volatile boolean isCompactionAsked;

  /** Asks for a compaction in the background; set before the log has a record. */
  private volatile Runnable compaction = () -> {};

  /** The first of the tickets that the log's thread has in hand. Used by that thread. */
  private @Nullable LogTicket group;

  /** The present segment. Used by the log's thread. */
  private RecordWriter writer;

  /** True while {@link #forceNanos} is set. Used by the log's thread. */
  private boolean isForcePlanned;

  /** The time of the next force. Used by the log's thread. */
  private long forceNanos;

  private DurableLog(LogFiles files, LogOptions options, LogFolder folder, RecordWriter writer) {
    this.files = files;
    this.options = options;
    this.recovered = folder.report();
    this.endedBytes.set(folder.segmentBytes());
    this.clearedBytes = folder.clearedBytes();
    this.intervalNanos = options.sync().interval().map(Duration::toNanos).orElse(0L);
    this.snapshotBytes = folder.snapshotBytes();
    this.writer = writer;
    this.tableOptions = writer.header().options();
    this.properties = writer.header().properties();
    this.logId = writer.header().logId();
  }

  /**
   * Opens the log of a folder. An absent folder is made, and an empty one gets a new log.
   *
   * @param properties the properties of the table, which the log must have too
   * @param sink receives the table's content before this method returns
   * @throws LogFormatException if the folder is damaged, or its log is of another table or a later
   *     release. Nothing has been changed
   * @throws IOException if a file cannot be used, or the folder's log is open already
   */
  public static DurableLog open(
      Path folder, LogProperties properties, LogOptions options, LogSink sink) throws IOException {
    Objects.requireNonNull(properties, "properties");
    return open(FolderFiles.create(folder), properties, ListTerm.empty(), options, sink);
  }

  /** Opens the log in these files, which the log closes. */
  static DurableLog open(LogFiles files, LogProperties properties, LogOptions options, LogSink sink)
      throws IOException {
    return open(files, properties, ListTerm.empty(), options, sink);
  }

  /**
   * As the other methods.
   *
   * @param tableOptions the options of the table, which the log keeps
   */
  static DurableLog open(
      LogFiles files,
      LogProperties properties,
      ListTerm tableOptions,
      LogOptions options,
      LogSink sink)
      throws IOException {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(sink, "sink");
    files.lock();
    boolean isOpen = false;
    try {
      LogFolder.finishRemoval(files);
      LogFolder folder = LogFolder.read(files, properties, name -> FileScan.into(sink));
      // What a killed process has renamed can be seen, but may not last.
      files.force();
      folder.removeLeftovers();
      folder.endLast();
      DurableLog log =
          new DurableLog(
              files, options, folder, begin(files, nextHeader(folder, properties, tableOptions)));
      log.start();
      isOpen = true;
      return log;
    } finally {
      if (!isOpen) {
        files.close();
      }
    }
  }

  /** Returns the header of the segment after those of a folder. */
  private static LogHeader nextHeader(
      LogFolder folder, LogProperties properties, ListTerm tableOptions) {
    LogHeader common = folder.common();
    FileScan last = folder.last();
    long logId = common == null ? RANDOM.nextLong() : common.logId();
    long number = 1;
    long previous = 0;
    if (last != null) {
      // A segment without records is made anew.
      boolean isAnew = last.records() == 0;
      number = last.header().number() + (isAnew ? 0 : 1);
      previous = isAnew ? last.header().previous() : last.header().salt();
    }
    return new LogHeader(
        LogHeader.Kind.LOG, number, logId, RANDOM.nextLong(), previous, properties, tableOptions);
  }

  /** Begins a segment, which lasts from now on. */
  private static RecordWriter begin(LogFiles files, LogHeader header) throws IOException {
    String name = LogNames.segment(header.number());
    String temporary = LogNames.temporary(name);
    LogFile file = files.create(temporary);
    boolean isBegun = false;
    try {
      RecordWriter begun = new RecordWriter(file, header);
      begun.force();
      files.rename(temporary, name);
      files.force();
      isBegun = true;
      return begun;
    } finally {
      if (!isBegun) {
        file.close();
      }
    }
  }

  private void start() throws IOException {
    boolean isStarted = false;
    try {
      Thread thread =
          new Thread(null, this::serve, "jets-log-" + properties.name().name(), 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
      isStarted = true;
    } finally {
      if (!isStarted) {
        writer.close();
      }
    }
  }

  /** Returns what the folder had when the log was opened. */
  public LogReport recovered() {
    return recovered;
  }

  /** Returns the properties of the log's table. */
  public LogProperties properties() {
    return properties;
  }

  /**
   * Gives a record its place in the log. Does not wait for the disk.
   *
   * @throws TableLogException if the log is closed or has failed. Then the record is not in it
   */
  public LogTicket append(LogRecord record) {
    LogTicket ticket = newTicket();
    append(ticket, record);
    return ticket;
  }

  /** Returns a ticket for a record. */
  LogTicket newTicket() {
    return new LogTicket(this, LogTicket.Task.WRITE);
  }

  /** As the other method, with a new ticket. Allocates nothing unless it throws. */
  void append(LogTicket ticket, LogRecord record) {
    ticket.setRecord(record);
    add(ticket, record.payloadBytes());
  }

  /** Appends a record and waits for it. */
  public void write(LogRecord record) {
    append(record).await();
  }

  /**
   * Returns when all records that were appended before are on the disk, in every mode.
   *
   * @throws TableLogException if they are perhaps not
   */
  public void force() {
    LogTicket ticket = new LogTicket(this, LogTicket.Task.FORCE);
    add(ticket, 0);
    ticket.awaitDone();
  }

  /**
   * Does nothing if records can be appended.
   *
   * @throws TableLogException if the log is closed or has failed
   */
  public void checkWritable() {
    IOException why = queue.failure();
    if (why != null) {
      throw failed(why);
    }
    if (queue.isClosed()) {
      throw TableLogException.of(describe() + " is closed", "closed", null);
    }
  }

  /** Returns whether the log has failed, so that no record can be appended any more. */
  boolean hasFailed() {
    return queue.failure() != null;
  }

  /**
   * Makes the log fail, since it has no record of a change that was made. Otherwise later records
   * would be recovered without that change. Allocates nothing.
   */
  void breakOff() {
    queue.fail(missed, breaking);
  }

  private void add(LogTicket ticket, int bytes) {
    if (!queue.add(ticket, bytes)) {
      checkWritable();
    }
  }

  TableLogException failed(IOException cause) {
    String why = cause == missed ? "missed" : PosixError.name(cause);
    return TableLogException.of(
        describe() + " has failed: " + PosixError.message(cause), why, cause);
  }

  /** Returns the error for a file that cannot be used while the log goes on. */
  TableLogException notDone(String task, IOException cause) {
    return TableLogException.of(
        describe() + ": " + task + " has failed: " + PosixError.message(cause),
        PosixError.name(cause),
        cause);
  }

  private String describe() {
    return "The log " + files.describe("") + " of table " + properties.name();
  }

  /** Waits for a record as the mode wants it. */
  void await(LogTicket ticket) {
    if (options.sync().isEach()) {
      ticket.awaitDone();
      return;
    }
    awaitRoom();
    IOException why = queue.failure();
    if (why != null) {
      throw failed(why);
    }
  }

  /** Waits while too many bytes of records wait for the log's thread. */
  void awaitRoom() {
    queue.awaitRoom(options.maxQueuedBytes());
  }

  /**
   * Writes a snapshot, and then removes the segments that it replaces. Writers go on meanwhile. A
   * second snapshot waits for the first. If this fails, the log is as it was. An interrupt of the
   * caller makes it fail.
   *
   * @param source the table's content
   * @return the number of keys in the snapshot
   * @throws TableLogException if the log is closed or has failed
   * @throws IOException if the snapshot cannot be written
   */
  public long snapshot(CellSource source) throws IOException {
    Objects.requireNonNull(source, "source");
    snapshotLock.lock();
    try {
      long usable = files.usableSpace();
      if (usable < ROTATION_BYTES) {
        throw SparingFile.noSpace(files.describe(""));
      }
      LogTicket rotation = new LogTicket(this, LogTicket.Task.ROTATE);
      add(rotation, 0);
      rotation.awaitDone();
      LogHeader segment = rotation.segment();
      long cells = snapshot(source, segment, Math.min(SPARED_BYTES, usable / 2));
      replacedBytes = rotation.bytes();
      retryBytes = 0;
      LogFolder.removeBefore(files, segment.number());
      return cells;
    } catch (IOException | RuntimeException | Error e) {
      retryBytes =
          endedBytes.get() - replacedBytes + Math.min(options.compactBytes(), Long.MAX_VALUE / 2);
      throw e;
    } finally {
      snapshotLock.unlock();
    }
  }

  /**
   * Writes the snapshot to which the segments from this one on belong.
   *
   * @param spared the space on the disk that is left for others
   */
  private long snapshot(CellSource source, LogHeader segment, long spared) throws IOException {
    LogHeader header = segment.ofSnapshot(RANDOM.nextLong());
    String name = LogNames.snapshot(header.number());
    String temporary = LogNames.temporary(name);
    boolean isPublished = false;
    try {
      long cells;
      long bytes;
      try (LogFile file = new SparingFile(files, temporary, spared);
          RecordWriter target = new RecordWriter(file, header)) {
        source.forEach(
            cell -> {
              checkWritable();
              write(target, cell);
            });
        cells = target.records();
        target.end();
        bytes = target.position();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      // The snapshot may have changes whose records are not on the disk yet. They come first, so
      // that there is no change without those before it.
      force();
      files.rename(temporary, name);
      isPublished = true;
      files.force();
      snapshotBytes = bytes;
      return cells;
    } finally {
      if (!isPublished) {
        removeIfPossible(temporary);
      }
    }
  }

  private void removeIfPossible(String temporary) {
    try {
      files.delete(temporary);
    } catch (IOException e) {
      // It is absent, or is removed when the log is opened the next time.
    }
  }

  private static void write(RecordWriter target, LogCell cell) {
    try {
      target.write(LogRecord.of(cell));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The work of the log's thread. */
  private void serve() {
    Throwable error = null;
    try {
      boolean isOpen = true;
      while (isOpen) {
        isOpen = serveGroup();
      }
    } catch (Throwable e) {
      error = e;
    }
    try {
      writer.close();
    } catch (Throwable e) {
      error = error == null ? e : error;
    }
    end(error);
    queue.awaitClose();
    error = null;
    try {
      if (queue.isDiscarded()) {
        remove();
      }
    } catch (Throwable e) {
      error = e;
    }
    ended.complete(error == null ? null : cause(error));
  }

  /** Removes the files, after the end of a snapshot that is being made: it finds the log closed. */
  private void remove() throws IOException {
    lockSnapshots();
    try {
      LogFolder.removeAll(files);
    } finally {
      snapshotLock.unlock();
    }
  }

  /** Takes the lock of snapshots, and allocates nothing. */
  private void lockSnapshots() {
    while (!snapshotLock.tryLock()) {
      LockSupport.parkNanos(LOCK_NANOS);
    }
  }

  /** Makes all tasks that wait. Returns false after the last one. */
  private boolean serveGroup() throws IOException {
    group = queue.take(isForcePlanned, forceNanos);
    boolean isForced = options.sync().isEach();
    boolean isLast = false;
    for (LogTicket ticket = group; ticket != null; ticket = ticket.next()) {
      switch (ticket.task()) {
        case WRITE -> writeInTurn(Objects.requireNonNull(ticket.record()));
        case FORCE -> isForced = true;
        case ROTATE -> {
          // Also if there is no record: the snapshot names the segment before, which no other copy
          // of the folder has.
          beginNext();
          ticket.setSegment(writer.header(), endedBytes.get());
        }
        case CLOSE -> isLast = true;
        case FAIL -> {
          // The records before lack nothing.
          writer.force();
          completeGroup(ticket, null);
          throw missed;
        }
      }
    }
    if (isLast) {
      if (writer.records() > 0) {
        beginNext();
      }
      return false;
    }
    if (!writer.isForced()) {
      if (isForced || isForceDue()) {
        writer.force();
      } else {
        writer.flush();
      }
    }
    planForce();
    completeGroup(null, null);
    compactIfGrown();
    return true;
  }

  private void planForce() {
    if (writer.isForced()) {
      isForcePlanned = false;
    } else if (!isForcePlanned && intervalNanos > 0) {
      isForcePlanned = true;
      forceNanos = System.nanoTime() + intervalNanos;
    }
  }

  /** Sets the task that asks for a compaction in the background. It must not wait. */
  void onGrowth(Runnable task) {
    compaction = task;
  }

  /** Called when the compaction has ended that was asked for, in any way. */
  void compactionEnded() {
    isCompactionAsked = false;
  }

  /** Returns the bytes of the changes that no snapshot has replaced. */
  private long changedBytes() {
    return endedBytes.get() + writer.position() - replacedBytes;
  }

  /** Returns the bytes of the log without which it would have the same objects, since a clear. */
  private long deadBytes() {
    long dead = clearedBytes - replacedBytes;
    return dead > 0 ? dead + snapshotBytes : 0;
  }

  private void compactIfGrown() {
    long changes = changedBytes();
    boolean isGrown = changes >= options.compactBytes() && changes >= snapshotBytes;
    if (!isCompactionAsked
        && (isGrown || deadBytes() >= options.compactBytes())
        && changes >= retryBytes
        && (writer.records() > 0 || endedBytes.get() > replacedBytes)) {
      isCompactionAsked = true;
      boolean isAsked = false;
      try {
        compaction.run();
        isAsked = true;
      } catch (OutOfMemoryError e) {
        // The next record asks again.
      } finally {
        if (!isAsked) {
          isCompactionAsked = false;
        }
      }
    }
  }

  private boolean isForceDue() {
    return isForcePlanned && forceNanos - System.nanoTime() <= 0;
  }

  private void writeInTurn(LogRecord record) throws IOException {
    if (writer.position() >= options.segmentBytes() && writer.records() > 0) {
      beginNext();
    }
    writer.write(record);
    if (record.kind() == LogRecord.CLEAR) {
      clearedBytes = endedBytes.get() + writer.position();
    }
  }

  /** Ends the segment and begins the next one. */
  private void beginNext() throws IOException {
    writer.end();
    writer.close();
    endedBytes.addAndGet(writer.position());
    long number = writer.header().number() + 1;
    long previous = writer.header().salt();
    writer =
        begin(
            files,
            new LogHeader(
                LogHeader.Kind.LOG,
                number,
                logId,
                RANDOM.nextLong(),
                previous,
                properties,
                tableOptions));
  }

  /**
   * Ends the log. All tickets that are not done fail, except that of a good end. The log has failed
   * before the first of them is told so, and no writer can begin another change then.
   */
  private void end(@Nullable Throwable error) {
    IOException cause = error == null ? null : cause(error);
    LogTicket rest = queue.end(cause);
    completeGroup(null, cause);
    group = rest;
    completeGroup(null, cause);
  }

  private IOException cause(Throwable error) {
    if (error instanceof IOException io) {
      return io;
    }
    try {
      return new IOException(error);
    } catch (OutOfMemoryError e) {
      return noMemory;
    }
  }

  /** Ends the waits for the tickets in hand, up to one of them or to the end. */
  private void completeGroup(@Nullable LogTicket end, @Nullable IOException error) {
    for (LogTicket ticket; (ticket = group) != end && ticket != null; ) {
      group = ticket.next();
      ticket.setNext(null);
      ticket.complete(error);
    }
  }

  /**
   * Forces all records to the disk and closes the log. Has no effect on a closed one.
   *
   * @throws TableLogException if the log has failed, before or now. It is closed nevertheless
   * @throws IOException if the folder cannot be released
   */
  @Override
  public void close() throws IOException {
    close(false);
  }

  /**
   * Closes the log, and removes its files. After a crash meanwhile, either all of them are there or
   * the folder has no log. Has no effect on a closed log. A failure of the log does not matter.
   *
   * @throws IOException if the files cannot be removed
   */
  public void discard() throws IOException {
    close(true);
  }

  private void close(boolean isWithFiles) throws IOException {
    if (!queue.close(closing, isWithFiles)) {
      return;
    }
    try (files) {
      ended.awaitEnd();
      // A snapshot that is being made ends first, since it finds the log closed.
      lockSnapshots();
      snapshotLock.unlock();
      if (isWithFiles) {
        ended.throwFailure();
      } else {
        closing.awaitDone();
      }
    }
  }
}
