package org.jets.node.services;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jets.node.calls.Messenger;
import org.jets.node.process.ExitReason;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Router;
import org.jets.node.process.Session;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * The processes of all nodes, for the services of this one. The node's own process acts for them.
 */
public final class ClusterProcesses implements Processes {
  /** A name that jets registers for no process, on any node. */
  private static final Atom NOBODY = Atom.of("jets_nobody");

  private final ProcessTable table;
  private final Router router;
  private final Messenger messenger;
  private final NodeProcess self;

  /** The session of each monitor; empty while the node is being connected. */
  private final ConcurrentMap<Reference, Optional<Session>> monitors = new ConcurrentHashMap<>();

  public ClusterProcesses(
      ProcessTable table, Router router, Messenger messenger, NodeProcess self) {
    this.table = table;
    this.router = router;
    this.messenger = messenger;
    this.self = self;
  }

  @Override
  public Atom node() {
    return table.node();
  }

  @Override
  public int creation() {
    return table.creation();
  }

  @Override
  public Pid newPid() {
    return table.newPid();
  }

  @Override
  public Atom nodeServedBy(Pid process) {
    LocalProcess local = table.find(process);
    return local == null ? process.node() : local.servedNode();
  }

  @Override
  public void send(Pid to, Term message) {
    messenger.sendInTurn(self.pid(), to, message);
  }

  @Override
  public boolean isBehind(Pid process) {
    Session current = router.currentSession(process.node());
    return current != null && current.isBehind();
  }

  @Override
  public boolean awaitRoom(Pid to, Term message) {
    Session current = router.currentSession(to.node());
    if (current == null) {
      return false;
    }
    current.awaitRoom();
    return !current.isBehind() && current.hasRoomFor(message);
  }

  @Override
  public Reference monitor(Pid process, Consumer<? super Term> down) {
    Reference ref = table.newReference();
    monitors.put(ref, Optional.empty());
    Session current = router.currentSession(process.node());
    if (current != null) {
      watch(current, process, ref, down);
    } else {
      var unused =
          router
              .session(process.node())
              .whenComplete(
                  (session, failure) -> {
                    if (session != null) {
                      watch(session, process, ref, down);
                    } else {
                      tell(ref, ExitReason.NOCONNECTION, down);
                    }
                  });
    }
    return ref;
  }

  private void watch(Session session, Pid process, Reference ref, Consumer<? super Term> down) {
    // If the entry is gone, the monitor has been removed.
    if (monitors.replace(ref, Optional.of(session)) != null) {
      session.watch(self.pid(), process, ref, (target, key, reason) -> tell(ref, reason, down));
      if (!monitors.containsKey(ref)) {
        session.unwatch(ref);
      }
    }
  }

  private void tell(Reference ref, Term reason, Consumer<? super Term> down) {
    if (monitors.remove(ref) != null) {
      down.accept(reason);
    }
  }

  @Override
  public void demonitor(Reference monitor) {
    Optional<Session> removed = monitors.remove(monitor);
    if (removed != null) {
      removed.ifPresent(session -> session.unwatch(monitor));
    }
  }

  /** Returns how many monitors there are. */
  public int monitorCount() {
    return monitors.size();
  }

  @Override
  public CompletableFuture<Boolean> isAlive(Pid process, Duration bound) {
    CompletableFuture<Boolean> alive = new CompletableFuture<>();
    var unused =
        router
            .session(process.node())
            .whenComplete(
                (session, failure) -> {
                  if (session == null) {
                    alive.complete(false);
                  } else {
                    ask(session, process, alive);
                  }
                });
    return alive.completeOnTimeout(false, bound.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Monitors the process, and then a name that no process has. A monitor of a live process gets no
   * answer, but that of the name does, and answers arrive in order.
   */
  private void ask(Session session, Pid process, CompletableFuture<Boolean> alive) {
    Reference ofProcess = table.newReference();
    Reference ofNobody = table.newReference();
    var unused =
        alive.whenComplete(
            (result, failure) -> {
              session.unwatch(ofProcess);
              session.unwatch(ofNobody);
            });
    session.watch(self.pid(), process, ofProcess, (target, ref, reason) -> alive.complete(false));
    session.watch(
        self.pid(),
        NOBODY,
        ofNobody,
        (target, ref, reason) -> alive.complete(reason != ExitReason.NOCONNECTION));
  }
}
