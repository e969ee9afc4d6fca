package org.jets.node.process;

import java.util.Collection;
import java.util.Map;
import org.jets.node.distribution.ControlMessage;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * What is to be told of the end of a process, and to whom. That is done without its lock, since it
 * may take its time.
 */
record Farewell(
    Pid pid,
    Collection<Link> linked,
    Collection<Watcher> watching,
    Map<Reference, Watched> watched) {

  /**
   * Tells all.
   *
   * @param mayWait whether this thread may wait while another node reads too slowly
   */
  void tell(Term reason, boolean mayWait) {
    for (Link link : linked) {
      link.session.remove(link);
      if (link.isActive()) {
        send(link.session, new ControlMessage.Exit(pid, link.remote, reason), mayWait);
      }
    }
    for (Watcher watcher : watching) {
      if (watcher.session().remove(watcher)) {
        send(
            watcher.session(),
            new ControlMessage.MonitorExit(watcher.target(), watcher.from(), watcher.ref(), reason),
            mayWait);
      }
    }
    watched.forEach(
        (ref, what) -> {
          what.session().unwatch(ref);
          what.session().awaitRoom();
        });
  }

  private static void send(Session session, ControlMessage message, boolean mayWait) {
    // An interrupt is for what the thread does next: the news of an end must not get lost.
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
