package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.jets.node.distribution.AuditLog;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.jobs.JobPool;
import org.jets.node.jobs.RefusalLog;
import org.jets.terms.Atom;
import org.junit.jupiter.api.Test;

/** The watch of a node, which goes on whatever error one round ends with. */
class NodeWatchdogTest {
  private static final class FullHeap implements HeapGuard.Heap {
    @Override
    public long maxBytes() {
      return 100;
    }

    @Override
    public long usedBytes() {
      return 100;
    }

    @Override
    public long leftBytes() {
      return 100;
    }

    @Override
    public void collect() {}
  }

  @Test
  void look_errors_areFollowedByMoreLooks() throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    AtomicInteger tries = new AtomicInteger();
    HeapGuard heap =
        new HeapGuard(
            new FullHeap(),
            0.5,
            Duration.ofMillis(1),
            System::nanoTime,
            round -> {
              throw new OutOfMemoryError("of the test");
            },
            message -> {
              if (tries.getAndIncrement() == 0) {
                throw new IllegalStateException("of the test");
              }
              told.countDown();
            });
    JobPool pool =
        new JobPool(
            Atom.of("a@b"),
            NodeOptions.defaults().settings.jobLimits(),
            () -> false,
            new RefusalLog(),
            text -> {},
            new RateLimitedLog());
    NodeWatchdog watch = new NodeWatchdog("test", pool, heap, new AuditLog(), List.of());
    try {
      Await.count(told);
    } finally {
      watch.close();
      pool.close();
    }
  }

  @Test
  void newThread_taskFails_isLogged() throws InterruptedException {
    Logger log = Logger.getLogger("org.jets.node");
    AtomicReference<Throwable> logged = new AtomicReference<>();
    Filter before = log.getFilter();
    log.setFilter(
        record -> {
          logged.compareAndSet(null, record.getThrown());
          return false;
        });
    OutOfMemoryError error = new OutOfMemoryError("of the test");
    try {
      Thread thread =
          new NodeThreads("test")
              .newThread(
                  () -> {
                    throw error;
                  });
      thread.start();
      thread.join();
    } finally {
      log.setFilter(before);
    }
    assertThat(logged.get()).isSameAs(error);
  }
}
