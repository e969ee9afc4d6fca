package org.jets.node.process;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.node.distribution.ControlMessage;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A process of this node. It has a pid, gets messages and signals, and ends once. When it ends, all
 * processes that are linked with it or monitor it get the reason.
 *
 * <p><b>Guarded by {@link #lock}:</b> the links of the process, the monitors in both directions,
 * and its name. A signal about these is queued for its connection, without waiting, while the lock
 * is held. So the other node receives the signals in the order of the changes, as the link protocol
 * requires. With the lock held, nothing else is locked except queues of connections, and no
 * listener is called.
 *
 * <p><b>The end.</b> {@link #end} takes effect when it sets the reason. From then on this process
 * is not found. Requests to link with it or to monitor it are answered with {@code noproc}, and
 * messages are dropped. The signals about the end are sent afterwards without the lock, since their
 * sender may have to wait. Answers to later requests may overtake these signals.
 */
public abstract class LocalProcess {
  private static final Atom EXIT = Atom.of("EXIT");
  private static final Atom DOWN = Atom.of("DOWN");
  private static final Atom PROCESS = Atom.of("process");

  private final ProcessTable table;
  private final Pid pid;
  private final ReentrantLock lock = new ReentrantLock();

  /** The names and aliases by which this is found. */
  private final ProcessNames names;

  // Most processes serve one call and have at most one watcher: maps are created on demand.
  private @Nullable ProcessLinks links;
  private @Nullable Set<IncomingMonitor> watchers;
  private @Nullable Map<Reference, OutgoingMonitor> watched;

  private volatile @Nullable Term exitReason;
  private volatile boolean trapsExits;

  /** Creates a process that is not found before {@link #start}. */
  protected LocalProcess(ProcessTable table) {
    this.table = table;
    this.pid = table.newPid();
    this.names = new ProcessNames(table);
  }

  /** Lets the process be found by its pid. */
  public final void start() {
    table.add(this);
  }

  /** Returns the pid. */
  public final Pid pid() {
    return pid;
  }

  /** Returns the node for which this works: its own, or the one for which it runs a call. */
  public Atom servedNode() {
    return pid.node();
  }

  /** Returns the processes of this node. */
  protected final ProcessTable table() {
    return table;
  }

  /** Returns the reason for which this has ended, or null. */
  public final @Nullable Term exitReason() {
    return exitReason;
  }

  /** Returns true until this has ended. */
  public final boolean isAlive() {
    return exitReason == null;
  }

  /** Sets whether exit signals arrive as messages; else they end this process. */
  public final void trapExits(boolean enabled) {
    trapsExits = enabled;
  }

  /** Takes a message from another process. Must not wait. */
  protected abstract void deliver(Term message);

  /**
   * Takes a message from another process, for a process that needs to know its session. Must not
   * wait.
   */
  protected void deliver(Session session, Term message) {
    deliver(message);
  }

  /**
   * Takes a message that this process has asked for, by a link or a monitor of its own. It must not
   * be refused. Must not wait.
   */
  protected void deliverSignal(Term message) {
    deliver(message);
  }

  /** Called once, after the end, by the thread that has ended this. Must not wait. */
  protected void ended(Term reason) {}

  /** Called when a process no longer monitors this one. Must not wait. */
  protected void watcherGone(Session session, Reference monitor) {}

  private void requireAlive() {
    if (!isAlive()) {
      throw new IllegalStateException(pid + " has ended: " + exitReason);
    }
  }

  // Names and aliases.

  /**
   * Registers this process by a name.
   *
   * @throws IllegalArgumentException if another process has the name, or this has one
   * @throws IllegalStateException if this has ended
   */
  public final void register(Atom newName) {
    lock.lock();
    try {
      requireAlive();
      names.register(newName, this);
    } finally {
      lock.unlock();
    }
  }

  /** Removes the registered name; false if there is none. */
  public final boolean unregister() {
    lock.lock();
    try {
      return names.unregister(this);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the name, or null. */
  public final @Nullable Atom registeredName() {
    lock.lock();
    try {
      return names.name();
    } finally {
      lock.unlock();
    }
  }

  /** Creates a reference to which messages can be sent until it is removed. */
  public final Reference newAlias() {
    Reference alias = table.newReference();
    lock.lock();
    try {
      requireAlive();
      names.addAlias(alias, this);
    } finally {
      lock.unlock();
    }
    return alias;
  }

  /** Removes an alias; false if it is none of this process. */
  public final boolean removeAlias(Reference alias) {
    lock.lock();
    try {
      return names.removeAlias(alias);
    } finally {
      lock.unlock();
    }
  }

  // Links.

  /**
   * Links this with a process of another node, or another of this one. If the other node is slow to
   * read, this method waits for a short time, as do others that begin or end links and monitors.
   */
  public final void link(Session session, Pid remote) {
    session.awaitRoom();
    Link link;
    lock.lock();
    try {
      requireAlive();
      link = links().begin(this, session, remote);
      if (link == null || session.sendNow(new ControlMessage.Link(pid, remote))) {
        return;
      }
    } finally {
      lock.unlock();
    }
    session.remove(link);
    linkLost(link);
  }

  /** Returns the links. Called with the lock held. */
  private ProcessLinks links() {
    if (links == null) {
      links = new ProcessLinks();
    }
    return links;
  }

  /** Links this, as {@link #link} does, with a process whose node cannot be reached. */
  public final void linkWithUnreachable(Pid remote) {
    requireAlive();
    takeExit(remote, ExitReason.NOCONNECTION, true);
  }

  /** Removes a link, if there is one. After this, no exit signal arrives from that process. */
  public final void unlink(Pid remote) {
    Link link;
    lock.lock();
    try {
      link = links == null ? null : links.beginUnlink(remote);
      if (link == null) {
        return;
      }
      link.session.sendNow(new ControlMessage.Unlink(link.unlinkId(), pid, remote));
    } finally {
      lock.unlock();
    }
    link.session.awaitRoom();
  }

  /** Accepts a link from another process; false if this has ended. */
  public final boolean linkedBy(Session session, Pid remote) {
    lock.lock();
    try {
      if (!isAlive()) {
        return false;
      }
      links().accept(this, session, remote);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Removes a link that another process has removed. The acknowledgement is sent before any other
   * signal to it.
   */
  final void unlinkedBy(Session session, Pid remote, long id) {
    lock.lock();
    try {
      if (links != null) {
        links.removeActive(remote);
      }
      session.sendNow(new ControlMessage.UnlinkAck(id, pid, remote));
    } finally {
      lock.unlock();
    }
  }

  /** Forgets a removed link whose removal another process has acknowledged. */
  final void unlinkAcknowledged(Pid remote, long id) {
    lock.lock();
    try {
      if (links != null) {
        links.acknowledge(remote, id);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Handles the end of a process that may be linked with this one. */
  final void linkBroken(Pid remote, Term reason) {
    boolean isWanted;
    lock.lock();
    try {
      Link link = links == null ? null : links.removeActive(remote);
      if (link == null) {
        return;
      }
      isWanted = link.isWanted();
    } finally {
      lock.unlock();
    }
    if (!ignoresExit(remote, reason)) {
      takeExit(remote, reason, isWanted);
    }
  }

  /** Handles the loss of the connection of a link. */
  final void linkLost(Link link) {
    boolean isWanted;
    lock.lock();
    try {
      if (links == null || !links.lose(link)) {
        return;
      }
      isWanted = link.isWanted();
    } finally {
      lock.unlock();
    }
    if (!ignoresExit(link.remote, ExitReason.NOCONNECTION)) {
      takeExit(link.remote, ExitReason.NOCONNECTION, isWanted);
    }
  }

  // Exit signals.

  /** Handles an exit signal that a process has sent by {@code exit/2}. */
  final void exitRequested(Pid from, Term reason) {
    if (ignoresExit(from, reason)) {
      return;
    }
    if (reason == ExitReason.KILL) {
      end(ExitReason.KILLED, false);
    } else {
      takeExit(from, reason, false);
    }
  }

  /** Returns true if this process ignores an exit signal. Called for each signal. Must not wait. */
  protected boolean ignoresExit(Pid from, Term reason) {
    return false;
  }

  /**
   * Takes an exit signal.
   *
   * @param isWanted whether it comes by a link that this process has asked for
   */
  private void takeExit(Pid from, Term reason, boolean isWanted) {
    if (trapsExits) {
      if (isAlive()) {
        Term message = Tuple.of(EXIT, from, reason);
        if (isWanted) {
          deliverSignal(message);
        } else {
          deliver(message);
        }
      }
    } else if (reason != ExitReason.NORMAL) {
      end(reason, false);
    }
  }

  // Monitors of others.

  /**
   * Monitors a process. Its end arrives as <code>{'DOWN', Ref, process, Target, Reason}</code>.
   *
   * @param target a pid, or the name by which a process is registered on the session's node
   */
  public final Reference monitor(Session session, Term target) {
    session.awaitRoom();
    Reference ref = table.newReference();
    lock.lock();
    try {
      requireAlive();
      if (watched == null) {
        watched = new HashMap<>();
      }
      watched.put(ref, new OutgoingMonitor(session, shown(target, session.peer())));
      session.watch(pid, target, ref, this::watchedDown);
    } finally {
      lock.unlock();
    }
    return ref;
  }

  /** Monitors a process, as {@link #monitor} does, whose node cannot be reached. */
  public final Reference monitorUnreachable(Atom node, Term target) {
    requireAlive();
    Reference ref = table.newReference();
    deliverDown(ref, shown(target, node), ExitReason.NOCONNECTION);
    return ref;
  }

  /** Returns the target as the message of its end has it. */
  private static Term shown(Term target, Atom node) {
    return target instanceof Atom ? Tuple.of(target, node) : target;
  }

  private void deliverDown(Reference ref, Term target, Term reason) {
    deliverSignal(Tuple.of(DOWN, ref, PROCESS, target, reason));
  }

  /** Removes a monitor; false if it is over or none of this process. */
  public final boolean demonitor(Reference ref) {
    OutgoingMonitor removed;
    lock.lock();
    try {
      removed = watched == null ? null : watched.remove(ref);
      if (removed != null) {
        removed.session().unwatch(ref);
      }
    } finally {
      lock.unlock();
    }
    if (removed != null) {
      removed.session().awaitRoom();
    }
    return removed != null;
  }

  private void watchedDown(Term target, Reference ref, Term reason) {
    OutgoingMonitor removed;
    lock.lock();
    try {
      removed = watched == null ? null : watched.remove(ref);
    } finally {
      lock.unlock();
    }
    if (removed != null) {
      deliverDown(ref, removed.target(), reason);
    }
  }

  // Monitors of this.

  /**
   * Lets a process of another node monitor this one; false if this has ended. If that node has used
   * the reference before, that earlier monitor ends.
   *
   * @param target the pid or the name by which this is monitored
   */
  public final boolean watchedBy(Session session, Pid from, Term target, Reference ref) {
    IncomingMonitor watcher = new IncomingMonitor(this, session, from, target, ref);
    IncomingMonitor before;
    lock.lock();
    try {
      if (!isAlive()) {
        return false;
      }
      before = session.add(watcher);
      // From here on, the end of the connection removes the watcher, even if this fails.
      if (watchers == null) {
        watchers = new HashSet<>(2);
      }
      watchers.add(watcher);
    } finally {
      lock.unlock();
    }
    if (before != null && !before.equals(watcher)) {
      before.process().unwatched(before);
    }
    return true;
  }

  /** Returns how many processes of other nodes monitor this. */
  public final int watcherCount() {
    lock.lock();
    try {
      return watchers == null ? 0 : watchers.size();
    } finally {
      lock.unlock();
    }
  }

  /** Removes a monitor of this, after it has been removed or its connection has ended. */
  final void unwatched(IncomingMonitor watcher) {
    lock.lock();
    try {
      if (watchers == null || !watchers.remove(watcher)) {
        return;
      }
    } finally {
      lock.unlock();
    }
    watcherGone(watcher.session(), watcher.ref());
  }

  // The end.

  /**
   * Ends this process. If there is no memory to collect the processes to be told, it stays alive.
   *
   * @param reason the reason for all processes that are linked with this or monitor it
   * @param mayWait whether this thread may wait while another node reads too slowly
   * @return false if it had ended before
   */
  public final boolean end(Term reason, boolean mayWait) {
    ExitNotices farewell;
    lock.lock();
    try {
      if (!isAlive()) {
        return false;
      }
      farewell =
          new ExitNotices(
              pid,
              links == null ? List.of() : links.all(),
              watchers == null ? List.of() : watchers,
              watched == null ? Map.of() : watched);
      // If one of these steps fails for want of memory, the next call finds the process alive.
      table.remove(this);
      names.clear(this);
      exitReason = reason;
      links = null;
      watchers = null;
      watched = null;
    } finally {
      lock.unlock();
    }
    try {
      // First, so that a process that is told of the end finds that nothing is received here any
      // more.
      ended(reason);
    } finally {
      farewell.tell(reason, mayWait);
    }
    return true;
  }
}
