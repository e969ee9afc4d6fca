package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jets.node.live.LiveNode;
import org.junit.jupiter.api.Test;

/** The end of a JVM that is told to end. */
class EndingTest {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>();

  private Ending ending(AutoCloseable node, Duration bound) {
    return new Ending(node, bound, line -> lines.add(new String(line, UTF_8)), statuses::add);
  }

  private int awaitStatus() throws InterruptedException {
    Integer status = statuses.poll(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS);
    assertThat(status).isNotNull();
    return status;
  }

  @Test
  void run_nodeThatCloses_haltsWithStatus0() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);

    ending(closed::countDown, LiveNode.BOUND).run();

    assertThat(closed.getCount()).isZero();
    assertThat(awaitStatus()).isZero();
    assertThat(lines).isEmpty();
  }

  @Test
  void run_errorInClosing_haltsWithStatus1() throws Exception {
    AutoCloseable failing =
        () -> {
          throw new OutOfMemoryError("of the test");
        };

    ending(failing, LiveNode.BOUND).run();

    assertThat(awaitStatus()).isEqualTo(1);
    assertThat(lines)
        .containsExactly(
            "jets: node: the node cannot be closed: of the test" + System.lineSeparator());
  }

  @Test
  void run_closingThatNeverEnds_haltsAfterTheBound() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Ending ending = ending(never::await, Duration.ofMillis(1));
    Thread running = new Thread(ending::run, "ending");
    running.start();

    assertThat(awaitStatus()).isEqualTo(1);
    assertThat(lines)
        .hasSize(1)
        .first()
        .asString()
        .startsWith("jets: node: the node is not closed");
    never.countDown();
    running.join();
  }

  @Test
  void run_nodeThatCloses_haltsAfterTheRecordingIsWritten() throws Exception {
    List<Integer> before = new CopyOnWriteArrayList<>(List.of(-1));

    writing(() -> before.addAll(statuses), LiveNode.BOUND).run();

    assertThat(awaitStatus()).isZero();
    assertThat(before).containsExactly(-1);
    assertThat(lines).isEmpty();
  }

  /** The node is closed, so the limit of closing is none for the wait that follows. */
  @Test
  void run_writingThatBlocks_haltsWithTheStatusOfClosing() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Ending ending = writing(() -> uninterrupted(never), Duration.ofMillis(1));
    Thread running = new Thread(ending::run, "ending");
    running.start();

    assertThat(awaitStatus()).isZero();
    assertThat(lines)
        .containsExactly(
            "jets: node: the recording of the Flight Recorder is not written within 0 s"
                + System.lineSeparator());
    never.countDown();
    running.join();
  }

  private Ending writing(Runnable writing, Duration writingBound) {
    return new Ending(
        () -> {},
        LiveNode.BOUND,
        writing,
        writingBound,
        line -> lines.add(new String(line, UTF_8)),
        statuses::add);
  }

  private static void uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
