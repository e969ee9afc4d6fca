package org.jets.ets.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RemovalCountTest {
  private final ExecutorService waiter = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    waiter.shutdownNow();
  }

  /** Returns whether the removal had ended when the wait did. */
  private boolean hasEndedBefore(RemovalCount removal, RemovalCount awaited) throws Exception {
    AtomicBoolean hasEnded = new AtomicBoolean();
    CountDownLatch waits = new CountDownLatch(1);
    Future<Boolean> seen =
        waiter.submit(
            () -> {
              waits.countDown();
              awaited.awaitPrevious();
              return hasEnded.get();
            });
    waits.await();
    hasEnded.set(true);
    removal.end();
    return seen.get(30, TimeUnit.SECONDS);
  }

  @Test
  void awaitPrevious_aRemovalIsInProgress_waitsForIt() throws Exception {
    for (int n = 0; n < 1_000; n++) {
      RemovalCount count = new RemovalCount();
      count.begin();

      assertThat(hasEndedBefore(count, count.replacedBy())).isTrue();
    }
  }

  @Test
  void awaitPrevious_aRemovalOfAnOlderCountIsInProgress_waitsForIt() throws Exception {
    for (int n = 0; n < 1_000; n++) {
      RemovalCount oldest = new RemovalCount();
      oldest.begin();
      RemovalCount older = oldest.replacedBy();

      assertThat(hasEndedBefore(oldest, older.replacedBy())).isTrue();
    }
  }

  @Test
  void awaitPrevious_laterRemovalsAreInProgress_doesNotWait() {
    RemovalCount older = new RemovalCount();
    older.begin();
    older.end();
    RemovalCount count = older.replacedBy();
    count.begin();

    count.awaitPrevious();

    count.end();
    count.replacedBy().awaitPrevious();
  }
}
