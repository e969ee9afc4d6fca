package org.jets.collections.internal.avl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jets.collections.internal.order.PrefixOrder;
import org.junit.jupiter.api.Test;

class OptimisticLockTest {
  private static final int ATTEMPTS = 1000;
  private static final Duration BOUND = Duration.ofSeconds(60);

  /** A waiting writer keeps its place in the queue for so long. */
  private static final long PLACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private int value;

  @Test
  void readLocked_whileAWriterWaits_isServedAfterIt() throws InterruptedException {
    boolean isShown = false;
    for (int n = 0; n < ATTEMPTS && !isShown; n++) {
      isShown = isReaderServedAfterWriter();
    }
    assertThat(isShown)
        .as("an attempt that took less time than the writer keeps its place")
        .isTrue();
  }

  /** Returns false if the attempt has taken too long to show anything. */
  private boolean isReaderServedAfterWriter() throws InterruptedException {
    OptimisticLock lock = new OptimisticLock(PrefixOrder.of(null));
    AtomicReference<Integer> seen = new AtomicReference<>();
    value = 0;
    long held = lock.word.readLock();
    long begin = System.nanoTime();
    Thread writer = new Thread(() -> write(lock));
    Thread reader = new Thread(() -> seen.set(lock.readLocked(() -> value)));
    try {
      startAndAwaitQueued(writer);
      startAndAwaitQueued(reader);
    } finally {
      lock.word.unlockRead(held);
    }
    writer.join(BOUND.toMillis());
    reader.join(BOUND.toMillis());
    assertThat(writer.isAlive() || reader.isAlive()).isFalse();
    if (System.nanoTime() - begin >= PLACE_NANOS) {
      return false;
    }
    assertThat(seen).hasValue(1);
    return true;
  }

  private void write(OptimisticLock lock) {
    long stamp = lock.lock();
    value = 1;
    lock.owner = null;
    lock.word.unlockWrite(stamp);
  }

  private static void startAndAwaitQueued(Thread thread) {
    thread.setDaemon(true);
    thread.start();
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
