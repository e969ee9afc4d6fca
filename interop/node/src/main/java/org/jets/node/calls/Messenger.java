package org.jets.node.calls;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.jobs.JobPool;
import org.jets.node.jobs.JobThread;
import org.jets.node.process.Router;
import org.jets.node.process.Session;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to processes of any node, and connects with it if there is no connection. A
 * message that cannot be delivered is dropped, as in Erlang.
 */
public final class Messenger {
  private final Router router;

  public Messenger(Router router) {
    this.router = router;
  }

  /** Returns the session with a node, after connecting if needed; null if that fails. */
  public @Nullable Session session(Atom node) throws InterruptedException {
    Session current = router.currentSession(node);
    if (current != null) {
      return current;
    }
    return JobPool.outside(() -> awaitSession(node)).orElse(null);
  }

  private Optional<Session> awaitSession(Atom node) throws InterruptedException {
    try {
      return Optional.of(router.session(node).get());
    } catch (ExecutionException e) {
      return Optional.empty();
    }
  }

  /** Returns the session with a node, or null if it is not connected. */
  public @Nullable Session currentSession(Atom node) {
    return router.currentSession(node);
  }

  public void send(Pid from, Pid to, Term message) throws InterruptedException {
    send(to.node(), new ControlMessage.Send(from, to, message));
  }

  public void sendToName(Pid from, Atom name, Atom node, Term message) throws InterruptedException {
    send(node, new ControlMessage.SendToName(from, name, message));
  }

  public void sendToAlias(Pid from, Reference alias, Term message) throws InterruptedException {
    send(alias.node(), new ControlMessage.SendToAlias(from, alias, message));
  }

  private void send(Atom node, ControlMessage message) throws InterruptedException {
    Session session = session(node);
    if (session == null) {
      return;
    }
    if (session.isBehind()) {
      JobPool.outside(() -> session.send(message));
    } else {
      session.send(message);
    }
  }

  /** Answers a {@link GenCall}; blocks while the caller's node reads too slowly. */
  public void reply(Pid from, Tuple to, Term reply) throws InterruptedException {
    send(((Pid) to.element(1)).node(), replyMessage(from, to, reply));
  }

  private static ControlMessage replyMessage(Pid from, Tuple to, Term reply) {
    Term tag = to.element(2);
    Tuple message = Tuple.of(tag, reply);
    Reference alias = GenCall.aliasIn(tag);
    return alias == null
        ? new ControlMessage.Send(from, (Pid) to.element(1), message)
        : new ControlMessage.SendToAlias(from, alias, message);
  }

  /** Sends to a process of a connected node, for threads that must not wait. */
  public void sendNow(Pid from, Pid to, Term message) {
    sendNow(to.node(), new ControlMessage.Send(from, to, message));
  }

  /**
   * Sends to a process of a connected node in its turn, for threads that must not wait. See {@link
   * Session#sendInTurn}.
   */
  public void sendInTurn(Pid from, Pid to, Term message) {
    Session session = router.currentSession(to.node());
    if (session != null) {
      boolean isBeforeAnswer = JobThread.currentPeer() == to.node();
      session.sendInTurn(new ControlMessage.Send(from, to, message), isBeforeAnswer);
    }
  }

  /** Answers a {@link GenCall}, for threads that must not wait. */
  public void replyNow(Pid from, Tuple to, Term reply) {
    sendNow(((Pid) to.element(1)).node(), replyMessage(from, to, reply));
  }

  private void sendNow(Atom node, ControlMessage message) {
    Session session = router.currentSession(node);
    if (session != null) {
      session.sendNow(message);
    }
  }
}
