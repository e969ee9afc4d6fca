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
 * A process that calls functions and servers of other nodes. It is either a {@link Mailbox} or an
 * {@link ErlangNode}, whose own process lasts as long as the node. A call connects with its node if
 * there is no connection. That node may be the caller's own.
 *
 * <p><b>Futures.</b> Threads of the node that may block complete the futures, never a thread that
 * reads from a connection. {@link NodeOptions#withExecutor} sets another executor. If a call fails,
 * its future ends with an {@link ErlangException}:
 *
 * <ul>
 *   <li>the exception that the function has raised;
 *   <li>{@code error:{erpc, Reason}} if the function was not called, or if that is unknown. The
 *       reason is {@code noconnection} if the other node cannot be reached, or can no longer be
 *       reached.
 * </ul>
 *
 * <p>A future that is cancelled, or that ends by {@link CompletableFuture#orTimeout}, withdraws the
 * call: the other node is told that no caller waits. Whether the function was called, or still
 * runs, is unknown.
 *
 * <p>Calls block while the other node reads too slowly, and otherwise return at once. Safe for use
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
   * Calls a function without waiting for a result: {@code erpc:cast}. Has no effect if the node
   * cannot be reached.
   */
  public final void cast(String node, String module, String function, Term... arguments) {
    calls.cast(pid(), Atom.of(node), Atom.of(module), Atom.of(function), List.of(arguments));
  }

  /** Returns the current connection with a node; empty if there is none. Never connects. */
  public final Optional<PeerConnection> connection(String node) {
    return Optional.ofNullable(messenger.currentSession(Atom.of(node))).map(PeerConnection::new);
  }

  /**
   * Calls a function as {@link #cast} does, for a thread that must not wait. Uses only this
   * connection, and has no effect if it has ended. While the other node reads too slowly, the
   * request waits in its turn.
   *
   * @param accepted told whether the other node accepts the call, which it may refuse if too many
   *     wait. Called in any thread; must not wait
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
   * Calls a function through the process {@code rex} of the other node: {@code rpc:block_call}. An
   * Erlang node of OTP 23 or later serves such calls one after the other.
   *
   * @return a future that ends with {@code error:{badrpc, Reason}} if the function fails. If the
   *     function throws a value, that is its result
   */
  public final CompletableFuture<Term> rpc(
      String node, String module, String function, Term... arguments) {
    return calls.rex(
        process, Atom.of(node), Atom.of(module), Atom.of(function), List.of(arguments));
  }

  /**
   * Calls a server: {@code gen_server:call(Server, Request)}.
   *
   * @return a future that ends with {@code exit:Reason} if the server ends before it has answered.
   *     The reason is {@code noproc} if there is no such process
   */
  public final CompletableFuture<Term> genCall(Pid server, Term request) {
    return calls.gen(process, server.node(), server, request);
  }

  /** Calls a server that is registered on a node, as {@link #genCall(Pid, Term)} does. */
  public final CompletableFuture<Term> genCall(String name, String node, Term request) {
    return calls.gen(process, Atom.of(node), Atom.of(name), request);
  }

  /** Sends a request to a server that does not answer: {@code gen_server:cast}. */
  public final void genCast(Pid server, Term request) throws InterruptedException {
    messenger.send(pid(), server, GenCall.cast(request));
  }

  /**
   * Sends a request to a server that is registered on a node, as {@link #genCast(Pid, Term)} does.
   */
  public final void genCast(String name, String node, Term request) throws InterruptedException {
    messenger.sendToName(pid(), Atom.of(name), Atom.of(node), GenCall.cast(request));
  }

  /**
   * Sends a request as {@link #genCast(Pid, Term)} does, for a thread that must not wait. Uses only
   * this connection, and has no effect if it has ended. While the other node reads too slowly, the
   * request waits in its turn.
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
