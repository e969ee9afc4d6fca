package org.jets.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DelegationLockTest {
  private static final int THREADS = 4;

  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final DelegationLock lock = new DelegationLock(new ReaderCounts(2), failures::add);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Future<String> holder = CompletableFuture.completedFuture("nobody");
  private final CountDownLatch isHeld = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void endThreads() throws InterruptedException {
    release.countDown();
    threads.shutdown();
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  /** Lets a thread hold the lock until {@link #release}. */
  private void hold() throws InterruptedException {
    holder =
        threads.submit(
            () ->
                lock.run(
                    () -> {
                      isHeld.countDown();
                      awaitRelease();
                      return Thread.currentThread().getName();
                    }));
    isHeld.await();
  }

  private void awaitRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void run_lockIsFree_returnsTheResult() {
    assertThat(lock.run(() -> 5)).isEqualTo(5);
    assertThat(lock.<Object>read(() -> 6)).isEqualTo(6);
  }

  @Test
  void run_operationThrows_callerGetsItAndLockIsFree() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                lock.run(
                    () -> {
                      throw new IllegalArgumentException("mine");
                    }))
        .withMessage("mine");
    assertThatThrownBy(
            () ->
                lock.read(
                    () -> {
                      throw new AssertionError("read");
                    }))
        .hasMessage("read");
    assertThat(lock.run(() -> 5)).isEqualTo(5);
  }

  @Test
  void delegate_lockIsHeld_returnsBeforeItRuns() throws Exception {
    hold();
    List<String> ran = Collections.synchronizedList(new ArrayList<>());

    lock.delegate(() -> ran.add(Thread.currentThread().getName()));

    assertThat(ran).isEmpty();
    release.countDown();
    assertThat(lock.<List<String>>read(() -> List.copyOf(ran))).containsExactly(holder.get());
  }

  @Test
  void run_operationThrowsInTheHolder_callerGetsIt() throws Exception {
    hold();
    String[] ranBy = new String[1];
    Waiter failed =
        new Waiter(
            () ->
                lock.run(
                    () -> {
                      ranBy[0] = Thread.currentThread().getName();
                      throw new IllegalArgumentException("mine");
                    }));
    failed.awaitParked();
    release.countDown();

    assertThat(failed.outcome()).isInstanceOf(IllegalArgumentException.class).hasMessage("mine");
    assertThat(ranBy[0]).isEqualTo(holder.get());
    assertThat(lock.run(() -> 5)).isEqualTo(5);
  }

  /** A thread that waits for the lock, and what it has thrown. */
  private static final class Waiter {
    private final Thread thread;
    private volatile Throwable thrown = new AssertionError("nothing");

    Waiter(Runnable work) {
      thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (RuntimeException | Error e) {
                  thrown = e;
                }
              },
              "waiter");
      thread.start();
    }

    void awaitParked() {
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }

    Throwable outcome() throws InterruptedException {
      thread.join();
      return thrown;
    }
  }

  @Test
  void delegate_operationThrows_handlerGetsItAndNobodyElse() throws Exception {
    hold();
    lock.delegate(
        () -> {
          throw new AssertionError("in the holder");
        });
    release.countDown();
    lock.read(() -> 0);
    lock.delegate(
        () -> {
          throw new AssertionError("here");
        });

    assertThat(lock.run(() -> 5)).isEqualTo(5);
    assertThat(failures).extracting(Throwable::getMessage).containsExactly("in the holder", "here");
  }

  @Test
  void delegate_handlerThrows_lockIsFree() throws Exception {
    DelegationLock other =
        new DelegationLock(
            new ReaderCounts(1),
            failure -> {
              throw new AssertionError("handler");
            });
    other.delegate(
        () -> {
          throw new AssertionError("operation");
        });

    assertThat(threads.submit(() -> other.run(() -> 5)).get()).isEqualTo(5);
  }

  @Test
  void run_withinAnOperation_isRefusedInEachThread() throws Exception {
    assertThatIllegalStateException()
        .isThrownBy(() -> lock.run(() -> lock.run(() -> 1)))
        .withMessage("an operation of a lock must not use the lock");
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                lock.run(
                    () -> {
                      lock.delegate(() -> {});
                      return 1;
                    }));
    hold();
    lock.delegate(() -> lock.run(() -> 1));
    release.countDown();

    assertThat(lock.run(() -> 5)).isEqualTo(5);
    assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @Test
  void read_withinAnOperation_sees() {
    int[] guarded = new int[1];

    int seen =
        lock.run(
            () -> {
              guarded[0] = 7;
              return lock.read(() -> guarded[0]);
            });

    assertThat(seen).isEqualTo(7);
  }

  @Test
  void delegate_manyOfOneThread_runInTheirOrder() throws Exception {
    int count = TestScale.count(5_000);
    List<Integer> ran = new ArrayList<>();
    Future<?> other =
        threads.submit(
            () -> {
              for (int i = 0; i < count; i++) {
                lock.run(() -> 0);
              }
            });
    for (int i = 0; i < count; i++) {
      int number = i;
      lock.delegate(() -> ran.add(number));
      if (i % 100 == 0) {
        assertThat(lock.<Integer>read(ran::size)).isEqualTo(i + 1);
      }
    }
    other.get();

    assertThat(lock.run(() -> List.copyOf(ran)))
        .isEqualTo(IntStream.range(0, count).boxed().toList());
  }

  @Test
  void delegate_queueIsFull_waitsAndLosesNothing() throws Exception {
    hold();
    int[] count = new int[1];
    for (int i = 0; i < DelegationLock.CAPACITY; i++) {
      lock.delegate(() -> count[0]++);
    }
    CountDownLatch isAccepted = new CountDownLatch(1);
    Future<?> oneMore =
        threads.submit(
            () -> {
              lock.delegate(() -> count[0]++);
              isAccepted.countDown();
            });
    assertThat(isAccepted.await(50, TimeUnit.MILLISECONDS)).isFalse();
    release.countDown();
    oneMore.get();

    assertThat(lock.run(() -> count[0])).isEqualTo(DelegationLock.CAPACITY + 1);
  }

  @Test
  void run_threadIsInterruptedWhileItWaits_returnsAndKeepsTheStatus() throws Exception {
    hold();
    boolean[] isInterrupted = new boolean[1];
    Waiter waiter =
        new Waiter(
            () -> {
              lock.run(() -> 1);
              isInterrupted[0] = Thread.interrupted();
            });
    waiter.awaitParked();
    waiter.thread.interrupt();
    release.countDown();
    waiter.thread.join();

    assertThat(isInterrupted[0]).isTrue();
  }

  @Test
  void allCalls_manyThreads_areExclusive() throws Exception {
    int rounds = TestScale.count(20_000);
    int[] guarded = new int[2];
    List<Future<Integer>> running = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      running.add(
          threads.submit(
              () -> {
                int torn = 0;
                for (int i = 0; i < rounds; i++) {
                  lock.run(() -> guarded[0]++ + guarded[1]++);
                  torn += lock.<Integer>read(() -> guarded[0] == guarded[1] ? 0 : 1);
                  lock.delegate(
                      () -> {
                        guarded[0]++;
                        guarded[1]++;
                      });
                }
                return torn;
              }));
    }
    for (Future<Integer> each : running) {
      assertThat(each.get()).isZero();
    }

    assertThat(lock.run(() -> guarded[0])).isEqualTo(2 * THREADS * rounds);
    assertThat(guarded[1]).isEqualTo(guarded[0]);
  }

  @Test
  void run_littleRoomOnTheStack_lockIsFreeAndNothingLost() throws Exception {
    int[] count = new int[1];
    int[] done = new int[1];
    List<Integer> odd = new ArrayList<>();
    Thread deep = new Thread(null, () -> descend(count, done, odd, 1 << 20), "deep", 1 << 18);
    deep.start();
    deep.join();

    assertThat(odd).isEmpty();
    assertThat(done[0]).isPositive();
    assertThat(threads.submit(() -> lock.run(() -> count[0])).get()).isEqualTo(done[0]);
  }

  private void descend(int[] count, int[] done, List<Integer> odd, int depth) {
    int before = count[0];
    try {
      lock.run(() -> count[0]++);
      done[0]++;
      if (depth > 0) {
        descend(count, done, odd, depth - 1);
      }
    } catch (StackOverflowError e) {
      // Of this call, or of the next one before it has begun.
      if (count[0] != before && count[0] != before + 1) {
        odd.add(count[0] - before);
      }
    }
  }

  @Test
  void calls_null_areRefused() {
    assertThatNullPointerException().isThrownBy(() -> lock.run(null)).withMessage("operation");
    assertThatNullPointerException().isThrownBy(() -> lock.read(null)).withMessage("operation");
    assertThatNullPointerException().isThrownBy(() -> lock.delegate(null)).withMessage("operation");
    assertThatNullPointerException()
        .isThrownBy(() -> new DelegationLock(null, failures::add))
        .withMessage("readers");
  }
}
