package org.jets.node.services;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jets.node.ErlangException;
import org.jets.node.IncomingCall;
import org.jets.node.calls.GenCall;
import org.jets.node.calls.Messenger;
import org.jets.node.calls.RexResult;
import org.jets.node.jobs.Job;
import org.jets.node.jobs.JobPool;
import org.jets.node.jobs.JobThread;
import org.jets.node.jobs.PeerJobs;
import org.jets.node.process.ExitReason;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Router;
import org.jets.node.process.Session;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The process {@code rex}. It serves the functions of {@code rpc} that do not arrive by {@link
 * ErpcService}: {@code block_call}, {@code server_call}, {@code sbcast}, and all calls of releases
 * before OTP 23. The caller of the function is the process that sent the request. It must be a
 * process of the node from which the request has come; else the request is dropped, and logged. A
 * cast names no process. Its caller is a process of its own, which ends with the cast, and its
 * tables with that.
 *
 * <p>A call is cancelled when its caller removes the monitor of {@code rex} that goes with it. That
 * happens when the caller no longer waits, has ended, or its node is gone.
 */
public final class RexService extends ServiceProcess {

  private static final Atom CALL = Atom.of("call");
  private static final Atom BLOCK_CALL = Atom.of("block_call");
  private static final Atom CAST = Atom.of("cast");
  private static final Atom EXIT = Atom.of("EXIT");
  private static final Atom THROW = Atom.of("throw");
  private static final Atom NOCATCH = Atom.of("nocatch");
  private static final Atom BADARG = Atom.of("badarg");
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");
  private static final Atom FEATURES_REQUEST = Atom.of("features_request");
  private static final Atom FEATURES_REPLY = Atom.of("features_reply");
  private static final Atom SBCAST = Atom.of("sbcast");
  private static final Atom NONEXISTING_NAME = Atom.of("nonexisting_name");
  private static final Atom ERPC = Atom.of("erpc");

  private final ModuleTable modules;
  private final JobPool pool;
  private final Messenger messenger;

  /** The jobs that can be cancelled, by the monitor that goes with the call. */
  private final ConcurrentMap<Call, Job> cancellable = new ConcurrentHashMap<>();

  public RexService(ProcessTable table, ModuleTable modules, JobPool pool, Messenger messenger) {
    super(table);
    this.modules = modules;
    this.pool = pool;
    this.messenger = messenger;
  }

  /**
   * A call of another node. The session is part of the key, so that no other node can cancel it.
   */
  private record Call(Session session, Reference monitor) {}

  /** The way in which a call is answered. */
  @FunctionalInterface
  private interface Answer {
    void send(Term result);

    /** Called when the call has ended, with or without an answer. */
    default void over() {}
  }

  /** Drops messages without a session: all requests come by one. */
  @Override
  protected void deliver(Term message) {}

  @Override
  protected void deliver(Session session, Term message) {
    GenCall call = GenCall.of(message);
    Term cast = GenCall.castOf(message);
    if (call != null) {
      if (isOf(session, call.caller())) {
        genCall(session, call);
      }
    } else if (cast instanceof Tuple request && isRequest(request, CAST)) {
      cast(session, request);
    } else if (message instanceof Tuple pair
        && pair.arity() == 2
        && pair.element(1) instanceof Pid sender) {
      if (isOf(session, sender)) {
        plain(session, sender, pair.element(2));
      }
    }
  }

  /** Makes a call without a result. */
  private void cast(Session session, Tuple request) {
    CastProcess process = new CastProcess(table(), session.peer());
    process.start();
    boolean isSubmitted = false;
    try {
      isSubmitted = submit(session, process.pid(), request, null, process);
    } finally {
      if (!isSubmitted) {
        process.end(SYSTEM_LIMIT, false);
      }
    }
  }

  /** The caller of one cast, which ends with it. */
  private static final class CastProcess extends LocalProcess implements Answer {
    private final Atom servedNode;

    CastProcess(ProcessTable table, Atom servedNode) {
      super(table);
      this.servedNode = servedNode;
    }

    @Override
    public Atom servedNode() {
      return servedNode;
    }

    /** Ignores signals of third nodes, whose users have no part in the call. */
    @Override
    protected boolean ignoresExit(Pid from, Term reason) {
      return from.node() != servedNode() && from.node() != pid().node();
    }

    /** Drops messages: the function that runs here does not receive. */
    @Override
    protected void deliver(Term message) {}

    @Override
    public void send(Term result) {}

    @Override
    public void over() {
      end(ExitReason.NORMAL, false);
    }
  }

  private void genCall(Session session, GenCall call) {
    if (call.request() instanceof Tuple request
        && (isRequest(request, CALL) || isRequest(request, BLOCK_CALL))) {
      Answer answer = result -> messenger.replyNow(pid(), call.from(), result);
      if (!submit(session, call.caller(), request, call.reference(), answer)) {
        messenger.replyNow(pid(), call.from(), exit(SYSTEM_LIMIT));
      }
    } else {
      messenger.replyNow(pid(), call.from(), exit(BADARG));
    }
  }

  /** Serves requests that are plain messages. Their answers have no tag. */
  private void plain(Session session, Pid sender, Term request) {
    if (request == FEATURES_REQUEST) {
      messenger.sendNow(pid(), sender, Tuple.of(FEATURES_REPLY, table().node(), ListTerm.of(ERPC)));
    } else if (request instanceof Tuple tuple && isRequest(tuple, CALL)) {
      Answer answer = result -> messenger.sendNow(pid(), sender, Tuple.of(RexResult.REX, result));
      if (!submit(session, sender, tuple, null, answer)) {
        messenger.sendNow(pid(), sender, Tuple.of(RexResult.REX, exit(SYSTEM_LIMIT)));
      }
    } else if (request instanceof Tuple tuple
        && isBroadcast(tuple)
        && tuple.element(2) instanceof Atom name) {
      boolean isThere = broadcast(session, name, tuple.element(3));
      Term result = isThere ? table().node() : nonexisting(name);
      messenger.sendNow(pid(), sender, Tuple.of(RexResult.REX, table().node(), result));
    }
  }

  private static boolean isBroadcast(Tuple request) {
    return request.arity() == 3 && request.element(1) == SBCAST;
  }

  /**
   * Passes a message to a process of this node as if the other node had sent it: with that node's
   * rights and none of this one's. A message to this process that would lead to another is dropped.
   *
   * @return false if there is no such process
   */
  private boolean broadcast(Session session, Atom name, Term message) {
    LocalProcess process = table().named(name);
    boolean isRepeated =
        process == this
            && message instanceof Tuple pair
            && pair.arity() == 2
            && pair.element(2) instanceof Tuple request
            && isBroadcast(request);
    if (!isRepeated) {
      Router.deliver(session, process, message);
    }
    return process != null;
  }

  private static Term nonexisting(Atom name) {
    return Tuple.of(NONEXISTING_NAME, name);
  }

  /**
   * Returns whether a request has this kind, followed by module, function, arguments and group
   * leader.
   */
  private static boolean isRequest(Tuple request, Atom kind) {
    return request.arity() == 5 && request.element(1) == kind;
  }

  /** Submits a call; false if there are too many. */
  private boolean submit(
      Session session, Pid caller, Tuple request, @Nullable Reference monitor, Answer answer) {
    long bytes = session.receivedBytes();
    PeerJobs peer = pool.admit(session, bytes);
    if (peer == null) {
      return false;
    }
    boolean isAccepted = false;
    try {
      submit(session, peer, bytes, caller, request, monitor, answer);
      isAccepted = true;
    } finally {
      if (!isAccepted) {
        pool.release(peer, bytes);
      }
    }
    return true;
  }

  private void submit(
      Session session,
      PeerJobs peer,
      long bytes,
      Pid caller,
      Tuple request,
      @Nullable Reference monitor,
      Answer answer) {
    List<Term> called = request.toList().subList(1, 4);
    Job job =
        new Job(bytes) {
          @Override
          protected void work() throws InterruptedException {
            try {
              Term result = resultOf(ErpcService.toCall(caller, called));
              boolean hasRoom = session.hasRoomFor(result);
              if (!hasRoom) {
                JobThread.refused(ErpcService.SEND_BYTES, "what there is room for");
              }
              answer.send(hasRoom ? result : exit(SYSTEM_LIMIT));
            } finally {
              answer.over();
              if (monitor != null) {
                cancellable.remove(new Call(session, monitor), this);
              }
            }
          }

          @Override
          protected void abandoned(Failure failure) {
            answer.send(exit(reasonOf(failure)));
          }
        };
    if (monitor != null) {
      cancellable.put(new Call(session, monitor), job);
    }
    pool.run(peer, job);
  }

  private static Term reasonOf(Job.Failure failure) {
    return switch (failure) {
      case INTERRUPTED -> ExitReason.KILLED;
      case EXPIRED -> ErpcService.TIMEOUT;
      case ERROR -> SYSTEM_LIMIT;
    };
  }

  private Term resultOf(@Nullable IncomingCall call) throws InterruptedException {
    if (call == null) {
      return exit(BADARG);
    }
    try {
      return modules.call(call);
    } catch (ErlangException e) {
      return e.exceptionClass() == THROW ? e.reason() : exit(exitReasonOf(e));
    }
  }

  @Override
  protected void watcherGone(Session session, Reference monitor) {
    Job job = cancellable.remove(new Call(session, monitor));
    if (job != null) {
      job.cancel();
    }
  }

  private static Tuple exit(Term reason) {
    return RexResult.failure(Tuple.of(EXIT, reason));
  }

  /** Returns the exit reason of a process that does not catch an exception. */
  static Term exitReasonOf(ErlangException e) {
    if (e.exceptionClass() == Atom.ERROR) {
      return Tuple.of(e.reason(), e.stack());
    }
    return e.exceptionClass() == THROW
        ? Tuple.of(Tuple.of(NOCATCH, e.reason()), e.stack())
        : e.reason();
  }
}
