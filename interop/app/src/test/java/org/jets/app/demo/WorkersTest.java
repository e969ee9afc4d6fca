package org.jets.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkersTest {
  private final Workers workers = new Workers(3);

  @AfterEach
  void stopThreads() {
    workers.close();
  }

  @Test
  void divide_manyItems_eachIsDoneOnce() throws IOException {
    List<Integer> items = IntStream.range(0, 1_000).boxed().toList();
    Set<Integer> done = ConcurrentHashMap.newKeySet();

    workers.divide(items, 7, part -> assertThat(part).allMatch(done::add));

    assertThat(done).hasSize(1_000);
  }

  @Test
  void divide_failure_isThrownAndEndsTheWork() {
    List<Integer> items = IntStream.range(0, 1_000_000).boxed().toList();
    Set<Integer> started = ConcurrentHashMap.newKeySet();

    assertThatThrownBy(
            () ->
                workers.divide(
                    items,
                    1,
                    part -> {
                      started.addAll(part);
                      throw new IOException("broken");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("broken");
    assertThat(started).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void runOnEach_threads_allRunAtOnce() throws IOException {
    CyclicBarrier barrier = new CyclicBarrier(3);

    workers.runOnEach(barrier::await);

    assertThat(barrier.isBroken()).isFalse();
  }
}
