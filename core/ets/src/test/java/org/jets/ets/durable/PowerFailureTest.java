package org.jets.ets.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.durable.Content.PROPERTIES;
import static org.jets.ets.durable.Content.cell;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jets.ets.TableLogException;
import org.jets.ets.log.SyncMode;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills a log, or cuts the power of its disk, at random moments of a load of several writers and a
 * thread that makes snapshots, and of the recovery after that. What is recovered is what the log
 * had after some record: at least after the last one that a writer was told is on the disk.
 */
class PowerFailureTest {
  private static final int CRASHES = 400;
  private static final int WRITERS = 3;
  private static final int KEYS = 6;
  private static final int MAX_OPERATIONS = 120;

  private static Stream<SyncMode> modes() {
    return Stream.of(SyncMode.each(), SyncMode.every(Duration.ofMillis(1)), SyncMode.never());
  }

  @ParameterizedTest
  @MethodSource("modes")
  void recovery_randomMoments_losesAndInventsNothing(SyncMode mode) throws Exception {
    int crashes = TestScale.count(CRASHES);
    int records = 0;
    for (int seed = 0; crashes > 0; seed++) {
      Random random = new Random(seed);
      ForgetfulFiles files = new ForgetfulFiles(random);
      List<Map<Term, List<Tuple>>> allowed = List.of(Map.of());
      for (int round = 0; round < 8; round++, crashes--) {
        files.failPowerAfter(random.nextInt(MAX_OPERATIONS));
        Load load = new Load(mode, random.nextLong());
        Content content = new Content();
        try (DurableLog log = DurableLog.open(files, PROPERTIES, load.options, content)) {
          assertThat(allowed).as("seed %s, round %s", seed, round).contains(content.cells());
          load.run(log, content.cells());
          allowed = load.allowed();
          records += load.records.size();
        } catch (TableLogException e) {
          // The end of the load: the log could not be closed.
          allowed = load.allowed();
          records += load.records.size();
        } catch (IOException e) {
          assertThat(e).as("seed %s, round %s", seed, round).hasMessage("power failure");
        }
        files = random.nextBoolean() ? files.afterPowerFailure() : files.afterKill();
      }
    }
    assertThat(records).isGreaterThan(100);
  }

  /** Writers of one log until it fails. */
  private static final class Load {
    private final LogOptions options;
    private final boolean isEach;
    private final long seed;
    private final Map<Term, LogCell> table = new ConcurrentHashMap<>();

    /** The records in their order. Guarded by this. */
    private final List<List<LogCell>> records = new ArrayList<>();

    /** The number of records that are known to be on the disk. Guarded by this. */
    private int safe;

    private Map<Term, List<Tuple>> base = Map.of();

    Load(SyncMode mode, long seed) {
      this.options =
          LogOptions.defaults().withSync(mode).withSegmentBytes(300).withMaxQueuedBytes(500);
      this.isEach = mode.isEach();
      this.seed = seed;
    }

    void run(DurableLog log, Map<Term, List<Tuple>> content) throws InterruptedException {
      base = content;
      content.forEach((key, objects) -> table.put(key, new LogCell(key, objects)));
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Random random = new Random(seed + i);
        threads.add(new Thread(() -> repeat(() -> write(log, random))));
      }
      threads.add(new Thread(() -> repeat(() -> snapshot(log))));
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }

    private static void repeat(Runnable step) {
      try {
        while (true) {
          step.run();
        }
      } catch (TableLogException e) {
        // The end of the load.
      }
    }

    private void write(DurableLog log, Random random) {
      LogTicket ticket;
      int number;
      synchronized (this) {
        List<LogCell> cells = new ArrayList<>();
        boolean isClear = random.nextInt(20) == 0;
        for (int i = random.nextInt(3); i >= 0 && !isClear; i--) {
          int key = random.nextInt(KEYS);
          long value = random.nextLong();
          cells.add(random.nextInt(4) == 0 ? cell(key) : cell(key, value, key));
        }
        apply(cells);
        ticket = log.append(isClear ? LogRecord.clear() : LogRecord.of(cells));
        records.add(cells);
        number = records.size();
      }
      ticket.await();
      boolean isForced = !isEach && random.nextInt(10) == 0;
      if (isForced) {
        log.force();
      }
      if (isEach || isForced) {
        synchronized (this) {
          safe = Math.max(safe, number);
        }
      }
    }

    private void apply(List<LogCell> cells) {
      if (cells.isEmpty()) {
        table.clear();
      }
      for (LogCell cell : cells) {
        if (cell.objects().isEmpty()) {
          table.remove(cell.key());
        } else {
          table.put(cell.key(), cell);
        }
      }
    }

    private void snapshot(DurableLog log) {
      int before;
      synchronized (this) {
        before = records.size();
      }
      try {
        log.snapshot(
            action -> {
              table.values().forEach(action);
              synchronized (this) {
                // The writer of each change that was shown has appended its record.
                assertThat(records).hasSizeGreaterThanOrEqualTo(before);
              }
            });
      } catch (IOException e) {
        assertThat(e).hasMessage("power failure");
        return;
      }
      synchronized (this) {
        safe = Math.max(safe, before);
      }
    }

    /** Returns the contents that the log may have. */
    List<Map<Term, List<Tuple>>> allowed() {
      List<Map<Term, List<Tuple>>> allowed = new ArrayList<>();
      Content content = new Content();
      base.forEach((key, objects) -> content.cell(new LogCell(key, objects)));
      for (int i = 0; i <= records.size(); i++) {
        if (i >= safe) {
          allowed.add(content.cells());
        }
        if (i < records.size()) {
          if (records.get(i).isEmpty()) {
            content.clear();
          }
          records.get(i).forEach(content::cell);
        }
      }
      return allowed;
    }
  }
}
