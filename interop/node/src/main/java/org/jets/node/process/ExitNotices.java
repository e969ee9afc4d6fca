package org.jets.node.process;

import java.util.Collection;
import java.util.Map;
import org.jets.node.distribution.ControlMessage;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * The messages that tell of the end of a process. They are sent without its lock, since that may
 * take time.
 *
 * <p>They are collected in the constructor, before the process ends. If memory is short later, each
 * connection on which one cannot be sent is closed. Its node learns of the end by that.
 */
final class ExitNotices {
  private static final String NOT_TOLD = "there is no memory to tell it of the end of a process";

  private static final Link[] NO_LINKS = {};
  private static final IncomingMonitor[] NO_WATCHERS = {};
  private static final Reference[] NO_REFERENCES = {};

  private final Pid pid;
  private final Link[] linked;
  private final IncomingMonitor[] watching;
  private final Reference[] monitors;
  private final Map<Reference, OutgoingMonitor> watched;

  /**
   * Collects the messages, with the lock of the process held.
   *
   * @param watched not changed any more
   */
  ExitNotices(
      Pid pid,
      Collection<Link> linked,
      Collection<IncomingMonitor> watching,
      Map<Reference, OutgoingMonitor> watched) {
    this.pid = pid;
    this.linked = linked.toArray(NO_LINKS);
    this.watching = watching.toArray(NO_WATCHERS);
    this.monitors = watched.keySet().toArray(NO_REFERENCES);
    this.watched = watched;
  }

  /**
   * Sends all messages.
   *
   * @param mayWait whether this thread may wait while another node reads too slowly
   */
  void tell(Term reason, boolean mayWait) {
    for (Link link : linked) {
      try {
        tell(link, reason, mayWait);
      } catch (OutOfMemoryError e) {
        close(link.session);
      }
    }
    for (IncomingMonitor watcher : watching) {
      try {
        tell(watcher, reason, mayWait);
      } catch (OutOfMemoryError e) {
        close(watcher.session());
      }
    }
    for (Reference monitor : monitors) {
      OutgoingMonitor what = watched.get(monitor);
      if (what != null) {
        try {
          what.session().unwatch(monitor);
          what.session().awaitRoom();
        } catch (OutOfMemoryError e) {
          close(what.session());
        }
      }
    }
  }

  private void tell(Link link, Term reason, boolean mayWait) {
    link.session.remove(link);
    if (link.isActive()) {
      send(link.session, new ControlMessage.Exit(pid, link.remote, reason), mayWait);
    }
  }

  private static void tell(IncomingMonitor watcher, Term reason, boolean mayWait) {
    if (watcher.session().remove(watcher)) {
      send(
          watcher.session(),
          new ControlMessage.MonitorExit(watcher.target(), watcher.from(), watcher.ref(), reason),
          mayWait);
    }
  }

  /** Closes a connection. Whatever this ends with, the other processes are told. */
  private static void close(Session session) {
    try {
      session.close(NOT_TOLD);
    } catch (OutOfMemoryError e) {
      // The first step of closing allocates nothing; the connection's thread finds it closed.
    }
  }

  private static void send(Session session, ControlMessage message, boolean mayWait) {
    // The interrupt is kept for the thread's next action: the news of an end must not get lost.
    if (mayWait && !Thread.currentThread().isInterrupted()) {
      try {
        session.send(message);
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    session.sendNow(message);
    session.awaitRoom();
  }
}
