package org.jets.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the bounds of the threads that read requests. */
class RequestThreadsTest {
  private static final long BOUND_SECONDS = 60;

  private volatile byte[] last = {};
  private final RequestThreads threads = new RequestThreads(Duration.ofHours(1));

  /** Returns the number of bytes of a new array, which is in memory. */
  private int allocate() {
    last = new byte[1 << 12];
    return last.length;
  }

  /** As a server does that reads a line without an end: some updates of JDK 17 have no bound. */
  @Test
  void execute_allocatesWithoutEnd_isInterrupted() throws Exception {
    try (threads) {
      CompletableFuture<Long> allocated = new CompletableFuture<>();
      threads.execute(
          () -> {
            long bytes = 0;
            while (!Thread.currentThread().isInterrupted()) {
              bytes += allocate();
            }
            allocated.complete(bytes);
          });

      assertThat(allocated.get(BOUND_SECONDS, TimeUnit.SECONDS))
          .isGreaterThanOrEqualTo(RequestThreads.MOST_BYTES / 2);
    }
  }

  /** An answer about many tables takes memory, which is no fault of the client. */
  @Test
  void unbound_allocatesMuch_isNotInterrupted() throws Exception {
    try (threads) {
      CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
      threads.execute(
          () -> {
            threads.unbound();
            long bytes = 0;
            while (bytes < 64 * RequestThreads.MOST_BYTES
                && !Thread.currentThread().isInterrupted()) {
              bytes += allocate();
            }
            interrupted.complete(Thread.currentThread().isInterrupted());
          });

      assertThat(interrupted.get(BOUND_SECONDS, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void execute_taskThatIsOver_leavesTheThreadAsItWas() throws Exception {
    try (threads) {
      CompletableFuture<Void> first = new CompletableFuture<>();
      threads.execute(() -> first.complete(null));
      first.get(BOUND_SECONDS, TimeUnit.SECONDS);
      CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
      threads.execute(() -> interrupted.complete(Thread.currentThread().isInterrupted()));

      assertThat(interrupted.get(BOUND_SECONDS, TimeUnit.SECONDS)).isFalse();
    }
  }
}
