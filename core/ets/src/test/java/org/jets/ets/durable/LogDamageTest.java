package org.jets.ets.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.durable.Content.PROPERTIES;
import static org.jets.ets.durable.Content.cell;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jets.ets.TableLogException;
import org.jets.ets.log.LogReport;
import org.jets.ets.log.SyncMode;
import org.jets.ets.watch.ChangeListener.Change;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/** Tests logs whose files were changed, and logs that end in the middle of something. */
class LogDamageTest {
  private static final String FIRST = LogNames.segment(1);

  private ForgetfulFiles files = new ForgetfulFiles(new Random(1));

  private DurableLog open(SyncMode mode, Content content) throws IOException {
    return DurableLog.open(files, PROPERTIES, LogOptions.defaults().withSync(mode), content);
  }

  private DurableLog open() throws IOException {
    return open(SyncMode.each(), new Content());
  }

  private Map<Term, List<Tuple>> recovered() throws IOException {
    Content content = new Content();
    open(SyncMode.each(), content).close();
    return content.cells();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private void write(LogCell... cells) throws IOException {
    try (DurableLog log = open()) {
      for (LogCell cell : cells) {
        log.write(LogRecord.of(cell));
      }
    }
  }

  @Test
  void open_recordOfTheSameFileInAnObject_isNotTakenForOne() throws IOException {
    DurableLog log = open();
    log.write(LogRecord.of(cell(1, 1)));
    byte[] first = files.content(FIRST);
    Tuple object = Tuple.of(Atom.of("k"), Binary.of(joined(first, first)));
    log.write(LogRecord.of(new LogCell(Atom.of("k"), List.of(object))));
    byte[] torn = Arrays.copyOf(files.content(FIRST), files.content(FIRST).length - 1);
    log.close();
    files = new ForgetfulFiles(new Random(1));
    files.setContent(FIRST, torn);

    try (DurableLog opened = open()) {
      LogReport.Cut cut = opened.recovered().cut();
      assertThat(cut.position()).isEqualTo(first.length);
      assertThat(cut.wholeRecords()).isZero();
    }
  }

  @Test
  void open_staleBytesBehindTheLastRecord_areKeptBesideTheSegment() throws IOException {
    write(cell(7, 7), cell(8, 8));
    byte[] stale = files.content(FIRST);
    files = new ForgetfulFiles(new Random(2));
    DurableLog log = open();
    log.write(LogRecord.of(cell(1, 1)));
    byte[] killed = files.content(FIRST);
    log.close();
    files = new ForgetfulFiles(new Random(1));
    files.setContent(FIRST, joined(killed, stale));

    assertThat(recovered()).containsOnlyKeys(IntegerTerm.of(1));
    assertThat(files.content(LogNames.tail(1))).isEqualTo(stale);
    LogInspector.of(files).compact();
    assertThat(files.list()).doesNotContain(LogNames.tail(1));
    assertThat(recovered()).hasSize(1);
  }

  @Test
  void open_copyOfTheNewestSegmentIsDamaged_isRefusedAndTheSegmentStays() throws IOException {
    DurableLog log = open();
    log.write(LogRecord.of(cell(1, 1)));
    log.write(LogRecord.of(cell(2, 2)));
    byte[] killed = files.content(FIRST);
    log.close();
    String copy = LogNames.temporary(FIRST);
    for (int damaged = 0; damaged < killed.length; damaged++) {
      files = new ForgetfulFiles(new Random(1));
      files.setContent(FIRST, killed);
      int at = damaged;
      files.beforeForce(
          () -> {
            byte[] copied = files.content(copy);
            copied[at] ^= 1;
            files.setContent(copy, copied);
          });

      assertThatThrownBy(this::open)
          .isInstanceOf(LogFormatException.class)
          .hasMessageContaining(copy);
      assertThat(files.content(FIRST)).isEqualTo(killed);
    }
  }

  @Test
  void open_bytesBehindTheEnd_isRefused() throws IOException {
    write(cell(1, 1));
    files.delete(LogNames.segment(2));
    byte[] ended = files.content(FIRST);
    files.setContent(FIRST, joined(ended, new byte[] {1}));

    assertThatThrownBy(this::open)
        .isInstanceOf(LogFormatException.class)
        .hasMessage(FIRST + ", byte " + ended.length + ": bytes behind the end");
  }

  @Test
  void open_segmentOfAnotherCopy_isRefused() throws IOException {
    write(cell(1, 1));
    ForgetfulFiles copy = files.afterKill();
    write(cell(2, 2));
    byte[] second = files.content(LogNames.segment(2));
    files = copy;
    write(cell(3, 3));
    write(cell(4, 4));
    files.setContent(LogNames.segment(2), second);

    assertThatThrownBy(this::open)
        .isInstanceOf(LogFormatException.class)
        .hasMessageContaining("the file does not follow the segment before it");
  }

  private void snapshot(LogCell... cells) throws IOException {
    try (DurableLog log = open()) {
      log.snapshot(action -> List.of(cells).forEach(action));
      log.write(LogRecord.of(cell(9, 9)));
    }
  }

  @Test
  void open_snapshotOfAnotherCopy_isRefused() throws IOException {
    for (boolean hasRecords : new boolean[] {false, true}) {
      files = new ForgetfulFiles(new Random(1));
      write(cell(1, 1));
      ForgetfulFiles copy = files.afterKill();
      if (hasRecords) {
        write(cell(2, 2));
      }
      snapshot(cell(1, 1), cell(2, 2));
      String name = LogNames.snapshot(LogNames.snapshots(files.list()).last());
      byte[] other = files.content(name);
      files = copy;
      if (hasRecords) {
        write(cell(3, 3));
      }
      snapshot(cell(1, 1), cell(3, 3));
      byte[] own = files.content(name);
      files.setContent(name, other);
      assertThatThrownBy(this::open)
          .isInstanceOf(LogFormatException.class)
          .hasMessage(name + ", byte 0: the snapshot is of another copy");
      files.setContent(name, own);
      assertThat(recovered()).hasSize(3);
    }
  }

  @Test
  void open_snapshotWithoutASegment_isRefused() throws IOException {
    try (DurableLog log = open()) {
      log.write(LogRecord.of(cell(1, 1)));
      log.snapshot(action -> action.accept(cell(1, 1)));
    }
    for (long segment : LogNames.segments(files.list())) {
      files.delete(LogNames.segment(segment));
    }

    assertThatThrownBy(this::open).hasMessageContaining("the segment is missing");
    assertThatThrownBy(() -> LogInspector.of(files).properties())
        .hasMessageContaining("the segment is missing");
  }

  @Test
  void breakOff_recordsWaitForAForce_forcesThem() throws IOException {
    DurableLog log = open(SyncMode.never(), new Content());
    for (int i = 0; i < 100; i++) {
      log.append(LogRecord.of(cell(i, i)));
    }
    log.breakOff();
    assertThatThrownBy(log::close).isInstanceOf(TableLogException.class);
    files = files.afterPowerFailure();

    assertThat(recovered()).hasSize(100);
  }

  @Test
  void end_recordCannotBeMade_endsTheLogAfterTheRecordsBefore() throws IOException {
    DurableLog log = open();
    log.write(LogRecord.of(cell(1, 1)));
    Change change = new ChangeLogger(log, null).prepare(List.of(cell(2).key()));
    assertThat(change.wantsPlan()).isTrue();
    change.changed(cell(2).key(), null, new Object());

    assertThatThrownBy(() -> change.end(true)).isInstanceOf(ClassCastException.class);
    change.released();
    assertThatThrownBy(() -> log.write(LogRecord.of(cell(3, 3))))
        .isInstanceOfSatisfying(
            TableLogException.class, e -> assertThat(e.reason()).hasToString("{log_error,missed}"));
    assertThatThrownBy(log::close).isInstanceOf(TableLogException.class);
    assertThat(recovered()).containsOnlyKeys(IntegerTerm.of(1));
  }

  @Test
  void changed_notAsPlanned_isWrittenAsItIs() throws IOException {
    try (DurableLog log = open()) {
      Term key = cell(1).key();
      Tuple planned = cell(1, 1).objects().get(0);
      Tuple made = cell(1, 2).objects().get(0);
      Change change = new ChangeLogger(log, null).prepare(List.of(key, cell(2).key()));
      change.planned(new Object[] {null, null}, new Object[] {planned, planned});
      change.changed(key, null, made);
      change.end(true);
      change.released();
    }

    assertThat(recovered()).isEqualTo(Map.of(IntegerTerm.of(1), cell(1, 2).objects()));
  }

  @Test
  void discard_powerFailsAtEachStep_leavesAllOrNothing() throws IOException {
    for (int failed = 0; failed < 20; failed++) {
      for (int seed = 0; seed < 5; seed++) {
        files = new ForgetfulFiles(new Random(seed));
        write(cell(1, 1));
        DurableLog log = open();
        log.write(LogRecord.of(cell(2, 2)));
        log.snapshot(
            action -> {
              action.accept(cell(1, 1));
              action.accept(cell(2, 2));
            });
        log.write(LogRecord.of(cell(3, 3)));
        files.failPowerAfter(failed);
        try {
          log.discard();
        } catch (IOException e) {
          assertThat(e).hasMessage("power failure");
        }
        files = files.afterPowerFailure();

        assertThat(recovered().size()).as("failed %s, seed %s", failed, seed).isIn(0, 3);
      }
    }
  }

  @Test
  void discard_failedLog_removesTheFiles() throws IOException {
    DurableLog log = open();
    log.write(LogRecord.of(cell(1, 1)));
    log.breakOff();
    log.discard();

    assertThat(files.list()).isEmpty();
  }

  @Test
  void close_besideASnapshot_endsIt() throws Exception {
    DurableLog log = open();
    log.write(LogRecord.of(cell(1, 1)));
    CountDownLatch isCopying = new CountDownLatch(1);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread snapshot =
        new Thread(
            () -> {
              try {
                log.snapshot(
                    action -> {
                      isCopying.countDown();
                      while (true) {
                        action.accept(cell(1, 1));
                      }
                    });
              } catch (IOException | RuntimeException e) {
                failure.set(e);
              }
            });
    snapshot.start();
    isCopying.await();
    log.close();
    snapshot.join();

    assertThat(failure.get())
        .isInstanceOfSatisfying(
            TableLogException.class, e -> assertThat(e.reason()).hasToString("{log_error,closed}"));
    assertThat(files.list()).noneMatch(name -> name.startsWith("snapshot-"));
    assertThat(recovered()).hasSize(1);
  }
}
