package org.jets.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadIndicatorTest {
  private static final int GROUPS = 2;
  private static final int READERS = 3;

  static Stream<ReadIndicator> indicators() {
    return Stream.of(
        new ReaderCounts(1),
        new ReaderCounts(GROUPS),
        new IngressEgressCounts(1),
        new IngressEgressCounts(GROUPS),
        new NonZeroIndicator(1),
        new NonZeroIndicator(GROUPS),
        new ThreadPointers(READERS + 1).newIndicator());
  }

  @ParameterizedTest
  @MethodSource("indicators")
  void isEmpty_readerComesAndGoes_isFalseMeanwhile(ReadIndicator indicator) {
    assertThat(indicator.isEmpty()).isTrue();
    for (int spread : new int[] {0, 1, 7, -1}) {
      indicator.arrive(spread);
      assertThat(indicator.isEmpty()).isFalse();
      indicator.depart(spread);
      assertThat(indicator.isEmpty()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("indicators")
  void isEmpty_readersOfAnotherThread_isFalse(ReadIndicator indicator) throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      indicator.arrive(0);
      other.submit(() -> indicator.arrive(1)).get();
      indicator.depart(0);
      assertThat(indicator.isEmpty()).isFalse();
      indicator.arrive(0);
      other.submit(() -> indicator.depart(1)).get();
      assertThat(indicator.isEmpty()).isFalse();
      indicator.depart(0);
      assertThat(indicator.isEmpty()).isTrue();
    } finally {
      other.shutdown();
    }
  }

  /** A writer that has announced itself and found no reader meets none until it leaves. */
  @ParameterizedTest
  @MethodSource("indicators")
  void isEmpty_readersComeAndGo_excludesThem(ReadIndicator indicator) throws Exception {
    int rounds = TestScale.count(20_000);
    AtomicBoolean isWriting = new AtomicBoolean();
    int[] guarded = new int[2];
    CyclicBarrier start = new CyclicBarrier(READERS + 1);
    ExecutorService threads = Executors.newFixedThreadPool(READERS);
    AtomicBoolean isDone = new AtomicBoolean();
    try {
      List<Future<Integer>> torn = new ArrayList<>();
      for (int reader = 0; reader < READERS; reader++) {
        int spread = reader;
        torn.add(
            threads.submit(
                () -> {
                  start.await();
                  int found = 0;
                  while (!isDone.get()) {
                    indicator.arrive(spread);
                    if (!isWriting.get() && guarded[0] != guarded[1]) {
                      found++;
                    }
                    indicator.depart(spread);
                    for (int pause = 0; isWriting.get(); pause++) {
                      BucketLock.backOff(pause); // So that the writer finds none.
                    }
                  }
                  return found;
                }));
      }
      start.await();
      for (int round = 0; round < rounds; round++) {
        isWriting.set(true);
        for (int pause = 0; !indicator.isEmpty(); pause++) {
          BucketLock.backOff(pause);
        }
        guarded[0]++;
        Thread.onSpinWait();
        guarded[1]++;
        isWriting.set(false);
      }
      isDone.set(true);
      for (Future<Integer> each : torn) {
        assertThat(each.get()).isZero();
      }
    } finally {
      isDone.set(true);
      threads.shutdown();
    }
    assertThat(indicator.isEmpty()).isTrue();
  }

  @Test
  void arrive_threadReadsUnderAnotherLock_isRefused() {
    ThreadPointers pointers = new ThreadPointers(1);
    ReadIndicator one = pointers.newIndicator();
    ReadIndicator other = pointers.newIndicator();
    one.arrive(0);

    assertThatIllegalStateException()
        .isThrownBy(() -> other.arrive(0))
        .withMessage("a thread reads under one lock at a time");
    assertThat(other.isEmpty()).isTrue();
    assertThat(one.isEmpty()).isFalse();
  }

  @Test
  void arrive_moreThreadsThanPlaces_isRefused() throws Exception {
    ReadIndicator indicator = new ThreadPointers(1).newIndicator();
    indicator.arrive(0);
    indicator.depart(0);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      assertThat(other.submit(() -> failure(() -> indicator.arrive(1))).get())
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("more threads than places");
    } finally {
      other.shutdown();
    }
    assertThat(indicator.isEmpty()).isTrue();
  }

  private static Throwable failure(Runnable action) {
    try {
      action.run();
    } catch (IllegalStateException e) {
      return e;
    }
    return new AssertionError("no failure");
  }
}
