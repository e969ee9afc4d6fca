package org.jets.node.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jets.node.Await;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.process.FakeConnection;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Router;
import org.jets.node.process.Session;
import org.jets.node.process.SignalBudget;
import org.jets.terms.Atom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The threads for calls, if jobs fail or their end cannot be told. */
class JobPoolTest {
  private final FakeConnection connection = new FakeConnection("peer@host");
  private final Session session = session(connection);
  private final List<Job.Failure> told = new CopyOnWriteArrayList<>();
  private final JobPool pool =
      new JobPool(
          Atom.of("here@host"),
          new JobLimits(
              1, 1, 9, 9, 9_999, 9_999, 9, 9, Duration.ofSeconds(1), Duration.ofMinutes(1)),
          () -> false,
          new RefusalLog(),
          text -> {},
          new RateLimitedLog());

  private static Session session(FakeConnection connection) {
    Router router =
        new Router(
            new ProcessTable(Atom.of("here@host"), 1),
            (session, request) -> {},
            node -> new CompletableFuture<Connection>(),
            new SignalBudget(10, 10, () -> false, new RateLimitedLog()));
    router.connected(connection);
    return router.sessions().iterator().next();
  }

  @AfterEach
  void close() {
    pool.close();
  }

  /** Fails, and reports that unless there is no memory. */
  private final class FailingJob extends Job {
    private final CompletableFuture<Thread> runner;
    private volatile boolean isMemoryShort;

    FailingJob(CompletableFuture<Thread> runner, boolean isMemoryShort) {
      super(1);
      this.runner = runner;
      this.isMemoryShort = isMemoryShort;
    }

    @Override
    protected void work() {
      runner.complete(Thread.currentThread());
      throw new IllegalStateException("of the test");
    }

    @Override
    protected void abandoned(Failure failure) {
      if (isMemoryShort) {
        throw new OutOfMemoryError("of the test");
      }
      told.add(failure);
    }
  }

  private FailingJob run(boolean isMemoryShort, CompletableFuture<Thread> runner) {
    FailingJob job = new FailingJob(runner, isMemoryShort);
    pool.run(pool.admit(session, 1), job);
    return job;
  }

  @Test
  void job_thatExpiresBeforeItsThreadHasBegun_isTold() {
    FailingJob job = new FailingJob(new CompletableFuture<>(), false);

    job.expire();
    job.run();

    assertThat(told).containsExactly(Job.Failure.EXPIRED);
  }

  @Test
  void job_thatIsCancelledBeforeItsThreadHasBegun_isNotTold() {
    FailingJob job = new FailingJob(new CompletableFuture<>(), false);

    job.cancel();
    job.run();

    assertThat(told).isEmpty();
  }

  @Test
  void close_whileAJobRunsAlone_endsTheJob() {
    CompletableFuture<Thread> runner = new CompletableFuture<>();
    Job endless =
        new Job(1) {
          @Override
          protected void work() {
            JobThread thread = (JobThread) Thread.currentThread();
            // An interrupt alone does not end a job that never waits.
            runner.complete(thread);
            while (true) {
              thread.pause();
            }
          }

          @Override
          protected void abandoned(Failure failure) {}
        };
    pool.run(pool.admit(session, 1), endless);
    Thread thread = Await.value(runner);

    pool.close();

    Await.until("the thread has ended", () -> !thread.isAlive());
  }

  @Test
  void job_thatFails_isToldAndTheThreadGoesOn() {
    CompletableFuture<Thread> first = new CompletableFuture<>();
    CompletableFuture<Thread> second = new CompletableFuture<>();

    run(false, first);
    Await.until("the first has ended", () -> pool.size() == 0);
    run(false, second);
    Await.until("the second has ended", () -> pool.size() == 0);

    assertThat(told).containsExactly(Job.Failure.ERROR, Job.Failure.ERROR);
    assertThat(Await.value(second)).isSameAs(Await.value(first));
    assertThat(connection.isOpen()).isTrue();
  }

  @Test
  void job_noMemoryToTellOfItsEnd_closesTheConnection() {
    run(true, new CompletableFuture<>());

    Await.until("the connection is closed", () -> !connection.isOpen());
    Await.until("the job has ended", () -> pool.size() == 0);
    assertThat(told).isEmpty();
  }

  @Test
  void job_noMemoryToTellNorToClose_isToldByTheNextLook() {
    connection.setMemoryShort(true);
    CompletableFuture<Thread> runner = new CompletableFuture<>();

    FailingJob job = run(true, runner);
    Await.until("its thread has ended", () -> !Await.value(runner).isAlive());
    assertThat(pool.size()).isOne();
    job.isMemoryShort = false;
    pool.check();

    assertThat(told).containsExactly(Job.Failure.ERROR);
    assertThat(pool.size()).isZero();
  }
}
