package org.jets.node.calls;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jets.node.ErlangException;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.process.ExitReason;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Router;
import org.jets.node.process.Session;
import org.jets.node.process.SpawnListener;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Calls of functions and servers of other nodes. Each is a future. An executor completes it, not
 * the thread that reads from the connection, so its dependents may block. A future that is
 * completed from outside, by a timeout or {@code cancel}, withdraws the call.
 */
public final class OutgoingCalls {
  private static final Atom ERPC = Atom.of("erpc");
  private static final Atom EXECUTE_CALL = Atom.of("execute_call");
  private static final Atom EXECUTE_CAST = Atom.of("execute_cast");
  private static final Term MONITORED = ListTerm.of(Atom.of("monitor"));
  private static final Atom CALL = Atom.of("call");

  private final ProcessTable table;
  private final Router router;
  private final Executor completer;
  private final Pid groupLeader;

  /** Calls of servers that have not been answered. */
  private final ConcurrentMap<Reference, OpenCall> open = new ConcurrentHashMap<>();

  /** Reads the result in the answer of a server. */
  @FunctionalInterface
  interface Reading {
    Term of(Term answer) throws ErlangException;
  }

  private record OpenCall(CompletableFuture<Term> future, Reading reading) {}

  public OutgoingCalls(ProcessTable table, Router router, Executor completer, Pid groupLeader) {
    this.table = table;
    this.router = router;
    this.completer = completer;
    this.groupLeader = groupLeader;
  }

  /**
   * An action with a session. It runs at once, and may wait, if there is a session; else once there
   * is.
   */
  @FunctionalInterface
  private interface Use {
    void with(Session session, boolean mayWait) throws InterruptedException;
  }

  private void use(Atom node, CompletableFuture<Term> future, Use use) {
    Session current = router.currentSession(node);
    if (current != null) {
      tryUse(current, true, future, use);
      return;
    }
    var unused =
        router
            .session(node)
            .whenComplete(
                (session, failure) -> {
                  if (session != null) {
                    tryUse(session, false, future, use);
                  } else {
                    complete(future, noConnection(failure));
                  }
                });
  }

  private void tryUse(Session session, boolean mayWait, CompletableFuture<Term> future, Use use) {
    try {
      use.with(session, mayWait);
      if (!mayWait) {
        session.awaitRoom();
      }
    } catch (InterruptedException e) {
      // The caller gets a future and no exception, and sees the interrupt when it waits.
      Thread.currentThread().interrupt();
      complete(future, noConnection(e));
    } catch (RuntimeException e) {
      complete(future, e);
    }
  }

  /** Returns the exception of a call whose node cannot be reached, with a cause for Java code. */
  private static ErlangException noConnection(@Nullable Throwable why) {
    ErlangException failure = noConnection();
    if (why != null) {
      failure.initCause(why);
    }
    return failure;
  }

  static ErlangException noConnection() {
    return ErlangException.error(Tuple.of(ERPC, ExitReason.NOCONNECTION));
  }

  private void complete(CompletableFuture<Term> future, Term result) {
    execute(() -> future.complete(result));
  }

  private void complete(CompletableFuture<Term> future, Exception failure) {
    execute(() -> future.completeExceptionally(failure));
  }

  private void execute(Runnable completion) {
    try {
      completer.execute(completion);
    } catch (RejectedExecutionException e) {
      // The node is being closed.
      completion.run();
    }
  }

  /** Calls a function as {@code erpc:call} does. */
  public CompletableFuture<Term> erpc(
      Pid caller, Atom node, Atom module, Atom function, List<? extends Term> arguments) {
    CompletableFuture<Term> future = new CompletableFuture<>();
    Reference tag = table.newReference();
    ControlMessage.SpawnRequest request =
        new ControlMessage.SpawnRequest(
            table.newReference(),
            caller,
            groupLeader,
            ERPC,
            EXECUTE_CALL,
            4,
            MONITORED,
            ListTerm.of(tag, module, function, ListTerm.of(arguments)));
    use(
        node,
        future,
        (session, mayWait) ->
            session.spawn(request, new ErpcReply(session, request.id(), tag, future), mayWait));
    return future;
  }

  /** Calls a function as {@code erpc:cast} does, without a result. */
  public void cast(
      Pid caller, Atom node, Atom module, Atom function, List<? extends Term> arguments) {
    ControlMessage.SpawnRequest request = castRequest(caller, module, function, arguments);
    use(
        node,
        new CompletableFuture<>(),
        (session, mayWait) -> session.spawn(request, IgnoredReply.INSTANCE, mayWait));
  }

  /**
   * Calls a function as {@link #cast} does, for threads that must not wait. See {@link
   * Session#spawnInTurn}.
   *
   * @param accepted told whether the other node accepts the call
   */
  public void castInTurn(
      Pid caller,
      Session session,
      Consumer<Boolean> accepted,
      Atom module,
      Atom function,
      List<? extends Term> arguments) {
    session.spawnInTurn(castRequest(caller, module, function, arguments), new CastReply(accepted));
  }

  private ControlMessage.SpawnRequest castRequest(
      Pid caller, Atom module, Atom function, List<? extends Term> arguments) {
    return new ControlMessage.SpawnRequest(
        table.newReference(),
        caller,
        groupLeader,
        ERPC,
        EXECUTE_CAST,
        3,
        ListTerm.empty(),
        ListTerm.of(module, function, ListTerm.of(arguments)));
  }

  /**
   * Calls a function through the process {@code rex}, as {@code rpc:block_call} does. The call ends
   * with {@code error:{badrpc, Reason}} if it fails.
   */
  public CompletableFuture<Term> rex(
      LocalProcess caller, Atom node, Atom module, Atom function, List<? extends Term> arguments) {
    return gen(
        caller,
        node,
        RexResult.REX,
        Tuple.of(CALL, module, function, ListTerm.of(arguments), groupLeader),
        RexResult::valueOf);
  }

  /**
   * Calls a server as {@code gen_server:call} does.
   *
   * @param server a pid, or the name of a process of the node
   */
  public CompletableFuture<Term> gen(LocalProcess caller, Atom node, Term server, Term request) {
    return gen(caller, node, server, request, answer -> answer);
  }

  private CompletableFuture<Term> gen(
      LocalProcess caller, Atom node, Term server, Term request, Reading reading) {
    CompletableFuture<Term> future = new CompletableFuture<>();
    OpenCall call = new OpenCall(future, reading);
    use(node, future, (session, mayWait) -> gen(caller, session, server, request, call, mayWait));
    return future;
  }

  private void gen(
      LocalProcess caller,
      Session session,
      Term server,
      Term request,
      OpenCall call,
      boolean mayWait)
      throws InterruptedException {
    CompletableFuture<Term> future = call.future;
    Reference ref = caller.newAlias();
    open.put(ref, call);
    var unused =
        future.whenComplete(
            (result, failure) -> {
              open.remove(ref);
              caller.removeAlias(ref);
              session.unwatch(ref);
              session.awaitRoom();
            });
    session.watch(
        caller.pid(),
        server,
        ref,
        (target, monitor, reason) -> complete(future, ErlangException.exit(reason)));
    Tuple message = GenCall.call(caller.pid(), ref, request);
    ControlMessage send =
        server instanceof Pid pid
            ? new ControlMessage.Send(caller.pid(), pid, message)
            : new ControlMessage.SendToName(caller.pid(), (Atom) server, message);
    if (!(mayWait ? session.send(send) : session.sendNow(send))) {
      complete(future, ErlangException.exit(ExitReason.NOCONNECTION));
    }
  }

  /**
   * Takes a message that is the answer to a call; returns false if it is none. The answer completes
   * its call, or is dropped if it comes too late.
   */
  public boolean takes(Term message) {
    if (!(message instanceof Tuple reply) || reply.arity() != 2) {
      return false;
    }
    Reference alias = GenCall.aliasIn(reply.element(1));
    Term tag = alias == null ? reply.element(1) : alias;
    if (!(tag instanceof Reference ref) || !table.hasMade(ref)) {
      return false;
    }
    OpenCall call = open.remove(ref);
    if (call != null) {
      try {
        complete(call.future, call.reading.of(reply.element(2)));
      } catch (ErlangException e) {
        complete(call.future, e);
      }
      return true;
    }
    return alias != null && !table.isAlias(alias);
  }

  /** Completes a call by {@code erpc}. */
  private final class ErpcReply implements SpawnListener {
    private final Session session;
    private final Reference request;
    private final Reference tag;
    private final CompletableFuture<Term> future;

    ErpcReply(Session session, Reference request, Reference tag, CompletableFuture<Term> future) {
      this.session = session;
      this.request = request;
      this.tag = tag;
      this.future = future;
    }

    /**
     * Lets the caller withdraw the call from now on. If it has completed the future already, the
     * call is withdrawn now.
     */
    @Override
    public void spawned(Pid process) {
      var unused = future.whenComplete((result, failure) -> session.unwatch(request));
    }

    @Override
    public void refused(Term reason) {
      complete(future, ErlangException.error(Tuple.of(ERPC, reason)));
    }

    @Override
    public void down(Term target, Reference ref, Term reason) {
      try {
        complete(future, ErpcResult.valueOf(tag, reason));
      } catch (ErlangException e) {
        complete(future, e);
      }
    }
  }

  /** Tells the caller of a cast whether it was accepted. */
  private record CastReply(Consumer<Boolean> accepted) implements SpawnListener {
    @Override
    public void spawned(Pid process) {
      accepted.accept(true);
    }

    @Override
    public void refused(Term reason) {
      accepted.accept(false);
    }

    @Override
    public void down(Term target, Reference ref, Term reason) {}
  }

  /** Ignores the replies to a cast, for which no caller waits. */
  private enum IgnoredReply implements SpawnListener {
    INSTANCE;

    @Override
    public void spawned(Pid process) {}

    @Override
    public void refused(Term reason) {}

    @Override
    public void down(Term target, Reference ref, Term reason) {}
  }
}
