package org.jets.node;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jets.node.calls.GenCall;
import org.jets.node.calls.Messenger;
import org.jets.node.calls.OutgoingCalls;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.process.ExitReason;
import org.jets.node.process.Session;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A process of an {@link ErlangNode} for Java code. It has a pid and can have a name. It receives
 * messages, and processes of any node can link with it and monitor it. Created by {@link
 * ErlangNode#newMailbox}. Ends when it is closed, by an exit signal, or with its node.
 *
 * <p><b>Receiving.</b> Messages are taken by threads that wait ({@link #receive}), by futures
 * ({@link #receiveLater}) and by a listener ({@link #listen}). A receiver with a selector takes the
 * first message that it selects, and leaves the messages before it. While a selector runs, the
 * other receivers of the mailbox wait. So selectors must be quick and must not receive. If several
 * receivers wait for the same message, one of them takes it. Once the mailbox has ended, all of
 * them get a {@link MailboxClosedException}.
 *
 * <p><b>Full mailboxes.</b> A sender never waits for a mailbox, since that would stop all other
 * messages from its node. A mailbox beyond the messages or bytes that {@link MailboxOptions} allow
 * ends, or drops the message. Exit signals count as messages, unless they come by a link that this
 * mailbox has asked for.
 *
 * <p><b>Sending</b> follows Erlang's rules. Messages to one process arrive in order. Other nodes
 * are connected on demand. A message that cannot be delivered is dropped without notice. Sending
 * blocks while the other node reads too slowly, and while it is being connected.
 *
 * <p>Safe for use by many threads, including virtual ones: no method blocks inside {@code
 * synchronized}.
 */
public final class Mailbox extends Caller implements AutoCloseable {
  private static final Atom NODEDOWN = Atom.of("nodedown");

  private final MailboxProcess process;

  Mailbox(MailboxProcess process, OutgoingCalls calls, Messenger messenger) {
    super(process, calls, messenger);
    this.process = process;
  }

  // Receiving.

  /** Takes the next message; blocks until there is one. */
  public Term receive() throws InterruptedException {
    return receive(message -> true);
  }

  /** Takes the next message; empty if there is none in time. */
  public Optional<Term> receive(Duration timeout) throws InterruptedException {
    return receive(message -> true, timeout);
  }

  /** Takes the first message that is selected; blocks until there is one. */
  public Term receive(Predicate<? super Term> selector) throws InterruptedException {
    Objects.requireNonNull(selector, "selector");
    Term message = process.queue().receive(selector, -1);
    return Objects.requireNonNull(message, "message");
  }

  /** Takes the first message that is selected; empty if there is none in time. */
  public Optional<Term> receive(Predicate<? super Term> selector, Duration timeout)
      throws InterruptedException {
    Objects.requireNonNull(selector, "selector");
    long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
    return Optional.ofNullable(process.queue().receive(selector, nanos));
  }

  /** Returns a future of the next message. */
  public CompletableFuture<Term> receiveLater() {
    return receiveLater(message -> true);
  }

  /**
   * Returns a future of the first message that is selected. If the future is cancelled or ends by a
   * timeout, it takes no message.
   */
  public CompletableFuture<Term> receiveLater(Predicate<? super Term> selector) {
    return process.queue().receiveLater(Objects.requireNonNull(selector, "selector"));
  }

  /**
   * Passes all messages to a listener, those already here and those to come. It is called for one
   * after the other, in their order, in threads of the node that may block. If the listener throws,
   * the mailbox ends with the reason <code>{java_exception, Text}</code>, like a process that
   * fails.
   *
   * @throws IllegalStateException if there is a listener
   */
  public void listen(Consumer<? super Term> listener) {
    Objects.requireNonNull(listener, "listener");
    process
        .queue()
        .listen(
            message -> {
              try {
                listener.accept(message);
              } catch (RuntimeException e) {
                process.listenerFailed(e);
              }
            });
  }

  /** Returns how many messages have not been received. */
  public int size() {
    return process.queue().size();
  }

  /** Returns how many messages have been dropped because the mailbox was full. */
  public long dropped() {
    return process.dropped();
  }

  // Sending.

  /** Sends a message: {@code Pid ! Message}. */
  public void send(Pid to, Term message) throws InterruptedException {
    messenger().send(pid(), to, Objects.requireNonNull(message, "message"));
  }

  /** Sends a message to a registered process: <code>{Name, Node} ! Message</code>. */
  public void send(String name, String node, Term message) throws InterruptedException {
    messenger()
        .sendToName(
            pid(), Atom.of(name), Atom.of(node), Objects.requireNonNull(message, "message"));
  }

  /** Sends a message to the process that has an alias: {@code Alias ! Message}. */
  public void send(Reference alias, Term message) throws InterruptedException {
    messenger().sendToAlias(pid(), alias, Objects.requireNonNull(message, "message"));
  }

  /**
   * Answers a request that has come as <code>{'$gen_call', From, Request}</code>: {@code
   * gen_server:reply(From, Reply)}.
   *
   * @throws IllegalArgumentException if the first argument is no {@code From} of a request
   */
  public void reply(Term from, Term reply) throws InterruptedException {
    if (!(from instanceof Tuple caller) || !GenCall.isFrom(caller)) {
      throw new IllegalArgumentException("from: " + from + " (expected: {Pid, Tag})");
    }
    messenger().reply(pid(), caller, Objects.requireNonNull(reply, "reply"));
  }

  // Names and aliases.

  /**
   * Registers this by a name.
   *
   * @throws IllegalArgumentException if another process has the name, or this has a name
   */
  public void register(String name) {
    process.register(Atom.of(name));
  }

  /** Removes the registered name; false if there is none. */
  public boolean unregister() {
    return process.unregister();
  }

  /** Returns the name by which this is registered. */
  public Optional<String> name() {
    return Optional.ofNullable(process.registeredName()).map(Atom::name);
  }

  /** Creates a reference to which messages can be sent instead of the pid, until it is removed. */
  public Reference newAlias() {
    return process.newAlias();
  }

  /**
   * Removes an alias: messages to it are dropped from now on. Returns false if it is none of this.
   */
  public boolean removeAlias(Reference alias) {
    return process.removeAlias(alias);
  }

  // Links and monitors.

  /**
   * Links this with another process. If one of them ends, the other gets an exit signal with the
   * reason. The reason is {@code noproc} or {@code noconnection} if the other process cannot be
   * found.
   */
  public void link(Pid other) throws InterruptedException {
    if (other.equals(pid())) {
      return;
    }
    Session session = messenger().session(other.node());
    if (session == null) {
      process.linkWithUnreachable(other);
    } else {
      process.link(session, other);
    }
  }

  /** Removes a link. After this, no exit signal arrives by it. */
  public void unlink(Pid other) {
    process.unlink(other);
  }

  /**
   * Sets whether exit signals arrive as messages, <code>{'EXIT', Pid, Reason}</code>. By default
   * they end this process, unless the reason is {@code normal}. {@code exit(Pid, kill)} ends it in
   * any case.
   */
  public void trapExits(boolean enabled) {
    process.trapExits(enabled);
  }

  /**
   * Monitors a process. Once it has ended, the message <code>{'DOWN', Ref, process, Pid,
   * Reason}</code> arrives.
   */
  public Reference monitor(Pid other) throws InterruptedException {
    return monitor(other.node(), other);
  }

  /**
   * Monitors a registered process. The message has <code>{Name, Node}</code> instead of the pid.
   */
  public Reference monitor(String name, String node) throws InterruptedException {
    return monitor(Atom.of(node), Atom.of(name));
  }

  private Reference monitor(Atom node, Term target) throws InterruptedException {
    Session session = messenger().session(node);
    return session == null
        ? process.monitorUnreachable(node, target)
        : process.monitor(session, target);
  }

  /**
   * Removes a monitor. After this its message does not arrive, but it may have arrived before.
   *
   * @return true if the message has not arrived
   */
  public boolean demonitor(Reference monitor) {
    return process.demonitor(monitor);
  }

  /**
   * Monitors a node. When it is no longer connected, or cannot be, the message <code>{nodedown,
   * Node}</code> arrives once for each call of this.
   */
  public void monitorNode(String node) throws InterruptedException {
    Atom name = Atom.of(node);
    Term message = Tuple.of(NODEDOWN, name);
    Session session = messenger().session(name);
    if (session == null) {
      process.deliverSignal(message);
    } else {
      session.watchNode(process, () -> process.deliverSignal(message));
    }
  }

  /** Removes one {@link #monitorNode}; false if there is none. */
  public boolean demonitorNode(String node) {
    Session session = messenger().currentSession(Atom.of(node));
    return session != null && session.unwatchNode(process);
  }

  /** Sends an exit signal: {@code exit(Pid, Reason)}. */
  public void exit(Pid other, Term reason) throws InterruptedException {
    Session session = messenger().session(other.node());
    if (session != null) {
      session.send(new ControlMessage.ExitSignal(pid(), other, reason));
    }
  }

  // The end.

  /**
   * Ends this process: {@code exit(Reason)}. All processes that are linked with it or monitor it
   * get the reason.
   */
  public void exit(Term reason) {
    process.end(Objects.requireNonNull(reason, "reason"), true);
  }

  /** Ends this process with the reason {@code normal}. */
  @Override
  public void close() {
    exit(ExitReason.NORMAL);
  }

  /** Returns true until this process ends. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns a future of the reason with which this process ends. */
  public CompletableFuture<Term> exited() {
    return process.exited().copy();
  }

  /** Returns how many processes of other nodes monitor this process. */
  int watcherCount() {
    return process.watcherCount();
  }

  @Override
  public String toString() {
    @Nullable Atom name = process.registeredName();
    return name == null ? pid().toString() : name + " " + pid();
  }
}
