package org.jets.ets.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.durable.Content.PROPERTIES;
import static org.jets.ets.durable.Content.cell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jets.ets.TableLogException;
import org.jets.ets.log.LogReport;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  private ForgetfulFiles files = new ForgetfulFiles(new Random(1));

  private DurableLog open(Content content) throws IOException {
    return DurableLog.open(files, PROPERTIES, LogOptions.defaults(), content);
  }

  private Content recovered() throws IOException {
    Content content = new Content();
    open(content).close();
    return content;
  }

  /** Returns a log with two records and a snapshot of them. */
  private DurableLog withSnapshot() throws IOException {
    DurableLog log = open(new Content());
    log.write(LogRecord.of(cell(1, 1)));
    log.write(LogRecord.of(cell(2, 2)));
    log.snapshot(
        action -> {
          action.accept(cell(1, 1));
          action.accept(cell(2, 2));
        });
    return log;
  }

  @Test
  void snapshot_records_replacesTheirSegment() throws IOException {
    withSnapshot().close();

    assertThat(files.list()).containsExactlyInAnyOrder(LogNames.segment(2), LogNames.snapshot(2));
    files = files.afterPowerFailure();
    assertThat(recovered().cells()).isEqualTo(contentOf(cell(1, 1), cell(2, 2)));
  }

  private static Object contentOf(LogCell... cells) {
    Content content = new Content();
    for (LogCell cell : cells) {
      content.cell(cell);
    }
    return content.cells();
  }

  @Test
  void snapshot_writersGoOn_laterChangesPrevail() throws IOException {
    try (DurableLog log = open(new Content())) {
      log.write(LogRecord.of(cell(1, 1)));
      log.write(LogRecord.of(cell(2, 2)));
      log.snapshot(
          action -> {
            action.accept(cell(1, 1));
            log.write(LogRecord.of(List.of(cell(1, 10), cell(2), cell(3, 30))));
            action.accept(cell(3, 30));
          });
    }

    assertThat(recovered().cells()).isEqualTo(contentOf(cell(1, 10), cell(3, 30)));
  }

  @Test
  void snapshot_clearedMeanwhile_leavesNothing() throws IOException {
    try (DurableLog log = open(new Content())) {
      log.write(LogRecord.of(cell(1, 1)));
      log.snapshot(
          action -> {
            action.accept(cell(1, 1));
            log.write(LogRecord.clear());
          });
    }

    assertThat(recovered().cells()).isEmpty();
  }

  @Test
  void snapshot_sourceFails_keepsTheLog() throws IOException {
    try (DurableLog log = open(new Content())) {
      log.write(LogRecord.of(cell(1, 1)));
      assertThatThrownBy(
              () ->
                  log.snapshot(
                      action -> {
                        throw new IllegalStateException("source");
                      }))
          .isInstanceOf(IllegalStateException.class);
      assertThat(files.list()).containsExactlyInAnyOrder(LogNames.segment(1), LogNames.segment(2));
      log.write(LogRecord.of(cell(2, 2)));
    }

    assertThat(recovered().cells()).isEqualTo(contentOf(cell(1, 1), cell(2, 2)));
  }

  @Test
  void snapshot_withoutNewRecords_takesThePlaceOfTheOther() throws IOException {
    try (DurableLog log = withSnapshot()) {
      log.snapshot(action -> action.accept(cell(1, 1)));
    }

    assertThat(files.list()).containsExactlyInAnyOrder(LogNames.segment(3), LogNames.snapshot(3));
    assertThat(recovered().cells()).isEqualTo(contentOf(cell(1, 1)));
  }

  @Test
  void snapshot_noSpaceAtEachByte_leavesTheLogAsItWas() throws IOException {
    for (int extra = 0; extra < 600; extra += 3) {
      files = new ForgetfulFiles(new Random(extra));
      try (DurableLog log = open(new Content())) {
        log.write(LogRecord.of(cell(1, 1)));
        // Below, at and above the space without which none is begun.
        files.limitSpace((1 << 16) - 300 + extra);
        assertThatThrownBy(
                () ->
                    log.snapshot(
                        action -> {
                          for (int i = 0; i < 10_000; i++) {
                            action.accept(cell(i, i));
                          }
                        }))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("No space left on device");
        assertThat(files.usableSpace()).isGreaterThan((1 << 16) - 1_000);
        assertThat(files.list()).noneMatch(name -> name.contains("snapshot"));
        log.write(LogRecord.of(cell(2, 2)));
        files.limitSpace(1 << 20);
        log.snapshot(
            action -> {
              action.accept(cell(1, 1));
              action.accept(cell(2, 2));
            });
      }
      files = files.afterPowerFailure();
      assertThat(recovered().cells()).isEqualTo(contentOf(cell(1, 1), cell(2, 2)));
    }
  }

  @Test
  void snapshot_writersFillTheDiskMeanwhile_givesItsFileBack() throws IOException {
    LogCell large = cell(1, new long[1_000]);
    try (DurableLog log = open(new Content())) {
      files.limitSpace(1 << 18);
      assertThatThrownBy(
              () ->
                  log.snapshot(
                      action -> {
                        while (true) {
                          action.accept(large);
                          log.write(LogRecord.of(cell(2, 2)));
                        }
                      }))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("No space left on device");
      assertThat(files.usableSpace()).isGreaterThan(1 << 17);
      log.write(LogRecord.of(cell(3, 3)));
    }
    assertThat(recovered().cells()).isEqualTo(contentOf(cell(2, 2), cell(3, 3)));
  }

  private static LogOptions compactFrom(long bytes) {
    return LogOptions.defaults().withCompactBytes(bytes);
  }

  /** Returns a log with a snapshot of 100 cells, which is larger than its changes. */
  private DurableLog withLargeSnapshot(Runnable onGrowth) throws IOException {
    DurableLog log = DurableLog.open(files, PROPERTIES, compactFrom(1_000), new Content());
    log.snapshot(
        action -> IntStream.range(0, 100).forEach(key -> action.accept(cell(key, key, key))));
    log.onGrowth(onGrowth);
    return log;
  }

  @Test
  void clear_largeSnapshot_asksForACompaction() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    try (DurableLog log = withLargeSnapshot(asked::incrementAndGet)) {
      log.write(LogRecord.of(cell(1, 1)));
      log.force();
      assertThat(asked).hasValue(0);
      log.write(LogRecord.clear());
      log.force();
      assertThat(asked).hasValue(1);
      log.snapshot(action -> {});
      log.compactionEnded();
      log.write(LogRecord.of(cell(1, 1)));
      log.force();
      assertThat(asked).hasValue(1);
    }
    assertThat(recovered().cells()).isEqualTo(contentOf(cell(1, 1)));
  }

  @Test
  void clear_beforeACrash_asksForACompactionAfterIt() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    try (DurableLog log = withLargeSnapshot(() -> {})) {
      log.write(LogRecord.clear());
    }
    try (DurableLog log = DurableLog.open(files, PROPERTIES, compactFrom(1_000), new Content())) {
      log.onGrowth(asked::incrementAndGet);
      log.write(LogRecord.of(cell(1, 1)));
      log.force();
      assertThat(asked).hasValue(1);
    }
  }

  @Test
  void open_crashBeforeOlderFilesAreRemoved_removesThem() throws IOException {
    withSnapshot().close();
    byte[] segment = files.content(LogNames.segment(2));
    files.setContent(LogNames.segment(1), segment);
    files.setContent(LogNames.snapshot(1), segment);
    files.setContent(LogNames.temporary(LogNames.snapshot(3)), segment);
    files.setContent("notes", segment);

    assertThat(recovered().cells()).isEqualTo(contentOf(cell(1, 1), cell(2, 2)));
    assertThat(files.list())
        .containsExactlyInAnyOrder(LogNames.segment(2), LogNames.snapshot(2), "notes");
  }

  /** Makes two snapshots until the power fails. Returns the number of safe records. */
  private int writeUntilFailure() throws IOException {
    int written = 0;
    try (DurableLog log = open(new Content())) {
      while (written < 4) {
        log.write(LogRecord.of(cell(written, written)));
        written++;
        if (written % 2 == 0) {
          int keys = written;
          log.snapshot(
              action -> IntStream.range(0, keys).forEach(key -> action.accept(cell(key, key))));
        }
      }
    } catch (TableLogException | IOException e) {
      assertThat(e).hasMessageContaining("power failure");
    }
    return written;
  }

  /** Writes, with snapshots between, as long as the log goes on. Returns the number of records. */
  private static int writeAndCompact(DurableLog log) {
    int written = 0;
    try {
      for (; written < 6; written++) {
        log.write(LogRecord.of(cell(written, written)));
        int keys = written;
        try {
          log.snapshot(
              action -> IntStream.rangeClosed(0, keys).forEach(k -> action.accept(cell(k, k))));
        } catch (IOException e) {
          assertThat(e).hasMessage("Input/output error");
        }
      }
    } catch (TableLogException e) {
      assertThat(e).hasMessageContaining("Input/output error");
    }
    return written;
  }

  @Test
  void operation_eachOneFailsOnce_losesNoRecordAndInventsNone() throws IOException {
    int operations = 0;
    int goneOn = 0;
    for (int failed = 0; failed <= operations; failed++) {
      files = new ForgetfulFiles(new Random(failed));
      files.failOnceAfter(failed);
      int written = 0;
      try {
        DurableLog log = open(new Content());
        written = writeAndCompact(log);
        goneOn += written == 6 ? 1 : 0;
        log.close();
      } catch (TableLogException | IOException e) {
        assertThat(e).hasMessageContaining("Input/output error");
      }
      operations = Math.max(operations, files.operations());
      files = failed % 2 == 0 ? files.afterPowerFailure() : files.afterKill();

      assertThat(recovered().cells().size())
          .as("failed %s", failed)
          .isBetween(written, Math.min(written + 1, 6));
    }
    // A snapshot that fails does not end the log.
    assertThat(goneOn).isGreaterThan(operations / 4);
  }

  @Test
  void open_powerFailsDuringRecoveryFromAKill_losesNothing() throws IOException {
    for (int killed = 0; killed < 60; killed++) {
      for (int failed = 0; failed < 14; failed++) {
        for (int seed = 0; seed < 3; seed++) {
          files = new ForgetfulFiles(new Random(seed));
          files.failPowerAfter(killed);
          int written = writeUntilFailure();
          files = files.afterKill();
          files.failPowerAfter(failed);
          try {
            open(new Content()).close();
          } catch (TableLogException | IOException e) {
            assertThat(e).hasMessageContaining("power failure");
          }
          files = files.afterPowerFailure();

          assertThat(recovered().cells())
              .as("killed %s, failed %s, seed %s", killed, failed, seed)
              .hasSizeGreaterThanOrEqualTo(written);
        }
      }
    }
  }

  @Test
  void open_eachByteOfTheSnapshotChanged_isRefused() throws IOException {
    withSnapshot().close();
    String name = LogNames.snapshot(2);
    byte[] bytes = files.content(name);
    for (int at = 0; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= 1;
      files.setContent(name, changed);

      assertThatThrownBy(this::recovered)
          .isInstanceOf(LogFormatException.class)
          .hasMessageStartingWith(name + ", byte ");
    }
  }

  @Test
  void open_eachBeginningOfTheSnapshot_isRefused() throws IOException {
    withSnapshot().close();
    String name = LogNames.snapshot(2);
    byte[] bytes = files.content(name);
    for (int length = 0; length < bytes.length; length++) {
      files.setContent(name, Arrays.copyOf(bytes, length));

      assertThatThrownBy(this::recovered)
          .isInstanceOf(LogFormatException.class)
          .hasMessageStartingWith(name + ", byte ");
    }
  }

  @Test
  void verify_log_countsWithoutAChange() throws IOException {
    try (DurableLog log = withSnapshot()) {
      log.write(LogRecord.of(List.of(cell(1), cell(3, 3))));
    }
    int operations = files.operations();

    assertThat(LogInspector.of(files).verify()).isEqualTo(new LogReport(2, 3, 3, 4, null));
    assertThat(LogInspector.of(files).properties()).isEqualTo(PROPERTIES);
    assertThat(files.operations()).isEqualTo(operations);
  }

  @Test
  void verify_noLog_hasNothing() throws IOException {
    assertThat(LogInspector.of(files).verify()).isEqualTo(new LogReport(0, 0, 0, 0, null));
    assertThat(LogInspector.of(files).properties()).isNull();
    assertThatThrownBy(() -> LogInspector.of(files).compact())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no log");
  }

  @Test
  void print_log_hasALineForEachRecord() throws IOException {
    try (DurableLog log = withSnapshot()) {
      log.write(LogRecord.of(List.of(cell(1), cell(3, 3, 4))));
      log.write(LogRecord.clear());
    }
    List<String> lines = new ArrayList<>();
    LogInspector.of(files).print(lines::add);

    assertThat(lines)
        .map(line -> line.replaceFirst(":[0-9]+ ", " "))
        .containsExactly(
            "snapshot-0000000000000002 [{1,1}]",
            "snapshot-0000000000000002 [{2,2}]",
            "log-0000000000000002 1 removed [{3,3}, {3,4}]",
            "log-0000000000000002 clear");
  }

  @Test
  void compact_log_leavesASnapshot() throws IOException {
    try (DurableLog log = open(new Content())) {
      for (int i = 0; i < 100; i++) {
        log.write(LogRecord.of(cell(i % 3, i)));
      }
      log.write(LogRecord.of(cell(0)));
    }
    LogReport before = LogInspector.of(files).compact();
    LogReport after = LogInspector.of(files).verify();

    assertThat(before.records()).isEqualTo(101);
    assertThat(after.snapshot()).isEqualTo(after.lastSegment());
    assertThat(after.records()).isEqualTo(2);
    assertThat(recovered().cells()).isEqualTo(contentOf(cell(1, 97), cell(2, 98)));
  }
}
