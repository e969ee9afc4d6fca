package org.jets.node.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.ConnectionListener;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.distribution.ProtocolException;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Passes signals from other nodes to the processes of this one, answers those for processes that do
 * not exist, and knows the session with each node.
 *
 * <p>Signals of one connection are handled one after the other, by the thread that reads from it;
 * handling never waits. The messages of one thread to one process keep their order.
 */
public final class Router implements ConnectionListener {
  private final ProcessTable table;
  private final SpawnService spawnService;
  private final Connector connector;
  private final SignalBudget budget;
  private final ConcurrentMap<Atom, Session> sessions = new ConcurrentHashMap<>();

  /**
   * The futures of sessions that are being established; each is completed once there is a session,
   * or cannot be.
   */
  private final ConcurrentMap<Atom, CompletableFuture<Session>> awaited = new ConcurrentHashMap<>();

  /** Creates the router of a node. */
  public Router(
      ProcessTable table, SpawnService spawnService, Connector connector, SignalBudget budget) {
    this.table = table;
    this.spawnService = spawnService;
    this.connector = connector;
    this.budget = budget;
  }

  /** Returns the current session with a node; null if there is none, or if it is being closed. */
  public @Nullable Session currentSession(Atom node) {
    Session session = sessions.get(node);
    return session != null && session.isOpen() ? session : null;
  }

  /** Returns the current sessions, including the one with this node itself. */
  public List<Session> sessions() {
    List<Session> open = new ArrayList<>();
    for (Session session : sessions.values()) {
      if (session.isOpen()) {
        open.add(session);
      }
    }
    return open;
  }

  /** Returns true if sessions are ending that no earlier call has reported. */
  public boolean findsEnding() {
    boolean isFound = false;
    for (Session session : sessions.values()) {
      isFound |= session.isFoundEnding();
    }
    return isFound;
  }

  /**
   * Returns the session with a node, and connects if there is none. All callers share one attempt
   * at a time.
   */
  public CompletableFuture<Session> session(Atom node) {
    Session current = currentSession(node);
    if (current != null) {
      return CompletableFuture.completedFuture(current);
    }
    CompletableFuture<Session> mine = new CompletableFuture<>();
    CompletableFuture<Session> other = awaited.putIfAbsent(node, mine);
    if (other != null) {
      return other;
    }
    // Only from here on does connected complete it: a session from before has to be found here.
    current = currentSession(node);
    if (current != null) {
      awaited.remove(node, mine);
      mine.complete(current);
    } else {
      var unused =
          connector
              .connect(node)
              .whenComplete((made, failure) -> attempted(node, mine, made, failure));
    }
    return mine;
  }

  private void attempted(
      Atom node,
      CompletableFuture<Session> mine,
      @Nullable Connection made,
      @Nullable Throwable failure) {
    Session current = currentSession(node);
    if (current != null) {
      awaited.remove(node, mine);
      mine.complete(current);
    } else if (made == null || !made.isOpen()) {
      awaited.remove(node, mine);
      mine.completeExceptionally(
          failure != null ? failure : new IllegalStateException("the connection was closed"));
    }
    // Otherwise the connection is open, and the listener will be told of it.
  }

  @Override
  public void connected(Connection connection) {
    boolean isSelf = connection.peer() == table.node();
    Session session = new Session(connection, isSelf ? null : budget);
    sessions.put(connection.peer(), session);
    CompletableFuture<Session> waiting = awaited.remove(connection.peer());
    if (waiting != null) {
      waiting.complete(session);
    }
  }

  @Override
  public void disconnected(Connection connection) {
    Session session = sessions.get(connection.peer());
    if (session != null) {
      session.end();
      spawnService.disconnected(session);
      // The session of the node with itself may go on.
      if (connection.peer() != table.node() || !connection.isOpen()) {
        sessions.remove(connection.peer(), session);
      }
    }
    // A thread that awaits a session has found none that is open: another one is being made.
  }

  @Override
  public void caughtUp(Connection connection) {
    Session session = sessions.get(connection.peer());
    if (session != null) {
      spawnService.caughtUp(session);
    }
  }

  @Override
  public void received(Connection connection, ControlMessage message) throws ProtocolException {
    Session session = Objects.requireNonNull(sessions.get(connection.peer()), "session");
    if (message instanceof ControlMessage.Send send) {
      deliver(session, table.find(send.to()), send.message());
    } else if (message instanceof ControlMessage.SpawnRequest request) {
      spawnService.spawn(session, request);
    } else if (message instanceof ControlMessage.MonitorExit down) {
      session.down(down.ref(), down.reason());
    } else if (message instanceof ControlMessage.SpawnReply reply) {
      spawnReply(session, reply);
    } else if (message instanceof ControlMessage.SendToAlias send) {
      deliver(session, table.aliased(send.to()), send.message());
    } else if (message instanceof ControlMessage.SendToName send) {
      deliver(session, table.named(send.to()), send.message());
    } else if (message instanceof ControlMessage.Monitor monitor) {
      monitor(session, monitor);
    } else if (message instanceof ControlMessage.Demonitor demonitor) {
      demonitor(session, demonitor);
    } else {
      linkOrExit(session, message);
    }
  }

  /**
   * Passes a message to a process of this node, with the rights of the other node of a session. For
   * the thread that reads from that node; does not wait.
   *
   * @param process null for none: then nothing happens
   */
  public static void deliver(Session session, @Nullable LocalProcess process, Term message) {
    if (process != null) {
      process.deliver(session, message);
    }
  }

  private void linkOrExit(Session session, ControlMessage message) throws ProtocolException {
    if (message instanceof ControlMessage.Link link) {
      checkSender(session, link.from());
      LocalProcess process = table.find(link.to());
      if (process != null && !session.hasRoom()) {
        session.sendNow(new ControlMessage.Exit(link.to(), link.from(), ExitReason.SYSTEM_LIMIT));
      } else if (process == null || !process.linkedBy(session, link.from())) {
        session.sendNow(new ControlMessage.Exit(link.to(), link.from(), ExitReason.NOPROC));
      }
    } else if (message instanceof ControlMessage.Exit exit) {
      checkSender(session, exit.from());
      LocalProcess process = table.find(exit.to());
      if (process != null) {
        process.linkBroken(exit.from(), exit.reason());
      }
    } else if (message instanceof ControlMessage.ExitSignal exit) {
      checkSender(session, exit.from());
      LocalProcess process = table.find(exit.to());
      if (process != null) {
        process.exitRequested(exit.from(), exit.reason());
      }
    } else {
      unlink(session, message);
    }
  }

  private void unlink(Session session, ControlMessage message) throws ProtocolException {
    if (message instanceof ControlMessage.Unlink unlink) {
      checkSender(session, unlink.from());
      if (unlink.id() == 0) {
        throw new ProtocolException("the number of an unlink is 0 (expected: another)");
      }
      LocalProcess process = table.find(unlink.to());
      if (process != null) {
        process.unlinkedBy(session, unlink.from(), unlink.id());
      } else {
        session.sendNow(new ControlMessage.UnlinkAck(unlink.id(), unlink.to(), unlink.from()));
      }
    } else if (message instanceof ControlMessage.UnlinkAck ack) {
      checkSender(session, ack.from());
      LocalProcess process = table.find(ack.to());
      if (process != null) {
        process.unlinkAcknowledged(ack.from(), ack.id());
      }
    }
    // The remaining case is a group leader, which no process here uses.
  }

  private void monitor(Session session, ControlMessage.Monitor monitor) throws ProtocolException {
    checkSender(session, monitor.from());
    LocalProcess process =
        monitor.target() instanceof Pid pid
            ? table.find(pid)
            : monitor.target() instanceof Atom name ? table.named(name) : null;
    Term refusal = null;
    if (process != null && !session.hasRoom()) {
      refusal = ExitReason.SYSTEM_LIMIT;
    } else if (process == null
        || !process.watchedBy(session, monitor.from(), monitor.target(), monitor.ref())) {
      refusal = ExitReason.NOPROC;
    }
    if (refusal != null) {
      session.sendNow(
          new ControlMessage.MonitorExit(monitor.target(), monitor.from(), monitor.ref(), refusal));
    }
  }

  /** Removes a monitor by its reference: the name may by now belong to another process. */
  private static void demonitor(Session session, ControlMessage.Demonitor demonitor)
      throws ProtocolException {
    checkSender(session, demonitor.from());
    IncomingMonitor watcher = session.removeWatcher(demonitor.ref());
    if (watcher != null) {
      watcher.process().unwatched(watcher);
    }
  }

  private void spawnReply(Session session, ControlMessage.SpawnReply reply)
      throws ProtocolException {
    if (reply.id().node() != table.node() || reply.id().creation() != table.creation()) {
      throw new ProtocolException("a reply to a request of another node (expected: of this one)");
    }
    if (reply.pidOrError() instanceof Pid pid) {
      session.spawned(reply.id(), pid);
    } else {
      session.refused(reply.id(), reply.pidOrError());
    }
  }

  private static void checkSender(Session session, Pid from) throws ProtocolException {
    if (from.node() != session.peer()) {
      throw new ProtocolException("a signal from a pid of a third node (expected: of the sender)");
    }
  }
}
