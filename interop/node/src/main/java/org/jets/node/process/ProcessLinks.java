package org.jets.node.process;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.terms.Pid;
import org.jspecify.annotations.Nullable;

/**
 * The links of a process, by the process at the other end, with the rules of Erlang's link
 * protocol. Guarded by the lock of the process. The caller sends the signals about a change, before
 * it releases the lock.
 */
final class ProcessLinks {
  /** Numbers the requests to remove a link; unsigned, and never 0. */
  private static final AtomicLong LAST_UNLINK_ID = new AtomicLong();

  private final Map<Pid, Link> links = new HashMap<>(4);

  /**
   * Returns the link that the process wants, which has to be signalled; null if there is an active
   * one.
   */
  @Nullable Link begin(LocalProcess process, Session session, Pid remote) {
    Link link = links.get(remote);
    if (link == null) {
      Link made = add(process, session, remote);
      made.want();
      return made;
    }
    link.want();
    if (link.isActive()) {
      return null;
    }
    link.activate();
    return link;
  }

  /** Accepts a link that the other process wants. */
  void accept(LocalProcess process, Session session, Pid remote) {
    if (!links.containsKey(remote)) {
      add(process, session, remote);
    }
  }

  private Link add(LocalProcess process, Session session, Pid remote) {
    Link link = new Link(process, session, remote);
    // First: the end of the connection removes the link, even if the rest fails.
    session.add(link);
    links.put(remote, link);
    return link;
  }

  /** Returns the link whose removal begins; null if there is no active one. */
  @Nullable Link beginUnlink(Pid remote) {
    Link link = links.get(remote);
    if (link == null || !link.isActive()) {
      return null;
    }
    link.beginUnlink(nextUnlinkId());
    return link;
  }

  private static long nextUnlinkId() {
    long id = LAST_UNLINK_ID.incrementAndGet();
    return id == 0 ? nextUnlinkId() : id;
  }

  /** Removes a link if it is active, and returns it; null if it is not. */
  @Nullable Link removeActive(Pid remote) {
    Link link = links.get(remote);
    if (link == null || !link.isActive()) {
      return null;
    }
    remove(link);
    return link;
  }

  /** Removes a link whose removal the other process has acknowledged. */
  void acknowledge(Pid remote, long id) {
    Link link = links.get(remote);
    if (link != null && link.isUnlinkedBy(id)) {
      remove(link);
    }
  }

  private void remove(Link link) {
    links.remove(link.remote, link);
    link.session.remove(link);
  }

  /** Removes a link whose connection has ended; returns whether it was there and active. */
  boolean lose(Link link) {
    return links.remove(link.remote, link) && link.isActive();
  }

  Collection<Link> all() {
    return links.values();
  }
}
