package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;

class DecentralizedCounterTest {
  private static final int ADDITIONS = TestScale.count(200_000);

  @Test
  void add_upToTheDocumentedBounds_isExact() {
    DecentralizedCounter counter = new DecentralizedCounter(2);
    long largest = (1L << 62) - 1;

    counter.add(largest);
    assertThat(counter.snapshot()).isEqualTo(largest);
    assertThat(counter.estimate()).isEqualTo(largest);
    counter.add(-largest);
    counter.add(-(1L << 62));

    assertThat(counter.snapshot()).isEqualTo(-(1L << 62));
  }

  @Test
  void snapshot_severalInTurn_eachTellsAllAdditions() {
    DecentralizedCounter counter = new DecentralizedCounter();

    counter.add(5);
    counter.add(-1);
    assertThat(counter.snapshot()).isEqualTo(4);
    counter.add(-10);
    assertThat(counter.snapshot()).isEqualTo(-6);
    assertThat(counter.snapshot()).isEqualTo(-6);
    counter.increment();
    assertThat(counter.estimate()).isEqualTo(-5);
    assertThat(counter).hasToString("-5");
  }

  @Test
  void new_partsOutOfRange_isRefused() {
    assertThatThrownBy(() -> new DecentralizedCounter(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("parts: 0");
  }

  @Test
  void add_besideSnapshots_isNeverLost() throws Exception {
    DecentralizedCounter counter = new DecentralizedCounter(4);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> results = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      results.add(
          threads.submit(
              () -> {
                for (int i = 0; i < ADDITIONS; i++) {
                  counter.add(3);
                }
              }));
      results.add(
          threads.submit(
              () -> {
                long last = 0;
                while (last < 6L * ADDITIONS) {
                  long next = counter.snapshot();
                  assertThat(next).isGreaterThanOrEqualTo(last);
                  last = next;
                }
              }));
    }
    for (Future<?> result : results) {
      result.get();
    }
    threads.shutdown();

    assertThat(counter.snapshot()).isEqualTo(6L * ADDITIONS);
  }

  @Test
  void snapshot_besideAdditions_liesBetweenThoseDoneBeforeAndThoseBegun() throws Exception {
    DecentralizedCounter counter = new DecentralizedCounter(2);
    AtomicLong begun = new AtomicLong();
    AtomicLong done = new AtomicLong();
    Thread adder =
        new Thread(
            () -> {
              for (int i = 0; i < ADDITIONS; i++) {
                begun.incrementAndGet();
                counter.increment();
                done.incrementAndGet();
              }
            });
    adder.start();

    while (done.get() < ADDITIONS) {
      long before = done.get();
      long snapshot = counter.snapshot();
      assertThat(snapshot).isBetween(before, begun.get());
    }
    adder.join();
  }
}
