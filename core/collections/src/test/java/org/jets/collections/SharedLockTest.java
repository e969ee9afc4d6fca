package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.collections.internal.sync.SharedLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests who can have the lock beside whom, and that sharing it takes no memory. */
class SharedLockTest {
  private static final int ROUNDS = 20_000;
  private static final int THREADS = 4;
  private static final long PATIENCE_SECONDS = 60;

  private final SharedLock lock = new SharedLock();
  private final ExecutorService others = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    others.shutdownNow();
  }

  private <T> T elsewhere(Callable<T> call) throws Exception {
    return others.submit(call).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private boolean canShareElsewhere() throws Exception {
    return elsewhere(
        () -> {
          lock.lockShared();
          lock.unlockShared();
          return true;
        });
  }

  private boolean canHaveAloneElsewhere() throws Exception {
    return elsewhere(
        () -> {
          boolean isTaken = lock.alone().tryLock();
          if (isTaken) {
            lock.alone().unlock();
          }
          return isTaken;
        });
  }

  @Test
  void lockShared_byManyThreads_excludesOneAlone() throws Exception {
    lock.lockShared();
    lock.lockShared();
    assertThat(canShareElsewhere()).isTrue();
    assertThat(canHaveAloneElsewhere()).isFalse();
    lock.unlockShared();
    assertThat(canHaveAloneElsewhere()).isFalse();
    lock.unlockShared();
    assertThat(canHaveAloneElsewhere()).isTrue();
    assertThat(lock.isHeld()).isFalse();
  }

  @SuppressWarnings("LockNotBeforeTry") // Each step is tested.
  @Test
  void alone_takenAgainEitherWay_excludesAllOthersUntilTheLastRelease() throws Exception {
    lock.alone().lock();
    lock.alone().lock();
    lock.lockShared();
    lock.unlockShared();
    lock.alone().unlock();
    assertThat(canHaveAloneElsewhere()).isFalse();
    Future<Boolean> sharing =
        others.submit(
            () -> {
              lock.lockShared();
              lock.unlockShared();
              return true;
            });
    assertThat(sharing.isDone()).isFalse();
    lock.alone().unlock();
    assertThat(sharing.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(lock.isHeld()).isFalse();
  }

  /** As a function does that a writer calls, and that writes another key. */
  @SuppressWarnings("LockNotBeforeTry") // Nothing happens under it.
  @Test
  void lockShared_againBesideAWaiter_doesNotWaitForIt() throws Exception {
    lock.lockShared();
    CountDownLatch isBegun = new CountDownLatch(1);
    Future<?> alone =
        others.submit(
            () -> {
              isBegun.countDown();
              lock.alone().lock();
              lock.alone().unlock();
            });
    assertThat(isBegun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    for (int n = 0; n < 50; n++) {
      lock.lockShared();
      lock.unlockShared();
    }
    assertThat(alone.isDone()).isFalse();
    lock.unlockShared();
    alone.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(lock.isHeld()).isFalse();
  }

  /** The JDK's lock allocates a count for a thread that is not the first to share it. */
  @Test
  void lockShared_besideOthers_allocatesNothing() throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    lock.lockShared();
    long allocated =
        elsewhere(
            () -> {
              threads.getCurrentThreadAllocatedBytes();
              lock.isHeld();
              long before = threads.getCurrentThreadAllocatedBytes();
              lock.lockShared();
              lock.unlockShared();
              return threads.getCurrentThreadAllocatedBytes() - before;
            });
    lock.unlockShared();
    assertThat(allocated).isZero();
  }

  @Test
  void lock_manyThreads_keepsOneAlone() throws Exception {
    AtomicInteger sharing = new AtomicInteger();
    int[] alone = {0};
    List<Future<?>> users = new ArrayList<>();
    for (int n = 0; n < THREADS; n++) {
      int number = n;
      users.add(
          others.submit(
              () -> {
                for (int round = 0; round < ROUNDS; round++) {
                  if ((round + number) % 4 == 0) {
                    lock.alone().lock();
                    try {
                      assertThat(sharing.get()).isZero();
                      alone[0]++;
                    } finally {
                      lock.alone().unlock();
                    }
                  } else {
                    lock.lockShared();
                    try {
                      sharing.incrementAndGet();
                      sharing.decrementAndGet();
                    } finally {
                      lock.unlockShared();
                    }
                  }
                }
              }));
    }
    for (Future<?> user : users) {
      user.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    assertThat(alone[0]).isEqualTo(THREADS * ROUNDS / 4);
    assertThat(lock.isHeld()).isFalse();
  }
}
