package org.jets.node.services;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.process.ExitReason;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Session;
import org.jets.node.process.SpawnOptions;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The processes that run {@code observer_backend:fetch_stats/2}, which {@code observer} spawns for
 * its load charts. Such a process sends statistics at intervals until it gets a message, its link
 * breaks, or the connection closes. It has no thread of its own.
 *
 * <p><b>Bounds.</b> There are at most {@value #MOST} of them. A shorter interval than {@value
 * #LEAST_MILLIS} ms is taken for that. Statistics go only to processes of the node that asks, and
 * are left out while it is behind with reading.
 */
final class StatsFetchers {
  private static final int MOST = 16;
  private static final int LEAST_MILLIS = 100;
  private static final int MOST_MILLIS = 60_000;

  private static final Atom OBSERVER_BACKEND = Atom.of("observer_backend");
  private static final Atom FETCH_STATS = Atom.of("fetch_stats");
  private static final Atom STATS = Atom.of("stats");
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");
  private static final Atom BADARG = Atom.of("badarg");

  private final ProcessTable table;
  private final ModuleTable modules;
  private final Supplier<RuntimeFacts> facts;
  private final Executor executor;
  private final AtomicInteger count = new AtomicInteger();

  StatsFetchers(
      ProcessTable table, ModuleTable modules, Supplier<RuntimeFacts> facts, Executor executor) {
    this.table = table;
    this.modules = modules;
    this.facts = facts;
    this.executor = executor;
  }

  /** Returns whether a request is for such a process. A program may have replaced the module. */
  boolean serves(SpawnRequest request) {
    return request.module() == OBSERVER_BACKEND
        && request.function() == FETCH_STATS
        && request.arity() == 2
        && modules.isOwn(OBSERVER_BACKEND);
  }

  /** Starts a process, and answers the request. */
  void spawn(Session session, SpawnRequest request, SpawnOptions options) {
    List<Term> arguments =
        request.arguments() instanceof ListTerm list && list.isProper() ? list.toList() : List.of();
    boolean isValid =
        arguments.size() == 2
            && arguments.get(0) instanceof Pid receiver
            && receiver.node() == session.peer()
            && arguments.get(1) instanceof IntegerTerm millis
            && millis.fitsLong();
    if (!isValid) {
      session.sendNow(new SpawnReply(request.id(), request.from(), false, false, BADARG));
      return;
    }
    if (count.incrementAndGet() > MOST) {
      count.decrementAndGet();
      session.sendNow(new SpawnReply(request.id(), request.from(), false, false, SYSTEM_LIMIT));
      return;
    }
    long millis = ((IntegerTerm) arguments.get(1)).longValue();
    Fetcher fetcher = null;
    boolean isStarted = false;
    try {
      fetcher =
          new Fetcher(
              session,
              request.id(),
              (Pid) arguments.get(0),
              Math.max(LEAST_MILLIS, Math.min(millis, MOST_MILLIS)));
      start(fetcher, session, request, options);
      isStarted = true;
    } finally {
      if (!isStarted) {
        if (fetcher == null) {
          count.decrementAndGet();
        } else {
          fetcher.end(SYSTEM_LIMIT, false);
        }
      }
    }
  }

  private static void start(
      Fetcher fetcher, Session session, SpawnRequest request, SpawnOptions options) {
    fetcher.start();
    if (options.isMonitored()) {
      fetcher.watchedBy(session, request.from(), fetcher.pid(), request.id());
    }
    if (options.isLinked()) {
      fetcher.linkedBy(session, request.from());
    }
    session.sendNow(
        new SpawnReply(
            request.id(),
            request.from(),
            options.isLinked(),
            options.isMonitored(),
            fetcher.pid()));
    fetcher.schedule();
  }

  /** A process that sends statistics. */
  private final class Fetcher extends LocalProcess {
    private final Session session;
    private final Reference request;
    private final Pid receiver;
    private final long millis;

    Fetcher(Session session, Reference request, Pid receiver, long millis) {
      super(table);
      this.session = session;
      this.request = request;
      this.receiver = receiver;
      this.millis = millis;
    }

    void schedule() {
      boolean isScheduled = false;
      try {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, this::execute)
            .execute(this::tick);
        isScheduled = true;
      } finally {
        if (!isScheduled) {
          end(SYSTEM_LIMIT, false);
        }
      }
    }

    private void execute(Runnable tick) {
      try {
        executor.execute(tick);
      } catch (RejectedExecutionException e) {
        end(ExitReason.KILLED, false); // The node is being closed.
      }
    }

    private void tick() {
      if (!isAlive()) {
        return;
      }
      if (!session.isOpen()) {
        end(ExitReason.NOCONNECTION, false);
        return;
      }
      boolean isSent = false;
      try {
        if (!session.isBehind()) {
          session.sendNow(new Send(pid(), receiver, stats()));
        }
        isSent = true;
      } finally {
        if (!isSent) {
          endOrRetry();
        }
      }
      schedule();
    }

    /**
     * Ends, or makes the next attempt at its time if the memory does not suffice for that either.
     */
    private void endOrRetry() {
      try {
        end(SYSTEM_LIMIT, false);
      } finally {
        if (isAlive()) {
          schedule();
        }
      }
    }

    private Term stats() {
      RuntimeFacts known = facts.get();
      return Tuple.of(
          STATS,
          IntegerTerm.of(1),
          known.schedulerWallTime(),
          known.inputAndOutput(),
          known.memory());
    }

    @Override
    public Atom servedNode() {
      return session.peer();
    }

    /** Ignores signals of third nodes, whose users have no part in this. */
    @Override
    protected boolean ignoresExit(Pid from, Term reason) {
      return from.node() != servedNode() && from.node() != pid().node();
    }

    /** Ends, whatever the message is. */
    @Override
    protected void deliver(Term message) {
      end(ExitReason.NORMAL, false);
    }

    @Override
    protected void watcherGone(Session watcher, Reference monitor) {
      if (monitor.equals(request)) {
        end(ExitReason.KILLED, false);
      }
    }

    @Override
    protected void ended(Term reason) {
      count.decrementAndGet();
    }
  }
}
