package org.jets.node.services;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jets.ets.NodeProcesses;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.jobs.JobPool;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The processes that a node knows of, as its tables need them. */
final class TableProcesses implements NodeProcesses, AutoCloseable {
  private static final Logger LOGGER = System.getLogger(TableProcesses.class.getName());

  private static final Atom NOCONNECTION = Atom.of("noconnection");

  /**
   * Two threads, so that a Java listener that blocks leaves another to release tables and tell
   * heirs.
   */
  private static final int THREADS = 2;

  private static final long IDLE_SECONDS = 1;

  /** The time after which a node that is behind is looked at again. */
  private static final long CATCH_UP_MILLIS = 100;

  /** The limit of waiting at the end: a task may be a listener's, which may block. */
  private static final long CLOSE_SECONDS = 5;

  private final Processes processes;
  private final Duration answerBound;
  private final TableRights rights;
  private final OwnerBudget owners;
  private final ThreadPoolExecutor threads;

  /** Sends changes of tables, so that many of them keep no other task waiting. */
  private final ScheduledThreadPoolExecutor deliveries;

  TableProcesses(
      Processes processes, Duration answerBound, TableRights rights, OwnerBudget owners) {
    this.processes = processes;
    this.rights = rights;
    this.owners = owners;
    this.answerBound = answerBound;
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            TableProcesses::newThread,
            // Closed: so are the connections, and nothing waits for them.
            (task, pool) -> task.run());
    threads.allowCoreThreadTimeOut(true);
    this.deliveries =
        new ScheduledThreadPoolExecutor(
            1, TableProcesses::newThread, new ThreadPoolExecutor.DiscardPolicy());
    deliveries.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    deliveries.allowCoreThreadTimeOut(true);
  }

  private static Thread newThread(Runnable task) {
    Thread thread = new Thread(task, "jets-tables");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public Pid newPid() {
    return processes.newPid();
  }

  @Override
  public Runnable monitor(Pid process, Runnable ended) {
    Reference monitor = processes.monitor(process, reason -> ended.run());
    return () -> processes.demonitor(monitor);
  }

  @Override
  public @Nullable Runnable remember(Pid process) {
    return owners.remember();
  }

  @Override
  public Atom accountedTo(Pid process) {
    return processes.nodeServedBy(process);
  }

  @Override
  public boolean isAnswered(Pid process) {
    try {
      return JobPool.outside(() -> awaitAnswer(process));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    }
  }

  private boolean awaitAnswer(Pid process) throws InterruptedException {
    long deadline = System.nanoTime() + answerBound.toNanos();
    try {
      if (processes.isAlive(process, answerBound).get()) {
        return true;
      }
      long left = deadline - System.nanoTime();
      return left > 0 && !endOf(process, left).equals(NOCONNECTION);
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Returns the exit reason of a process that is not alive. */
  private Term endOf(Pid process, long boundNanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<Term> end = new CompletableFuture<>();
    Reference monitor = processes.monitor(process, end::complete);
    try {
      return end.get(boundNanos, TimeUnit.NANOSECONDS);
    } finally {
      processes.demonitor(monitor);
    }
  }

  @Override
  public void send(Pid process, Tuple message) {
    processes.send(process, message);
    rights.passed(process, message);
  }

  @Override
  public void sendChange(Pid process, Tuple message) {
    processes.send(process, message);
  }

  @Override
  public boolean isBehind(Pid process) {
    return processes.isBehind(process);
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(() -> runReported(task));
  }

  @Override
  public void deliver(Runnable task) {
    deliveries.execute(() -> runReported(task));
  }

  @Override
  public void deliverLater(Runnable task) {
    var unused =
        deliveries.schedule(() -> runReported(task), CATCH_UP_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void runReported(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      // An error of the listener of an owner in Java, which can only be logged.
      report(e);
    }
  }

  private void report(Throwable e) {
    try {
      rights.log().log(
          RateLimitedLog.Kind.LISTENER,
          Level.WARNING,
          "the listener of an owner of tables failed",
          e);
    } catch (RuntimeException | Error inLogging) {
      // There is no memory to report it; the next task may find some.
    }
  }

  /** Waits for running tasks, which end soon: there are no connections any more. */
  @Override
  public void close() {
    deliveries.shutdownNow();
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOGGER.log(Level.WARNING, "a listener of an owner of tables does not return");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
