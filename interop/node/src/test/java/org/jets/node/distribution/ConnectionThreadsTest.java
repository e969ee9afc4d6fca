package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ConnectionThreadsTest {
  @Test
  void join_threadsThatEndMeanwhile_noneIsAlive() {
    ConnectionThreads threads = new ConnectionThreads();
    for (int round = 0; round < 2_000; round++) {
      AtomicReference<Thread> started = new AtomicReference<>();
      threads.start("short-" + round, () -> started.set(Thread.currentThread()));
      threads.join();
      assertThat(started.get().isAlive()).as("round " + round).isFalse();
    }
  }

  @Test
  void join_byOneOfThem_doesNotWait() {
    ConnectionThreads threads = new ConnectionThreads();
    AtomicReference<Boolean> joined = new AtomicReference<>(false);
    threads.start(
        "joining",
        () -> {
          threads.join();
          joined.set(true);
        });
    threads.join();
    assertThat(joined.get()).isTrue();
  }
}
