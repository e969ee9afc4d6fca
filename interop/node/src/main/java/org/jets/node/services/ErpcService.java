package org.jets.node.services;

import java.util.List;
import org.jets.node.ErlangException;
import org.jets.node.RemoteCall;
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
 * Processes that other nodes ask for. One can begin with any function of the modules that other
 * nodes may call, which it calls itself: a table that it makes ends soon after it. It can also
 * begin with the functions of {@code erpc} which call another: {@code erpc:call}, {@code cast},
 * {@code send_request} and {@code multicall} come in this way, and since OTP 23 so do {@code
 * rpc:call}, {@code cast} and {@code multicall}. There the process that made the call is the caller
 * of the function, not the process that runs it.
 */
public final class ErpcService implements SpawnService {
  private static final Atom ERPC = Atom.of("erpc");
  private static final Atom EXECUTE_CALL = Atom.of("execute_call");
  private static final Atom EXECUTE_CAST = Atom.of("execute_cast");
  private static final Atom RETURN = Atom.of("return");
  private static final Atom EXIT = Atom.of("exit");
  private static final Atom BADARG = Atom.of("badarg");
  private static final Atom BADOPT = Atom.of("badopt");

  /** Why a call ends that takes too long. */
  static final Atom TIMEOUT = Atom.of("timeout");

  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");

  /** Why an answer is not sent. */
  static final String SEND_BYTES = "bytes of a result, with what waits for all (withSendBytes)";

  private final ProcessTable table;
  private final ModuleTable modules;
  private final JobPool pool;

  public ErpcService(ProcessTable table, ModuleTable modules, JobPool pool) {
    this.table = table;
    this.modules = modules;
    this.pool = pool;
  }

  @Override
  public void spawn(Session session, SpawnRequest request) {
    SpawnOptions options = SpawnOptions.parse(request.options());
    if (!options.isValid()) {
      session.sendNow(new SpawnReply(request.id(), request.from(), false, false, BADOPT));
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

  /** Runs the function that a request begins with, and returns why the process ends. */
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
    return exitReasonOf(new RemoteCall(process, request.module(), request.function(), arguments));
  }

  /** Returns why a process ends whose call has no result. */
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

  /** The arguments are the tag of the result, module, function and arguments of the call. */
  private Term call(Session session, Pid caller, List<Term> arguments) throws InterruptedException {
    Term tag = arguments.get(0);
    RemoteCall call = toCall(caller, arguments.subList(1, 4));
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

  /** Nobody hears of the result; who is linked hears of an error. */
  private Term cast(Pid caller, List<Term> arguments) throws InterruptedException {
    RemoteCall call = toCall(caller, arguments);
    return call == null ? BADARG : exitReasonOf(call);
  }

  /** Returns why a process ends that begins with a call. */
  private Term exitReasonOf(RemoteCall call) throws InterruptedException {
    try {
      modules.call(call);
      return ExitReason.NORMAL;
    } catch (ErlangException e) {
      return RexService.exitReasonOf(e);
    }
  }

  static @Nullable RemoteCall toCall(Pid caller, List<Term> arguments) {
    return arguments.get(0) instanceof Atom module
            && arguments.get(1) instanceof Atom function
            && arguments.get(2) instanceof ListTerm list
            && list.isProper()
        ? new RemoteCall(caller, module, function, list.toList())
        : null;
  }

  /**
   * The process that runs a call.
   *
   * <p>The thread that runs it sends the reply to the request, and later the news of its end: the
   * order in which one thread sends is that in which it is written. Nobody knows of the process
   * before.
   */
  private final class CallProcess extends LocalProcess {
    private final SpawnRequest request;
    private volatile @Nullable Job job;

    CallProcess(ProcessTable table, SpawnRequest request) {
      super(table);
      this.request = request;
    }

    /** No more jobs begin while the other node is behind with reading: the answers never wait. */
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
                  // Nobody is told, so that nothing else ends this.
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

    /** The function that runs here does not receive. */
    @Override
    protected void deliver(Term message) {}

    /** Whoever has asked waits no more, or has ended. */
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
