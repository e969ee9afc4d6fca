package org.jets.ets.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests that forgotten objects are released even if the release of another one throws. */
@Isolated("sets the handler of uncaught exceptions")
class ResourceReclaimerTest {
  private static final int MANY = 1_000;
  private static final int SECONDS = 30;

  private final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();
  private UncaughtExceptionHandler before;

  @BeforeEach
  void handler_set() {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> reported.add(failure));
  }

  @AfterEach
  void handler_asBefore() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  /** Counts releases, after the action has allowed them. */
  private static final class Counted extends WeakReference<Object> implements Reclaimable {
    final CountDownLatch done = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private final IntConsumer action;

    Counted(IntConsumer action) {
      super(new Object(), ResourceReclaimer.queue());
      this.action = action;
    }

    @Override
    public void forgotten() {
      action.accept(calls.incrementAndGet());
      done.countDown();
    }

    boolean isGivenBack() throws InterruptedException {
      return done.await(SECONDS, TimeUnit.SECONDS);
    }
  }

  private static Counted failing(int times) {
    return new Counted(
        call -> {
          if (call <= times) {
            throw new OutOfMemoryError("as if the heap were full");
          }
        });
  }

  @Test
  void forgotten_noMemory_isTriedAgainAndNotReported() throws InterruptedException {
    Counted failing = failing(3);
    Counted other = failing(0);
    failing.enqueue();
    other.enqueue();
    assertThat(other.isGivenBack()).isTrue();
    assertThat(failing.isGivenBack()).isTrue();
    assertThat(reported).isEmpty();
  }

  @Test
  void forgotten_noMemoryForMany_losesNone() throws InterruptedException {
    List<Counted> failing = new ArrayList<>();
    for (int n = 0; n < MANY; n++) {
      failing.add(failing(2));
    }
    failing.forEach(WeakReference::enqueue);
    ResourceReclaimer.giveBackAll();
    for (Counted one : failing) {
      assertThat(one.isGivenBack()).isTrue();
    }
    assertThat(reported).isEmpty();
  }

  @Test
  void forgotten_noMemoryOnAnotherThread_isTriedAgainByTheThread() throws InterruptedException {
    Thread test = Thread.currentThread();
    AtomicBoolean isTakenHere = new AtomicBoolean();
    for (int n = 0; n < MANY && !isTakenHere.get(); n++) {
      Counted failing =
          new Counted(
              call -> {
                if (Thread.currentThread() == test) {
                  isTakenHere.set(true);
                  throw new OutOfMemoryError("as if the heap were full");
                }
              });
      failing.enqueue();
      ResourceReclaimer.giveBackAll();
      assertThat(failing.isGivenBack()).isTrue();
    }
    assertThat(isTakenHere).isTrue();
    assertThat(reported).isEmpty();
  }

  @Test
  void forgotten_noMemoryForMany_othersAreGivenBackMeanwhile() throws InterruptedException {
    AtomicBoolean isThereMemory = new AtomicBoolean();
    List<Counted> failing = new ArrayList<>();
    // As many as the limit of kept references.
    for (int n = 0; n < 128; n++) {
      failing.add(
          new Counted(
              call -> {
                if (!isThereMemory.get()) {
                  throw new OutOfMemoryError("as if the heap were full");
                }
              }));
    }
    failing.forEach(WeakReference::enqueue);
    ResourceReclaimer.giveBackAll();
    Counted other = failing(0);
    other.enqueue();
    try {
      assertThat(other.isGivenBack()).isTrue();
    } finally {
      isThereMemory.set(true);
    }
    for (Counted one : failing) {
      assertThat(one.isGivenBack()).isTrue();
    }
    assertThat(reported).isEmpty();
  }

  @Test
  void forgotten_anyOtherFailure_isReportedAndTheThreadGoesOn() throws InterruptedException {
    IllegalStateException failure = new IllegalStateException();
    Counted failing =
        new Counted(
            call -> {
              throw failure;
            });
    failing.enqueue();
    Counted other = failing(0);
    other.enqueue();
    assertThat(other.isGivenBack()).isTrue();
    for (int n = 0; n < SECONDS * 10 && reported.isEmpty(); n++) {
      assertThat(failing.done.await(100, TimeUnit.MILLISECONDS)).isFalse();
    }
    assertThat(reported).containsExactly(failure);
  }
}
