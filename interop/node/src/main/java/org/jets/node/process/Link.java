package org.jets.node.process;

import org.jets.terms.Pid;

/**
 * A link between a process of this node and one of another. It is either active or being removed.
 * In the latter case the other node has been told so, with a number that it acknowledges. Guarded
 * by the lock of its process, except final fields.
 */
final class Link {
  final LocalProcess process;
  final Session session;
  final Pid remote;

  /** True if this process has asked for the link, and not the other process alone. */
  private boolean isWanted;

  /** The number of the request to remove this; 0 while the link is active. */
  private long unlinkId;

  Link(LocalProcess process, Session session, Pid remote) {
    this.process = process;
    this.session = session;
    this.remote = remote;
  }

  void want() {
    isWanted = true;
  }

  boolean isWanted() {
    return isWanted;
  }

  boolean isActive() {
    return unlinkId == 0;
  }

  void activate() {
    unlinkId = 0;
  }

  void beginUnlink(long id) {
    unlinkId = id;
  }

  long unlinkId() {
    return unlinkId;
  }

  boolean isUnlinkedBy(long id) {
    return unlinkId != 0 && unlinkId == id;
  }
}
