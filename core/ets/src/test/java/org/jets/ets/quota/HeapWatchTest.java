package org.jets.ets.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceConfigurationError;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jets.ets.reclaim.ResourceReclaimer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests when a heap counts as short. */
class HeapWatchTest {
  private static final long HEAP = 10_000_000;

  private final AtomicLong used = new AtomicLong(HEAP);

  /**
   * A watch that the test notifies of collections. The collections of this JVM, which come at any
   * time, change no count.
   */
  private final HeapWatch watch = new HeapWatch(HEAP, used::get, () -> 0);

  /** Reads the number of collections before the first one of this JVM is noticed. */
  @BeforeEach
  void takeNoteThatThereWereNoCollections() {
    watch.poll();
  }

  @Test
  void isShort_collectionThatClearsNoReference_isNoticed() {
    AtomicLong count = new AtomicLong(1);
    HeapWatch polling = new HeapWatch(HEAP, used::get, count::get);
    for (int n = 0; n < 10_000 && !polling.isShort(); n++) {
      assertThat(polling.collections()).isZero();
    }
    assertThat(polling.isShort()).isTrue();
    assertThat(polling.collections()).isEqualTo(1);
    polling.poll();
    assertThat(polling.collections()).isEqualTo(1);
    used.set(0);
    count.set(2);
    polling.poll();
    assertThat(polling.isShort()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, 32", "128, 32", "255, 32", "256, 64", "1024, 256", "4096, 1024", "1000000, 1024"})
  void isShort_ofALargerHeap_readsTheCollectionsInFewerCalls(long megabytes, int calls) {
    AtomicLong looks = new AtomicLong();
    long bytes = megabytes << 20;
    HeapWatch polling =
        new HeapWatch(
            bytes,
            () -> bytes,
            () -> {
              looks.incrementAndGet();
              return 0;
            });
    for (int n = 0; n < 1_000 * calls; n++) {
      polling.isShort();
    }
    assertThat(looks.get()).isBetween(750L, 1_250L); // Eight standard deviations.
  }

  @Test
  void isShort_heapThatFillsSteadily_isShortBeforeItIsHalfFull() {
    used.set(HEAP / 5);
    watch.collected();
    assertThat(watch.isShort()).isFalse();
    used.set(HEAP * 2 / 5);
    watch.collected();
    assertThat(watch.isShort()).isTrue();
    watch.collected();
    assertThat(watch.isShort()).isFalse();
  }

  @Test
  void collected_errorOnTheWay_watchesAgain() {
    AtomicBoolean isFull = new AtomicBoolean(true);
    HeapWatch failing =
        new HeapWatch(
            HEAP,
            () -> {
              if (isFull.get()) {
                throw new OutOfMemoryError("as if the heap were full");
              }
              return 0;
            });
    collectUntil(failing::isShort);
    isFull.set(false);
    failing.ensureWatching();
    collectUntil(() -> !failing.isShort());
    assertThat(failing.collections()).isPositive();
  }

  @Test
  void orUnknown_errorsOfThePlatform_leaveTheNumberUnknown() {
    Stream<LongSupplier> failing =
        Stream.of(
            () -> {
              throw new NoClassDefFoundError("no such module");
            },
            () -> {
              throw new ServiceConfigurationError("no such provider");
            },
            () -> {
              throw new IllegalStateException("Can't overwrite cause");
            });
    assertThat(failing.map(HeapWatch::orUnknown)).containsExactly(-1L, -1L, -1L);
  }

  @Test
  void collected_anotherCollectionMeanwhile_watchesOn() {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    AtomicLong looks = new AtomicLong();
    HeapWatch interrupted =
        new HeapWatch(
            HEAP,
            () -> {
              looks.incrementAndGet();
              if (isFirst.getAndSet(false)) {
                collectUntil(() -> looks.get() > 1);
              }
              return 0;
            });
    collectUntil(() -> looks.get() > 1);
    long before = interrupted.collections();
    collectUntil(() -> interrupted.collections() > before + 2);
    assertThat(interrupted.isShort()).isFalse();
  }

  private static void collectUntil(BooleanSupplier isDone) {
    for (int n = 0; n < 1_000 && !isDone.getAsBoolean(); n++) {
      System.gc();
      ResourceReclaimer.giveBackAll();
    }
    assertThat(isDone.getAsBoolean()).isTrue();
  }

  @Test
  void collected_byTheCollector_isNoticed() {
    HeapWatch real = new HeapWatch(HEAP, used::get);
    long before = real.collections();
    for (int n = 0; n < 100 && real.collections() == before; n++) {
      System.gc();
      ResourceReclaimer.giveBackAll();
    }
    assertThat(real.collections()).isGreaterThan(before);
  }
}
