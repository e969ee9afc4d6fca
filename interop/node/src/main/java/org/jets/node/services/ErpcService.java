package org.jets.node.services;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jets.node.ErlangException;
import org.jets.node.IncomingCall;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.jobs.Job;
import org.jets.node.jobs.JobPool;
import org.jets.node.jobs.JobThread;
import org.jets.node.jobs.PeerJobs;
import org.jets.node.process.ExitReason;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Session;
import org.jets.node.process.SpawnOptions;
import org.jets.node.process.SpawnService;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Creates the processes that other nodes ask for. A process can begin with any function of the
 * modules that other nodes may call. It is then itself the caller: a table that it makes ends soon
 * after it.
 *
 * <p>A process can also begin with the functions of {@code erpc} that call another function. {@code
 * erpc:call}, {@code cast}, {@code send_request} and {@code multicall} arrive in this way. Since
 * OTP 23, {@code rpc:call}, {@code cast} and {@code multicall} do so too. The caller of the
 * function is then the process that made the call, not the one that runs it.
 */
public final class ErpcService implements SpawnService {
  private static final Atom ERPC = Atom.of("erpc");
  private static final Atom EXECUTE_CALL = Atom.of("execute_call");
  private static final Atom EXECUTE_CAST = Atom.of("execute_cast");
  private static final Atom RETURN = Atom.of("return");
  private static final Atom EXIT = Atom.of("exit");
  private static final Atom BADARG = Atom.of("badarg");
  private static final Atom BADOPT = Atom.of("badopt");

  /** The exit reason of a call that takes too long. */
  static final Atom TIMEOUT = Atom.of("timeout");

  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");

  /** The limit that is named when an answer is not sent. */
  static final String SEND_BYTES = "bytes of a result, with what waits for all (withSendBytes)";

  private final ProcessTable table;
  private final ModuleTable modules;
  private final JobPool pool;
  private final StatsFetchers fetchers;

  /**
   * Creates the service.
   *
   * @param facts returns the facts about this JVM, once a node is connected
   * @param executor runs what is due at intervals
   */
  public ErpcService(
      ProcessTable table,
      ModuleTable modules,
      JobPool pool,
      Supplier<RuntimeFacts> facts,
      Executor executor) {
    this.table = table;
    this.modules = modules;
    this.pool = pool;
    this.fetchers = new StatsFetchers(table, modules, facts, executor);
  }

  @Override
  public void spawn(Session session, SpawnRequest request) {
    SpawnOptions options = SpawnOptions.parse(request.options());
    if (!options.isValid()) {
      session.sendNow(new SpawnReply(request.id(), request.from(), false, false, BADOPT));
    } else if (fetchers.serves(request)) {
      fetchers.spawn(session, request, options);
    } else {
      long bytes = session.receivedBytes();
      PeerJobs peer = request.arguments() instanceof ListTerm ? pool.admit(session, bytes) : null;
      if (peer == null) {
        session.sendNow(new SpawnReply(request.id(), request.from(), false, false, SYSTEM_LIMIT));
      } else {
        boolean isAccepted = false;
        try {
          accept(peer, bytes, request, options);
          isAccepted = true;
        } finally {
          if (!isAccepted) {
            pool.release(peer, bytes);
          }
        }
      }
    }
  }

  @Override
  public void caughtUp(Session session) {
    pool.caughtUp(session);
  }

  @Override
  public void disconnected(Session session) {
    pool.disconnected(session);
  }

  private void accept(PeerJobs peer, long bytes, SpawnRequest request, SpawnOptions options) {
    Session session = peer.session();
    CallProcess process = new CallProcess(table, request);
    process.start();
    if (options.isMonitored()) {
      process.watchedBy(session, request.from(), process.pid(), request.id());
    }
    if (options.isLinked()) {
      process.linkedBy(session, request.from());
    }
    SpawnReply reply =
        new SpawnReply(
            request.id(), request.from(), options.isLinked(), options.isMonitored(), process.pid());
    pool.run(peer, process.serving(session, bytes, reply));
  }

  /** Runs the function that a request begins with, and returns the exit reason of the process. */
  private Term exitReasonOf(Session session, SpawnRequest request, Pid process)
      throws InterruptedException {
    List<Term> arguments =
        request.arguments() instanceof ListTerm list && list.isProper() ? list.toList() : List.of();
    if (arguments.size() != request.arity()) {
      return BADARG;
    }
    if (request.module() == ERPC && request.function() == EXECUTE_CALL && request.arity() == 4) {
      return call(session, request.from(), arguments);
    }
    if (request.module() == ERPC && request.function() == EXECUTE_CAST && request.arity() == 3) {
      return cast(request.from(), arguments);
    }
    return exitReasonOf(new IncomingCall(process, request.module(), request.function(), arguments));
  }

  /** Returns the exit reason of a process whose call has no result. */
  private static Term reasonOf(Job.Failure failure, SpawnRequest request) {
    return switch (failure) {
      case INTERRUPTED -> ExitReason.KILLED;
      case ERROR -> SYSTEM_LIMIT;
      case EXPIRED -> expiredReasonOf(request);
    };
  }

  private static Term expiredReasonOf(SpawnRequest request) {
    return request.arguments() instanceof ListTerm list && list.size() == 4
        ? Tuple.of(list.get(0), EXIT, TIMEOUT)
        : TIMEOUT;
  }

  /** Makes a call. The arguments are its tag, module, function and arguments. */
  private Term call(Session session, Pid caller, List<Term> arguments) throws InterruptedException {
    Term tag = arguments.get(0);
    IncomingCall call = toCall(caller, arguments.subList(1, 4));
    if (call == null) {
      return Tuple.of(tag, Atom.ERROR, Tuple.of(ERPC, BADARG));
    }
    try {
      Term result = modules.call(call);
      if (session.hasRoomFor(result)) {
        return Tuple.of(tag, RETURN, result);
      }
      JobThread.refused(SEND_BYTES, "what there is room for");
      return Tuple.of(tag, Atom.ERROR, SYSTEM_LIMIT, ListTerm.empty());
    } catch (ErlangException e) {
      return e.exceptionClass() == Atom.ERROR
          ? Tuple.of(tag, Atom.ERROR, e.reason(), e.stack())
          : Tuple.of(tag, e.exceptionClass(), e.reason());
    }
  }

  /** Makes a call without a result. Linked processes are told of an error. */
  private Term cast(Pid caller, List<Term> arguments) throws InterruptedException {
    IncomingCall call = toCall(caller, arguments);
    return call == null ? BADARG : exitReasonOf(call);
  }

  /** Makes a call, and returns the exit reason of the process that begins with it. */
  private Term exitReasonOf(IncomingCall call) throws InterruptedException {
    try {
      modules.call(call);
      return ExitReason.NORMAL;
    } catch (ErlangException e) {
      return RexService.exitReasonOf(e);
    }
  }

  static @Nullable IncomingCall toCall(Pid caller, List<Term> arguments) {
    return arguments.get(0) instanceof Atom module
            && arguments.get(1) instanceof Atom function
            && arguments.get(2) instanceof ListTerm list
            && list.isProper()
        ? new IncomingCall(caller, module, function, list.toList())
        : null;
  }

  /**
   * The process that runs a call.
   *
   * <p>The thread that runs it sends the reply to the request, and later the signals of its end.
   * They are written in that order, since one thread sends them. No other process knows of it
   * before the reply.
   */
  private final class CallProcess extends LocalProcess {
    private final SpawnRequest request;
    private volatile @Nullable Job job;

    CallProcess(ProcessTable table, SpawnRequest request) {
      super(table);
      this.request = request;
    }

    /**
     * Returns the job of the call. No more jobs begin while the other node is behind with reading,
     * so the answers never wait.
     */
    Job serving(Session session, long bytes, SpawnReply reply) {
      Job serving =
          new Job(bytes) {
            @Override
            protected void work() throws InterruptedException {
              session.sendNow(reply);
              try {
                end(exitReasonOf(session, request, pid()), false);
              } catch (InterruptedException e) {
                if (!session.isOpen()) {
                  // No process is told, so this is ended here and nowhere else.
                  end(ExitReason.KILLED, false);
                }
                throw e;
              }
            }

            @Override
            protected void abandoned(Failure failure) {
              end(reasonOf(failure, request), false);
            }
          };
      job = serving;
      return serving;
    }

    @Override
    public Atom servedNode() {
      return request.from().node();
    }

    /** Ignores signals of third nodes, whose users have no part in the call. */
    @Override
    protected boolean ignoresExit(Pid from, Term reason) {
      return from.node() != servedNode() && from.node() != pid().node();
    }

    /** Drops messages: the function that runs here does not receive. */
    @Override
    protected void deliver(Term message) {}

    /** Ends the process when its caller no longer waits, or has ended. */
    @Override
    protected void watcherGone(Session session, Reference monitor) {
      if (monitor.equals(request.id())) {
        end(ExitReason.KILLED, false);
      }
    }

    @Override
    protected void ended(Term reason) {
      Job current = job;
      if (current != null) {
        current.cancel();
      }
    }
  }
}
