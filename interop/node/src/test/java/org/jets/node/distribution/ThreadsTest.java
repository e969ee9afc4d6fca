package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Threads that end, and steps that are repeated while memory is short. */
class ThreadsTest {
  private static final int COLLECTIONS = 20;

  /** A pause of an interrupted thread takes no time, so that the steps would follow at once. */
  @Test
  void insist_interrupted_keepsTheInterruptUntilTheStepSucceeds() {
    List<Boolean> isInterrupted = new ArrayList<>();
    Thread.currentThread().interrupt();
    try {
      Threads.insist(
          () -> {
            isInterrupted.add(Thread.currentThread().isInterrupted());
            if (isInterrupted.size() < 3) {
              throw new OutOfMemoryError("of the test");
            }
          });
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }

    assertThat(isInterrupted).containsExactly(true, false, false);
  }

  @Test
  void daemon_taskFails_isLogged() throws InterruptedException {
    OutOfMemoryError error = new OutOfMemoryError("of the test");
    AtomicReference<Throwable> logged = new AtomicReference<>();
    Logger log = Logger.getLogger("org.jets.node");
    Filter before = log.getFilter();
    log.setFilter(
        record -> {
          logged.compareAndSet(null, record.getThrown());
          return false;
        });
    try {
      Threads.start(
              "of-the-test",
              () -> {
                throw error;
              })
          .join();
    } finally {
      log.setFilter(before);
    }

    assertThat(logged.get()).isSameAs(error);
  }

  private static Thread ended(WeakReference<?>[] kept) throws InterruptedException {
    Object held = new Object();
    kept[0] = new WeakReference<>(held);
    Thread thread = Threads.start("of-the-test", () -> assertThat(held).isNotNull());
    thread.join();
    return thread;
  }

  /** JDK 25 keeps what a thread was made with. */
  @Test
  void daemon_ended_keepsNothingOfItsTask() throws InterruptedException {
    WeakReference<?>[] kept = new WeakReference<?>[1];
    Thread thread = ended(kept);

    try {
      for (int n = 0; n < COLLECTIONS && !kept[0].refersTo(null); n++) {
        System.gc();
      }

      assertThat(kept[0].refersTo(null)).isTrue();
    } finally {
      Reference.reachabilityFence(thread);
    }
  }
}
