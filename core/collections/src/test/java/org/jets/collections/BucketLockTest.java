package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.collections.internal.avl.OptimisticLock;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.ReaderGroups;
import org.jets.testkit.TestScale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BucketLockTest {

  /** Counts the threads that are about to enter the queue. */
  private static final class WatchedLock extends BucketLock {
    WatchedLock() {
      super(null);
    }

    private volatile Error error;

    @Override
    public void beforeWaiting() {
      if (error != null) {
        throw error;
      }
    }
  }

  private static Thread start(Runnable body) {
    Thread thread = new Thread(body);
    thread.start();
    return thread;
  }

  /** Waits until a thread sleeps. */
  private static void awaitParked(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(thread.isAlive()).isTrue();
      Thread.onSpinWait();
    }
  }

  private static Thread startWaiter(BucketLock lock, Runnable underLock) {
    Thread waiter =
        start(
            () -> {
              assertThat(lock.lock()).isTrue();
              underLock.run();
              lock.unlock();
            });
    awaitParked(waiter);
    return waiter;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void lock_manyThreads_excludesAndLosesNone(int groups) throws Exception {
    BucketLock lock = new BucketLock(groups == 0 ? null : new ReaderGroups(groups));
    int rounds = TestScale.count(20_000);
    long[] sums = new long[2];
    AtomicBoolean sawTorn = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int n = 0; n < 6; n++) {
      int spread = n;
      threads.add(
          start(
              () -> {
                for (int i = 0; i < rounds; i++) {
                  if (spread % 2 == 0) {
                    assertThat(lock.lock()).isTrue();
                    sums[0]++;
                    sums[1]++;
                    lock.unlock();
                  } else {
                    assertThat(lock.lockShared(spread)).isTrue();
                    if (sums[0] != sums[1]) {
                      sawTorn.set(true);
                    }
                    lock.unlockShared(spread);
                  }
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(sums).containsExactly(3L * rounds, 3L * rounds);
    assertThat(sawTorn).isFalse();
    assertThat(lock.isFree()).isTrue();
  }

  @Test
  void unlock_severalWait_getItInTheOrderOfTheirArrival() throws Exception {
    BucketLock lock = new BucketLock(null);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Thread> waiters = new ArrayList<>();
    lock.lock();
    for (int i = 0; i < 8; i++) {
      int number = i;
      waiters.add(startWaiter(lock, () -> order.add(number)));
    }

    lock.unlock();
    for (Thread waiter : waiters) {
      waiter.join();
    }

    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void lock_againAndAgainBesideAWaiter_overtakesItABoundedNumberOfTimes() throws Exception {
    for (int round = 0; round < 20; round++) {
      BucketLock lock = new BucketLock(null);
      AtomicBoolean isServed = new AtomicBoolean();
      lock.lock();
      Thread waiter = startWaiter(lock, () -> isServed.set(true));

      int overtakes = 0;
      lock.unlock();
      while (lock.tryLock()) {
        overtakes += isServed.get() ? 0 : 1;
        lock.unlock();
        if (isServed.get()) {
          break;
        }
      }
      waiter.join();

      assertThat(overtakes).isLessThanOrEqualTo(BucketLock.MAX_OVERTAKES);
    }
  }

  /** A thread that was woken and has found the lock held is next. */
  @Test
  void unlock_firstWaiterHasBeenWokenInVain_handsOver() throws Exception {
    BucketLock lock = new BucketLock(null);
    AtomicBoolean isServed = new AtomicBoolean();
    lock.lock();
    Thread waiter = startWaiter(lock, () -> isServed.set(true));
    int overtakes = 0;
    lock.unlock();
    while (lock.tryLock()) {
      overtakes += isServed.get() ? 0 : 1;
      while (lock.isFirstWaiterWoken()) {
        Thread.onSpinWait(); // Long enough for it to wake, and to ask.
      }
      lock.unlock();
      if (isServed.get()) {
        break;
      }
    }
    waiter.join();

    assertThat(overtakes).isLessThanOrEqualTo(1);
    assertThat(isServed).isTrue();
  }

  @Test
  void lock_interruptedWhileItWaits_sleepsOnAndIsInterruptedAfterwards() throws Exception {
    BucketLock lock = new BucketLock(null);
    AtomicBoolean isInterrupted = new AtomicBoolean();
    lock.lock();
    Thread waiter =
        start(
            () -> {
              lock.lock();
              lock.unlock();
              isInterrupted.set(Thread.currentThread().isInterrupted());
            });
    awaitParked(waiter);

    waiter.interrupt();
    while (waiter.isInterrupted()) {
      Thread.onSpinWait(); // It takes note.
    }
    awaitParked(waiter);
    lock.unlock();
    waiter.join();

    assertThat(isInterrupted).isTrue();
  }

  @Test
  void retire_severalWait_allReturn() throws Exception {
    BucketLock lock = new BucketLock(null);
    List<Boolean> results = Collections.synchronizedList(new ArrayList<>());
    List<Thread> waiters = new ArrayList<>();
    lock.lock();
    for (int i = 0; i < 8; i++) {
      Thread waiter = start(() -> results.add(lock.lock()));
      awaitParked(waiter);
      waiters.add(waiter);
    }

    lock.retire();
    for (Thread waiter : waiters) {
      waiter.join();
    }

    assertThat(results).hasSize(8).containsOnly(false);
    assertThat(lock.isRetired()).isTrue();
    assertThat(lock.tryLock()).isFalse();
  }

  @Test
  void isAtRest_whileHeld_onlyIfQuiet() {
    BucketLock lock = new BucketLock(null);
    lock.lock();
    lock.enterQuiet();
    assertThat(lock.isAtRest()).isTrue();

    lock.exitQuiet();
    assertThat(lock.isAtRest()).isFalse();
    lock.unlock();
    assertThat(lock.isAtRest()).isTrue();
  }

  /** A thread that is interrupted by others as any, and cannot interrupt itself. */
  private static final class Stubborn extends Thread {
    volatile @Nullable Throwable thrown;

    Stubborn(Runnable body) {
      super(body);
      setUncaughtExceptionHandler((thread, e) -> thrown = e);
    }

    @Override
    public void interrupt() {
      if (Thread.currentThread() == this) {
        throw new IllegalStateException("no interrupt");
      }
      super.interrupt();
    }
  }

  @Test
  void lock_interruptThrowsAfterTheWait_isGivenBack() throws Exception {
    BucketLock lock = new BucketLock(null);
    lock.lock();
    Stubborn waiter = new Stubborn(lock::lock);
    waiter.start();
    awaitParked(waiter);
    waiter.interrupt();
    while (waiter.isInterrupted()) {
      Thread.onSpinWait(); // It takes note.
    }
    awaitParked(waiter);

    lock.unlock();
    waiter.join();

    assertThat(waiter.thrown).hasMessage("no interrupt");
    assertThat(lock.isFree()).isTrue();
    assertThat(lock.tryLock()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void optimisticLock_interruptThrowsAfterTheWait_isGivenBack(boolean isReader) throws Exception {
    OptimisticLock lock = new OptimisticLock(PrefixOrder.natural());
    long stamp = lock.lock();
    Stubborn waiter =
        new Stubborn(isReader ? () -> lock.readLocked(() -> null) : () -> lock.lock());
    waiter.start();
    awaitParked(waiter);
    waiter.interrupt();
    while (waiter.isInterrupted()) {
      Thread.onSpinWait(); // It takes note.
    }
    awaitParked(waiter);

    lock.owner = null;
    lock.word.unlockWrite(stamp);
    waiter.join();

    assertThat(waiter.thrown).hasMessage("no interrupt");
    assertThat(lock.isFree()).isTrue();
  }

  /** As a writer leaves it that has no stack for a call. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void optimisticLock_abandonedWhileAThreadWaits_isTakenOver(boolean isReader) throws Exception {
    OptimisticLock lock = new OptimisticLock(PrefixOrder.natural());
    long stamp = lock.lock();
    Thread waiter =
        isReader
            ? start(() -> lock.readLocked(() -> null))
            : start(
                () -> {
                  long own = lock.lock();
                  lock.owner = null;
                  lock.word.unlockWrite(own);
                });
    awaitParked(waiter);

    lock.owner = null;
    lock.abandoned = stamp;
    waiter.join();

    assertThat(lock.isFree()).isTrue();
    assertThat(lock.word.isWriteLocked()).isFalse();
  }

  @Test
  void lock_errorBeforeItWaits_leavesTheQueueToOthers() throws Exception {
    WatchedLock lock = new WatchedLock();
    lock.lock();
    Thread waiter = startWaiter(lock, () -> {});
    lock.error = new OutOfMemoryError("injected");

    assertThatThrownBy(lock::lock).isSameAs(lock.error);
    lock.unlock();
    waiter.join();

    assertThat(lock.isFree()).isTrue();
  }
}
