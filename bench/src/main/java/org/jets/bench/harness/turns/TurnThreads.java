package org.jets.bench.harness.turns;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import org.jets.bench.harness.PinnedThreads;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a measurement by turns. All of them begin each slice together, and call until its
 * time is over. One thread asks for the slices.
 */
final class TurnThreads {
  private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

  private final long sliceNanos;
  private final CyclicBarrier start;
  private final CyclicBarrier end;
  private final List<Worker> workers = new ArrayList<>();

  /** Written before the threads pass {@link #start}, which orders it before what they read. */
  private List<TurnLoop> loops = List.of();

  private long startNanos;

  TurnThreads(int threads, long sliceNanos) {
    this.sliceNanos = sliceNanos;
    this.start = new CyclicBarrier(threads + 1, () -> startNanos = System.nanoTime());
    this.end = new CyclicBarrier(threads + 1);
    ThreadFactory factory = PinnedThreads.factory();
    for (int i = 0; i < threads; i++) {
      Worker worker = new Worker(i);
      workers.add(worker);
      factory.newThread(worker).start();
    }
  }

  /**
   * The result of a slice.
   *
   * @param rate millions of calls in a second, of all threads together
   * @param share the part of the time in which the threads had processors, from 0 to 1
   */
  record Slice(double rate, double share) {}

  /**
   * Lets all threads run for a slice.
   *
   * @param ofThreads a loop for each thread
   */
  Slice run(List<TurnLoop> ofThreads) throws InterruptedException, BrokenBarrierException {
    loops = ofThreads;
    start.await();
    end.await();
    double rate = 0;
    double share = 0;
    for (Worker worker : workers) {
      Throwable failure = worker.failure;
      if (failure != null) {
        throw new IllegalStateException(failure.toString(), failure);
      }
      rate += worker.calls * 1e3 / worker.nanos;
      share += (double) worker.processorNanos / worker.nanos / workers.size();
    }
    return new Slice(rate, share);
  }

  private final class Worker implements Runnable {
    private final int number;
    private long calls;
    private long nanos;
    private long processorNanos;
    private @Nullable Throwable failure;

    Worker(int number) {
      this.number = number;
    }

    @Override
    public void run() {
      try {
        while (true) {
          start.await();
          failure = null;
          try {
            slice(loops.get(number));
          } catch (Throwable e) {
            // It is told by the thread that asked for the slice.
            failure = e;
          }
          end.await();
        }
      } catch (InterruptedException | BrokenBarrierException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void slice(TurnLoop loop) {
      int batch = loop.batch();
      long deadline = startNanos + sliceNanos;
      long processorBefore = BEAN.getCurrentThreadCpuTime();
      long made = 0;
      long now;
      do {
        loop.run(batch);
        made += batch;
        now = System.nanoTime();
      } while (now - deadline < 0);
      processorNanos = BEAN.getCurrentThreadCpuTime() - processorBefore;
      nanos = now - startNanos;
      calls = made;
    }
  }
}
