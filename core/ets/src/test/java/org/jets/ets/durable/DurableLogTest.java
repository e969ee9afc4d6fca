package org.jets.ets.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.durable.Content.PROPERTIES;
import static org.jets.ets.durable.Content.cell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jets.ets.TableLogException;
import org.jets.ets.TableType;
import org.jets.ets.log.LogReport;
import org.jets.ets.log.SyncMode;
import org.jets.ets.watch.ChangeListener.Change;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DurableLogTest {
  private static final String FIRST = LogNames.segment(1);

  private ForgetfulFiles files = new ForgetfulFiles(new Random(1));

  private static Stream<SyncMode> modes() {
    return Stream.of(SyncMode.each(), SyncMode.every(Duration.ofMillis(1)), SyncMode.never());
  }

  private DurableLog open(LogOptions options, Content content) throws IOException {
    return DurableLog.open(files, PROPERTIES, options, content);
  }

  private DurableLog open() throws IOException {
    return open(LogOptions.defaults(), new Content());
  }

  private Map<Term, List<Tuple>> recovered() throws IOException {
    Content content = new Content();
    open(LogOptions.defaults(), content).close();
    return content.cells();
  }

  private static Map<Term, List<Tuple>> content(LogCell... cells) {
    Content content = new Content();
    for (LogCell cell : cells) {
      content.cell(cell);
    }
    return content.cells();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void open_closedLog_hasAllChanges(SyncMode mode) throws IOException {
    try (DurableLog log = open(LogOptions.defaults().withSync(mode), new Content())) {
      log.write(LogRecord.of(cell(1, 10)));
      log.write(LogRecord.of(cell(2, 20, 21)));
      log.write(LogRecord.clear());
      log.write(LogRecord.of(List.of(cell(3, 30), cell(4, 40), cell(5, 50))));
      log.write(LogRecord.of(List.of(cell(4), cell(5, 51, 52))));
    }
    files = files.afterPowerFailure();

    assertThat(recovered()).isEqualTo(content(cell(3, 30), cell(5, 51, 52)));
  }

  @Test
  void open_everyTypeOfTerm_comesBack() throws IOException {
    Tuple large = Tuple.of(Atom.of("k"), Binary.of(new byte[300_000]), ListTerm.ofText("text"));
    try (DurableLog log = open()) {
      log.write(LogRecord.of(new LogCell(Atom.of("k"), List.of(large))));
      log.write(LogRecord.of(cell(1, 1)));
    }

    assertThat(recovered())
        .containsEntry(Atom.of("k"), List.of(large))
        .containsKey(cell(1).key())
        .hasSize(2);
  }

  @Test
  void open_again_keepsFewSegments() throws IOException {
    for (int i = 0; i < 10; i++) {
      open().close();
    }

    assertThat(files.list()).containsExactly(FIRST);
  }

  @Test
  void open_twice_isRefused() throws IOException {
    try (DurableLog log = open()) {
      assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessage("in use");
      log.write(LogRecord.of(cell(1, 1)));
    }
  }

  @Test
  void open_otherTable_isRefused() throws IOException {
    open().close();
    LogProperties other = new LogProperties(Atom.of("table"), TableType.SET, 2);

    assertThatThrownBy(() -> DurableLog.open(files, other, LogOptions.defaults(), new Content()))
        .isInstanceOf(LogFormatException.class)
        .hasMessageContaining("log of the table {table,bag,{keypos,1}}")
        .hasMessageContaining("expected: {table,set,{keypos,2}}");
    assertThat(recovered()).isEmpty();
  }

  @Test
  void open_laterVersion_isRefused() throws IOException {
    open().close();
    byte[] bytes = files.content(FIRST);
    bytes[11] = 2;
    files.setContent(FIRST, bytes);

    assertThatThrownBy(this::open)
        .isInstanceOf(LogFormatException.class)
        .hasMessage(FIRST + ", byte 8: format version 2 (expected: 1)");
    assertThat(files.content(FIRST)).isEqualTo(bytes);
  }

  @Test
  void open_segmentIsMissing_isRefused() throws IOException {
    for (int i = 0; i < 3; i++) {
      try (DurableLog log = open()) {
        log.write(LogRecord.of(cell(i, i)));
      }
    }
    files.delete(LogNames.segment(2));

    assertThatThrownBy(this::open)
        .isInstanceOf(LogFormatException.class)
        .hasMessageContaining(LogNames.segment(2))
        .hasMessageContaining("the segment is missing");
  }

  @Test
  void open_segmentOfAnotherLog_isRefused() throws IOException {
    for (int i = 0; i < 2; i++) {
      try (DurableLog log = open()) {
        log.write(LogRecord.of(cell(i, i)));
      }
    }
    byte[] second = files.content(LogNames.segment(2));
    files = new ForgetfulFiles(new Random(2));
    try (DurableLog log = open()) {
      log.write(LogRecord.of(cell(1, 1)));
    }
    files.setContent(LogNames.segment(2), second);

    assertThatThrownBy(this::open)
        .isInstanceOf(LogFormatException.class)
        .hasMessageContaining("the file belongs to another log");
  }

  /** Writes records one by one; returns the content of the only segment after each. */
  private List<byte[]> write(LogCell... cells) throws IOException {
    List<byte[]> states = new ArrayList<>();
    DurableLog log = open();
    states.add(files.content(FIRST));
    for (LogCell cell : cells) {
      log.write(LogRecord.of(cell));
      states.add(files.content(FIRST));
    }
    log.close();
    states.add(files.content(FIRST));
    return states;
  }

  private static final LogCell[] CELLS = {cell(1, 10), cell(2, 20, 21), cell(1), cell(3, 30)};

  /** Opens the log in a segment. Returns null if that is refused. */
  private Content openOrNull(byte[] segment, List<LogReport> reports) throws IOException {
    files = new ForgetfulFiles(new Random(1));
    files.setContent(FIRST, segment);
    Content content = new Content();
    try (DurableLog log = open(LogOptions.defaults(), content)) {
      reports.add(log.recovered());
      return content;
    } catch (LogFormatException e) {
      assertThat(files.content(FIRST)).isEqualTo(segment);
      assertThat(files.list()).containsExactly(FIRST);
      return null;
    }
  }

  @Test
  void open_eachBitFlipped_losesNoRecordBeforeAnother() throws IOException {
    List<byte[]> states = write(CELLS);
    byte[] killed = states.get(CELLS.length);
    int lastRecord = states.get(CELLS.length - 1).length;
    Map<Term, List<Tuple>> allButLast = content(CELLS[0], CELLS[1], CELLS[2]);

    for (int bit = 0; bit < killed.length * 8; bit++) {
      byte[] flipped = killed.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      List<LogReport> reports = new ArrayList<>();
      Content content = openOrNull(flipped, reports);
      if (bit / 8 < lastRecord) {
        assertThat(content).as("bit %s", bit).isNull();
      } else {
        assertThat(content.cells()).as("bit %s", bit).isEqualTo(allButLast);
        LogReport.Cut cut = reports.get(0).cut();
        assertThat(cut.position()).isEqualTo(lastRecord);
        assertThat(cut.bytes()).isEqualTo(killed.length - lastRecord);
        assertThat(cut.cause()).startsWith("wrong checksum of a record");
        assertThat(recovered()).isEqualTo(allButLast);
      }
    }
  }

  @Test
  void open_eachBitOfAnEndedLogFlipped_losesNoRecord() throws IOException {
    List<byte[]> states = write(CELLS);
    byte[] ended = states.get(CELLS.length + 1);
    int end = states.get(CELLS.length).length;

    for (int bit = 0; bit < ended.length * 8; bit++) {
      byte[] flipped = ended.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      Content content = openOrNull(flipped, new ArrayList<>());
      if (bit / 8 < end) {
        assertThat(content).as("bit %s", bit).isNull();
      } else {
        assertThat(content.cells()).as("bit %s", bit).isEqualTo(content(CELLS));
      }
    }
  }

  @Test
  void open_flippedOlderSegment_isRefusedWithThePlace() throws IOException {
    write(CELLS);
    long end = files.content(FIRST).length;
    try (DurableLog log = open()) {
      log.write(LogRecord.of(cell(7, 7)));
    }
    byte[] bytes = files.content(FIRST);
    for (int at = 0; at < bytes.length; at++) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= 1;
      files.setContent(FIRST, flipped);

      assertThatThrownBy(this::open)
          .isInstanceOfSatisfying(
              LogFormatException.class,
              e -> {
                assertThat(e.file()).isEqualTo(FIRST);
                assertThat(e.position()).isLessThan(end);
              });
    }
  }

  @Test
  void open_tornAtEachByte_hasTheWholeRecordsBefore() throws IOException {
    List<byte[]> states = write(CELLS);
    byte[] killed = states.get(CELLS.length);
    int whole = 0;
    for (int length = states.get(0).length; length < killed.length; length++) {
      if (length == states.get(whole + 1).length) {
        whole++;
      }
      List<LogReport> reports = new ArrayList<>();
      Content content = openOrNull(Arrays.copyOf(killed, length), reports);
      LogCell[] before = Arrays.copyOf(CELLS, whole);
      assertThat(content.cells()).as("length %s", length).isEqualTo(content(before));
      LogReport.Cut cut = reports.get(0).cut();
      if (length == states.get(whole).length) {
        assertThat(cut).isNull();
      } else {
        assertThat(cut.position()).isEqualTo(states.get(whole).length);
        assertThat(cut.bytes()).isEqualTo(length - states.get(whole).length);
      }
    }
  }

  @Test
  void open_hugeLength_readsNothing() throws IOException {
    List<byte[]> states = write(CELLS);
    byte[] killed = states.get(CELLS.length);
    int last = states.get(CELLS.length - 1).length;
    for (int length : new int[] {Integer.MAX_VALUE, -1, 0, LogRecord.MAX_PAYLOAD_BYTES}) {
      byte[] changed = killed.clone();
      files.setContent(FIRST, killed);
      long salt;
      try (LogFile file = files.open(FIRST)) {
        salt = LogHeader.read(file, FIRST).salt();
      }
      ByteBuffer bytes = ByteBuffer.wrap(changed).position(last);
      new RecordHead(salt).put(bytes, last, length, 0, 0);

      List<LogReport> reports = new ArrayList<>();
      assertThat(openOrNull(changed, reports).cells())
          .isEqualTo(content(CELLS[0], CELLS[1], CELLS[2]));
      assertThat(reports.get(0).cut().cause()).startsWith("record of ");
    }
  }

  @Test
  void open_tailThatWasNotForced_isCutThoughARecordFollows() throws IOException {
    // One force for three records: a disk may have the third without the second.
    DurableLog log = open(LogOptions.defaults().withSync(SyncMode.never()), new Content());
    log.write(LogRecord.of(cell(1, 1)));
    log.force();
    int second = files.content(FIRST).length;
    log.append(LogRecord.of(cell(2, 2)));
    log.append(LogRecord.of(cell(3, 3)));
    log.force();
    byte[] bytes = files.content(FIRST);
    log.close();
    bytes[second + RecordHead.BYTES]++;
    List<LogReport> reports = new ArrayList<>();

    assertThat(openOrNull(bytes, reports).cells()).isEqualTo(content(cell(1, 1)));
    assertThat(reports.get(0).cut())
        .isEqualTo(
            new LogReport.Cut(
                FIRST, second, bytes.length - second, 1, "wrong checksum of a record"));
  }

  @Test
  void open_recordInsideAnObject_isNotTakenForOne() throws IOException {
    List<byte[]> states = write(cell(1, 1), cell(2, 2));
    files = new ForgetfulFiles(new Random(1));
    DurableLog log = open();
    log.write(LogRecord.of(cell(3, 3)));
    int last = files.content(FIRST).length;
    Tuple object = Tuple.of(Atom.of("k"), Binary.of(states.get(2)));
    log.write(LogRecord.of(new LogCell(Atom.of("k"), List.of(object))));
    byte[] torn = Arrays.copyOf(files.content(FIRST), files.content(FIRST).length - 1);
    log.close();
    List<LogReport> reports = new ArrayList<>();

    assertThat(openOrNull(torn, reports).cells()).isEqualTo(content(cell(3, 3)));
    assertThat(reports.get(0).cut().position()).isEqualTo(last);
    assertThat(reports.get(0).cut().wholeRecords()).isZero();
  }

  @Test
  void write_noSpaceAtEachByte_failsAndLosesNothing() throws IOException {
    int all = write(CELLS).get(CELLS.length).length;
    int header = write().get(0).length;
    for (int space = header; space < all; space++) {
      files = new ForgetfulFiles(new Random(1));
      files.limitSpace(space);
      DurableLog log = open();
      int written = 0;
      try {
        for (LogCell cell : CELLS) {
          log.write(LogRecord.of(cell));
          written++;
        }
      } catch (TableLogException e) {
        assertThat(e)
            .hasMessageContaining("table has failed: No space left on device")
            .hasCauseInstanceOf(IOException.class);
      }
      assertThat(written).isLessThan(CELLS.length);
      assertThatThrownBy(() -> log.write(LogRecord.clear())).isInstanceOf(TableLogException.class);
      assertThatThrownBy(log::force).isInstanceOf(TableLogException.class);
      assertThatThrownBy(() -> log.snapshot(action -> {})).isInstanceOf(TableLogException.class);
      assertThatThrownBy(log::close).isInstanceOf(TableLogException.class);
      files = files.afterPowerFailure();

      assertThat(recovered()).isEqualTo(content(Arrays.copyOf(CELLS, written)));
    }
  }

  @Test
  void open_noSpace_changesNothing() throws IOException {
    byte[] killed = write(CELLS).get(CELLS.length);
    for (int space = 0; space < killed.length + 40; space++) {
      files = new ForgetfulFiles(new Random(space));
      files.setContent(FIRST, killed);
      files.limitSpace(space);
      assertThatThrownBy(this::open).hasMessage("No space left on device");
      files = files.afterPowerFailure();

      assertThat(recovered()).isEqualTo(content(CELLS));
    }
  }

  @Test
  void write_failedForce_isNotTriedAgain() throws IOException {
    DurableLog log = open();
    log.write(LogRecord.of(CELLS[0]));
    assertThat(log.hasFailed()).isFalse();
    files.failForceAfter(0);
    int forces = files.forces();
    assertThatThrownBy(() -> log.write(LogRecord.of(CELLS[1])))
        .isInstanceOf(TableLogException.class)
        .hasMessageContaining("Input/output error");
    assertThat(log.hasFailed()).isTrue();
    assertThatThrownBy(() -> log.write(LogRecord.of(CELLS[2])))
        .isInstanceOf(TableLogException.class)
        .hasMessageContaining("Input/output error");
    assertThatThrownBy(log::close).isInstanceOf(TableLogException.class);
    log.close();
    assertThat(files.forces()).isEqualTo(forces + 1);
  }

  @Test
  void open_afterFailedForce_forcesAllThatItReads() throws IOException {
    DurableLog log = open();
    log.write(LogRecord.of(CELLS[0]));
    files.failForceAfter(0);
    assertThatThrownBy(() -> log.write(LogRecord.of(CELLS[1])))
        .isInstanceOf(TableLogException.class);
    assertThatThrownBy(log::close).isInstanceOf(TableLogException.class);
    // The same system still has what its disk has not.
    assertThat(recovered()).isEqualTo(content(CELLS[0], CELLS[1]));
    files = files.afterPowerFailure();

    assertThat(recovered()).isEqualTo(content(CELLS[0], CELLS[1]));
  }

  @Test
  void write_manyThreads_shareAForce() throws Exception {
    int threads = 8;
    CountDownLatch appended = new CountDownLatch(threads);
    CountDownLatch isForcing = new CountDownLatch(1);
    try (DurableLog log = open()) {
      files.beforeForce(
          () -> {
            isForcing.countDown();
            awaitUninterruptibly(appended);
          });
      int forces = files.forces();
      AtomicInteger written = new AtomicInteger();
      List<Thread> writers = new ArrayList<>();
      writers.add(start(() -> log.write(LogRecord.of(cell(100, 1)))));
      isForcing.await();
      for (int i = 0; i < threads; i++) {
        int key = i;
        writers.add(
            start(
                () -> {
                  LogTicket ticket = log.append(LogRecord.of(cell(key, key)));
                  appended.countDown();
                  ticket.await();
                  written.incrementAndGet();
                }));
      }
      for (Thread writer : writers) {
        writer.join();
      }
      assertThat(written).hasValue(threads);
      assertThat(files.forces() - forces).isEqualTo(2);
    }
    assertThat(recovered()).hasSize(threads + 1);
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task);
    thread.start();
    return thread;
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void write_interrupted_isWrittenAndStaysInterrupted() throws IOException {
    try (DurableLog log = open()) {
      Thread.currentThread().interrupt();
      log.write(LogRecord.of(cell(1, 1)));
      assertThat(Thread.interrupted()).isTrue();
      log.write(LogRecord.of(cell(2, 2)));
    }
    assertThat(recovered()).hasSize(2);
  }

  @Test
  void write_closed_isRefused() throws IOException {
    DurableLog log = open();
    log.close();
    log.close();

    assertThatThrownBy(() -> log.write(LogRecord.clear()))
        .isInstanceOf(TableLogException.class)
        .hasMessageContaining("is closed");
  }

  @Test
  void await_tooManyBytesWait_waitsUntilTheyAreWritten() throws Exception {
    CountDownLatch isForcing = new CountDownLatch(1);
    CountDownLatch mayForce = new CountDownLatch(1);
    LogOptions options = LogOptions.defaults().withSync(SyncMode.never()).withMaxQueuedBytes(1);
    try (DurableLog log = open(options, new Content())) {
      files.beforeForce(
          () -> {
            isForcing.countDown();
            awaitUninterruptibly(mayForce);
          });
      Thread forcing =
          start(
              () -> {
                log.append(LogRecord.of(cell(0, 0)));
                log.force();
              });
      isForcing.await();
      LogTicket ticket = log.append(LogRecord.of(cell(1, 1)));
      Thread waiting = start(ticket::await);
      while (waiting.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      mayForce.countDown();
      waiting.join();
      forcing.join();
    }
    assertThat(recovered()).hasSize(2);
  }

  @Test
  void breakOff_changeWithoutRecord_endsTheLog() throws IOException {
    DurableLog log = open();
    log.write(LogRecord.of(cell(1, 1)));
    ChangeLogger logger = new ChangeLogger(log, null);
    Change change = logger.prepare(List.of(cell(2).key()));
    change.end(false);
    change.released();

    assertThatThrownBy(() -> logger.prepare(List.of()))
        .isInstanceOf(TableLogException.class)
        .hasMessageContaining("a change was made that is not in the log");
    assertThatThrownBy(() -> log.write(LogRecord.of(cell(3, 3))))
        .isInstanceOf(TableLogException.class);
    assertThatThrownBy(log::close).isInstanceOf(TableLogException.class);
    assertThat(recovered()).isEqualTo(content(cell(1, 1)));
  }

  @Test
  void of_recordThatIsTooLarge_isRefused() {
    Binary part = Binary.of(new byte[1 << 26]);
    LogCell cell =
        new LogCell(
            Atom.of("k"), List.of(Tuple.of(Atom.of("k"), ListTerm.of(part, part, part, part))));

    assertThatThrownBy(() -> LogRecord.of(cell))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: at most 268435456");
  }
}
