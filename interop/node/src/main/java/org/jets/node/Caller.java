package org.jets.node;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jets.node.calls.GenCall;
import org.jets.node.calls.Messenger;
import org.jets.node.calls.OutgoingCalls;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.process.LocalProcess;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * Who calls functions and servers of other nodes: a {@link Mailbox}, as the process it is, or an
 * {@link ErlangNode}, as a process of its own that lasts as long as the node. The node that is
 * called is connected with if it is not, and may be the caller's own.
 *
 * <p><b>Futures.</b> They are completed by threads of the node that may wait, never by one that
 * reads from a connection; {@link NodeOptions#withExecutor} chooses others. If a call fails, the
 * future ends with an {@link ErlangException}: what the function has raised, or {@code error:{erpc,
 * Reason}} if it was not called or nobody knows, {@code noconnection} being the reason when the
 * other node is not there, or not any more. A future that is cancelled, or that ends by {@link
 * CompletableFuture#orTimeout}, takes the call back: the other node is told that nobody waits;
 * whether the function was called, or runs on, is not known.
 *
 * <p>Calls wait while the other node reads too slowly, and otherwise return at once. Safe for use
 * by many threads.
 */
public abstract sealed class Caller permits ErlangNode, Mailbox {
  private final LocalProcess process;
  private final OutgoingCalls calls;
  private final Messenger messenger;

  Caller(LocalProcess process, OutgoingCalls calls, Messenger messenger) {
    this.process = process;
    this.calls = calls;
    this.messenger = messenger;
  }

  /** Returns the pid of the process that calls. */
  public final Pid pid() {
    return process.pid();
  }

  /** Calls a function as {@code erpc:call(Node, Module, Function, Arguments)} does. */
  public final CompletableFuture<Term> call(
      String node, String module, String function, Term... arguments) {
    return calls.erpc(pid(), Atom.of(node), Atom.of(module), Atom.of(function), List.of(arguments));
  }

  /** Calls a function of several nodes at the same time: {@code erpc:multicall}. */
  public final Map<String, CompletableFuture<Term>> multicall(
      Collection<String> nodes, String module, String function, Term... arguments) {
    Map<String, CompletableFuture<Term>> results = new LinkedHashMap<>();
    for (String node : nodes) {
      results.computeIfAbsent(node, called -> call(called, module, function, arguments));
    }
    return results;
  }

  /**
   * Has a function called by another node, and hears nothing of it: {@code erpc:cast}. If the node
   * cannot be reached nothing happens.
   */
  public final void cast(String node, String module, String function, Term... arguments) {
    calls.cast(pid(), Atom.of(node), Atom.of(module), Atom.of(function), List.of(arguments));
  }

  /** Returns the connection with a node that there is now; empty if there is none. Makes none. */
  public final Optional<PeerConnection> connection(String node) {
    return Optional.ofNullable(messenger.currentSession(Atom.of(node))).map(PeerConnection::new);
  }

  /**
   * As {@link #cast}, for a thread that must not wait: by this connection and no other, and if it
   * has ended nothing happens. While the other node reads too slowly the request waits in its turn.
   *
   * @param accepted told whether the other node takes the call, which it may refuse where too many
   *     wait; in any thread, which must not wait there
   */
  public final void castInTurn(
      PeerConnection connection,
      Consumer<Boolean> accepted,
      String module,
      String function,
      Term... arguments) {
    calls.castInTurn(
        pid(),
        connection.session(),
        accepted,
        Atom.of(module),
        Atom.of(function),
        List.of(arguments));
  }

  /**
   * Calls a function by way of the process {@code rex} of the other node, which serves one such
   * call after the other if it is an Erlang node of OTP 23 or later: {@code rpc:block_call}.
   *
   * @return ends with {@code error:{badrpc, Reason}} if the function fails; what it throws is taken
   *     for its result
   */
  public final CompletableFuture<Term> rpc(
      String node, String module, String function, Term... arguments) {
    return calls.rex(
        process, Atom.of(node), Atom.of(module), Atom.of(function), List.of(arguments));
  }

  /**
   * Calls a server: {@code gen_server:call(Server, Request)}.
   *
   * @return ends with {@code exit:Reason} if the server ends before it has answered, or is not
   *     there: {@code noproc}
   */
  public final CompletableFuture<Term> genCall(Pid server, Term request) {
    return calls.gen(process, server.node(), server, request);
  }

  /** As {@link #genCall(Pid, Term)}, for a server that is registered on a node. */
  public final CompletableFuture<Term> genCall(String name, String node, Term request) {
    return calls.gen(process, Atom.of(node), Atom.of(name), request);
  }

  /** Sends a request to a server that does not answer: {@code gen_server:cast}. */
  public final void genCast(Pid server, Term request) throws InterruptedException {
    messenger.send(pid(), server, GenCall.cast(request));
  }

  /** As {@link #genCast(Pid, Term)}, for a server that is registered on a node. */
  public final void genCast(String name, String node, Term request) throws InterruptedException {
    messenger.sendToName(pid(), Atom.of(name), Atom.of(node), GenCall.cast(request));
  }

  /**
   * As {@link #genCast(Pid, Term)}, for a thread that must not wait: by this connection and no
   * other, and if it has ended nothing happens. While the other node reads too slowly the request
   * waits in its turn.
   *
   * @param server a process of the connection's other node
   */
  public final void genCastInTurn(PeerConnection connection, Pid server, Term request) {
    ControlMessage message = new ControlMessage.Send(pid(), server, GenCall.cast(request));
    connection.session().sendInTurn(message, false);
  }

  LocalProcess process() {
    return process;
  }

  Messenger messenger() {
    return messenger;
  }
}
