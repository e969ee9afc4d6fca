package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import org.jets.node.Await;
import org.jets.node.live.LiveNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The audit of connections, and the nodes with which connections are accepted and made. */
class AuditLogTest {

  @Test
  void log_moreThanItHolds_countsTheRestAndWritesInOrder() {
    RecordedLog lines = new RecordedLog();
    AuditLog log = new AuditLog(lines);
    for (int i = 0; i < 5_000; i++) {
      log.add("line " + i);
    }

    log.write();

    assertThat(lines.lines()).hasSize(4_097).startsWith("line 0", "line 1");
    assertThat(lines.lines().get(4_096)).startsWith("904 lines were left out");
  }

  @Test
  void refused_manyInAMoment_areCounted() {
    RecordedLog lines = new RecordedLog();
    long[] now = new long[1];
    AuditLog log = new AuditLog(lines, () -> now[0]);
    for (int i = 0; i < 1_000; i++) {
      log.refused("somebody", new IOException("the test"));
    }
    now[0] += RateLimit.WINDOW_NANOS + 1;
    log.refused("another", new IOException("the test"));

    log.write();

    assertThat(lines.lines())
        .hasSize(RateLimitedLog.LINES + 2)
        .startsWith("refused somebody: the test")
        .endsWith(
            1_000 - RateLimitedLog.LINES + " refusals were left out", "refused another: the test");
  }

  @Test
  void denied_manyInAMoment_areCounted() {
    RecordedLog lines = new RecordedLog();
    long[] now = new long[1];
    AuditLog log = new AuditLog(lines, () -> now[0]);
    for (int i = 0; i < 1_000; i++) {
      log.denied("a call");
    }
    now[0] += RateLimit.WINDOW_NANOS + 1;
    log.denied("another call");

    log.write();

    assertThat(lines.lines())
        .hasSize(RateLimitedLog.LINES + 2)
        .startsWith("denied a call")
        .endsWith("990 denied calls were left out", "denied another call");
  }

  @Test
  void write_noFurtherDenial_tellsTheCountOnceTheTimeIsOver() {
    RecordedLog lines = new RecordedLog();
    long[] now = new long[1];
    AuditLog log = new AuditLog(lines, () -> now[0]);
    for (int i = 0; i < RateLimitedLog.LINES + 7; i++) {
      log.denied("a call");
    }

    log.write();
    assertThat(lines.lines()).hasSize(RateLimitedLog.LINES);
    now[0] += RateLimit.WINDOW_NANOS + 1;
    log.write();
    log.write();

    assertThat(lines.lines())
        .hasSize(RateLimitedLog.LINES + 1)
        .endsWith("7 denied calls were left out");
  }

  @Test
  void writeRest_withinTheTime_tellsTheCounts() {
    RecordedLog lines = new RecordedLog();
    AuditLog log = new AuditLog(lines, () -> 0);
    for (int i = 0; i < RateLimitedLog.LINES + 7; i++) {
      log.refused("somebody", new IOException("the test"));
    }

    log.writeRest();

    assertThat(lines.lines()).endsWith("7 refusals were left out");
  }

  /** The end of a node can come while its watch has a line that it has not logged yet. */
  @Test
  void writeRest_anotherThreadIsAboutToLogALine_returnsAfterTheLineIsLogged() throws Exception {
    CountDownLatch isAboutToLog = new CountDownLatch(1);
    CountDownLatch mayLog = new CountDownLatch(1);
    RecordedLog lines = new RecordedLog();
    BlockingQueue<String> slow =
        new ArrayBlockingQueue<>(10) {
          private static final long serialVersionUID = 1;

          @Override
          public @Nullable String poll() {
            String line = super.poll();
            if ("a call".equals(line)) {
              isAboutToLog.countDown();
              awaitPermission(mayLog);
            }
            return line;
          }
        };
    AuditLog log = new AuditLog(lines, System::nanoTime, slow);
    log.add("a call");
    log.add("the end of a connection");
    Thread watch = new Thread(log::write, "watch-of-the-test");
    List<String> atTheEnd = new ArrayList<>();
    Thread end =
        new Thread(
            () -> {
              log.writeRest();
              atTheEnd.addAll(lines.lines());
            },
            "end-of-the-test");
    watch.start();
    try {
      Await.count(isAboutToLog);
      end.start();
      Await.until(
          "the thread waits or has ended",
          () ->
              end.getState() == Thread.State.WAITING || end.getState() == Thread.State.TERMINATED);
    } finally {
      mayLog.countDown();
      watch.join();
      end.join();
    }

    assertThat(atTheEnd).containsExactly("a call", "the end of a connection");
  }

  private static void awaitPermission(CountDownLatch latch) {
    try {
      Await.count(latch);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  @Test
  void connections_acceptedRefusedAndEnded_areWrittenDown() throws Exception {
    RecordedLog lines = new RecordedLog();
    AuditLog log = new AuditLog(lines);
    RecordedLog dialling = new RecordedLog();
    AuditLog ofDialler = new AuditLog(dialling);
    NodeName refused = TestNode.newName();
    try (TestNode a =
        TestNode.start(
            options -> options.audit(log).allowedNodes(name -> !name.equals(refused.toString())))) {
      try (TestNode b = TestNode.start(options -> a.known().apply(options.audit(ofDialler)));
          TestNode c = TestNode.start(refused, TestNode.COOKIE, a.known())) {
        Connection connection = b.connect(a);
        assertThat(c.distribution.connect(a.distribution.node())).failsWithin(LiveNode.BOUND);
        a.listener.awaitEvent("up " + b.name());
        connection.close("the test");
        a.listener.awaitEvent("down " + b.name());
      }
      awaitLine(log, lines, "accepted connection with");
      // A connection writes its line after it has told its listener.
      awaitLine(log, lines, "ended connection with");
      awaitLine(log, lines, "refused " + refused);
      awaitLine(ofDialler, dialling, "made connection with");
      awaitLine(ofDialler, dialling, "ended connection with");
    }
  }

  private static void awaitLine(AuditLog log, RecordedLog lines, String beginning) {
    long begin = System.nanoTime();
    do {
      assertThat(System.nanoTime() - begin)
          .as("%s in %s", beginning, lines.lines())
          .isLessThan(LiveNode.BOUND.toNanos());
      Thread.onSpinWait();
      log.write();
    } while (lines.lines().stream().noneMatch(line -> line.startsWith(beginning)));
  }

  @Test
  void connect_nodeThatMayNotDial_failsAndIsDialled() throws Exception {
    try (TestNode b = TestNode.start();
        TestNode a = TestNode.start(options -> b.known().apply(options.dial(false)));
        TestNode c = TestNode.start(a.known())) {
      assertThat(a.distribution.connect(b.distribution.node())).failsWithin(LiveNode.BOUND);
      assertThat(c.connect(a).isOpen()).isTrue();
      assertThat(a.distribution.connect(c.distribution.node())).succeedsWithin(LiveNode.BOUND);
    }
  }
}
