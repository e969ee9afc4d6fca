package org.jets.bench.harness;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Ends processes that take too long; closed when they have come to their end. */
public final class TimeLimit implements AutoCloseable {
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean over;

  private TimeLimit() {}

  /** Starts a limit for a process and all that it starts. */
  public static TimeLimit of(Duration limit, ProcessHandle process) {
    return of(limit, () -> Stream.concat(process.descendants(), Stream.of(process)));
  }

  /** Starts a limit for all that this JVM starts. */
  public static TimeLimit ofChildren(Duration limit) {
    return of(limit, () -> ProcessHandle.current().descendants());
  }

  private static TimeLimit of(Duration limit, Supplier<Stream<ProcessHandle>> processes) {
    TimeLimit result = new TimeLimit();
    Thread watch = new Thread(() -> result.watch(limit, processes), "time limit");
    watch.setDaemon(true);
    watch.start();
    return result;
  }

  private void watch(Duration limit, Supplier<Stream<ProcessHandle>> processes) {
    try {
      if (!closed.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        over = true;
        processes.get().forEach(ProcessHandle::destroyForcibly);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns true if the processes were ended for it. */
  public boolean isOver() {
    return over;
  }

  /** Ends a process and all that it has started. */
  public static void end(ProcessHandle process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
