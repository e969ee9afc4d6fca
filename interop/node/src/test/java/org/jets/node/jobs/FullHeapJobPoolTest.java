package org.jets.node.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jets.node.Await;
import org.jets.node.FullHeapJvm;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.process.FakeConnection;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Router;
import org.jets.node.process.Session;
import org.jets.node.process.SignalBudget;
import org.jets.terms.Atom;
import org.junit.jupiter.api.Test;

/** Jobs that begin, pause and end while there is no memory for the smallest object. */
class FullHeapJobPoolTest {
  private static final int JOBS = 8_000;
  private static final int PEERS = 4;

  @Test
  void jobs_heapFilledToTheBrim_allRunAndThreadsAndCountsStay() throws Exception {
    String output = FullHeapJvm.output(FullHeap.class);

    assertThat(output).as("output").isEqualToIgnoringNewLines("ok");
  }

  /** The JVM whose heap is full. */
  static final class FullHeap {
    private static final AtomicInteger ENDED = new AtomicInteger();
    private static final AtomicInteger FAILED = new AtomicInteger();

    private FullHeap() {}

    /** Prints ok, or the failure. */
    public static void main(String[] args) {
      JobPool pool =
          new JobPool(
              Atom.of("here@host"),
              new JobLimits(
                  4,
                  2,
                  JOBS,
                  JOBS,
                  Long.MAX_VALUE,
                  Long.MAX_VALUE,
                  64,
                  64,
                  Duration.ofNanos(1),
                  Duration.ofMinutes(1)),
              () -> false,
              new RefusalLog(),
              text -> FAILED.incrementAndGet(),
              new RateLimitedLog());
      List<Session> sessions = sessions();
      run(pool, sessions, false);
      run(pool, sessions, true);
      int left = pool.size();
      pool.close();
      boolean isOk = left == 0 && FAILED.get() == 0;
      System.out.println(isOk ? "ok" : "left: " + left + ", failed: " + FAILED.get());
    }

    private static void run(JobPool pool, List<Session> sessions, boolean isFull) {
      ENDED.set(0);
      Job[] jobs = new Job[JOBS];
      PeerJobs[] peers = new PeerJobs[JOBS];
      for (int i = 0; i < JOBS; i++) {
        jobs[i] = new PausingJob();
        peers[i] = pool.admit(sessions.get(i % PEERS), 1);
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Await.SECONDS);
      if (isFull) {
        FullHeapJvm.fill();
      }
      for (int i = 0; i < JOBS; i++) {
        pool.run(peers[i], jobs[i]);
        if (i % 4000 == 0) {
          pool.check();
          if (isFull) {
            FullHeapJvm.fill();
          }
        }
      }
      while ((ENDED.get() < JOBS || pool.size() > 0) && System.nanoTime() - deadline < 0) {
        // As the node's watch does.
        pool.check();
        LockSupport.parkNanos(1_000_000);
      }
      FullHeapJvm.release();
    }

    private static List<Session> sessions() {
      Router router =
          new Router(
              new ProcessTable(Atom.of("here@host"), 1),
              (session, request) -> {},
              node -> new CompletableFuture<Connection>(),
              new SignalBudget(10, 10, () -> false, new RateLimitedLog()));
      for (int i = 0; i < PEERS; i++) {
        router.connected(new FakeConnection("peer" + i + "@host"));
      }
      return new ArrayList<>(router.sessions());
    }
  }

  /** Steps aside repeatedly, and allocates nothing. */
  private static final class PausingJob extends Job {
    PausingJob() {
      super(1);
    }

    @Override
    protected void work() {
      JobThread thread = (JobThread) Thread.currentThread();
      for (int i = 0; i < 10; i++) {
        thread.pause();
      }
      FullHeap.ENDED.incrementAndGet();
    }

    @Override
    protected void abandoned(Failure failure) {
      FullHeap.FAILED.incrementAndGet();
    }
  }
}
