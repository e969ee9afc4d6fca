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
 * A process of this node: what has a pid, gets messages and signals, and ends once, for a reason
 * that all hear who are linked with it or monitor it.
 *
 * <p><b>What is guarded.</b> {@link #lock} guards what the process is linked with and monitors and
 * who monitors it, and its name. A signal about these is queued for its connection, without
 * waiting, while the lock is held: so the other node reads about changes in the order in which they
 * were made here, which is what the link protocol stands on. Inside the lock nothing else is locked
 * but queues of connections; no listener is called.
 *
 * <p><b>The end.</b> {@link #end} takes effect when it has set the reason: from then on this is not
 * found, links and monitors are answered with {@code noproc}, and messages are dropped. The signals
 * about it are sent afterwards without the lock, since their sender may have to wait; that they can
 * be overtaken by answers to later requests is something that the receivers' states allow for.
 */
public abstract class LocalProcess {
  private static final Atom EXIT = Atom.of("EXIT");
  private static final Atom DOWN = Atom.of("DOWN");
  private static final Atom PROCESS = Atom.of("process");

  private final ProcessTable table;
  private final Pid pid;
  private final ReentrantLock lock = new ReentrantLock();

  /** By what else this is found. */
  private final ProcessNames names;

  // Most processes serve one call and need no more than one watcher: maps are made when needed.
  private @Nullable ProcessLinks links;
  private @Nullable Set<Watcher> watchers;
  private @Nullable Map<Reference, Watched> watched;

  private volatile @Nullable Term exitReason;
  private volatile boolean trapsExits;

  /** Makes a process that nobody finds before {@link #start}. */
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

  /** Returns the node for which this works: its own, or that for which it runs a call. */
  public Atom servedNode() {
    return pid.node();
  }

  /** Returns the processes of this one's node. */
  protected final ProcessTable table() {
    return table;
  }

  /** Returns the reason for which this has ended, or null. */
  public final @Nullable Term exitReason() {
    return exitReason;
  }

  /** Whether this has not ended. */
  public final boolean isAlive() {
    return exitReason == null;
  }

  /** Whether exit signals come as messages; else they end this process. */
  public final void trapExits(boolean enabled) {
    trapsExits = enabled;
  }

  /** Takes a message from another process. Must not wait. */
  protected abstract void deliver(Term message);

  /**
   * Takes a message from another process, for a process to which it matters through which session
   * it has come. Must not wait.
   */
  protected void deliver(Session session, Term message) {
    deliver(message);
  }

  /**
   * Takes a message that this process has asked for, by a link or a monitor of its own: not one
   * that may be refused. Must not wait.
   */
  protected void deliverSignal(Term message) {
    deliver(message);
  }

  /** Called once, after the end, by the thread that has ended this. Must not wait. */
  protected void ended(Term reason) {}

  /** Called when one who monitored this does so no more. Must not wait. */
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

  /** Takes the name back; false if there is none. */
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

  /** Makes a reference by which messages can be sent here until it is taken back. */
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

  /** Takes an alias back; false if it is not one of this process. */
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
   * Links this with a process of another node, or another of this one. This and others that begin
   * or end links and monitors wait a little while if the other node is slow to read.
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

  /** With the lock held. */
  private ProcessLinks links() {
    if (links == null) {
      links = new ProcessLinks();
    }
    return links;
  }

  /** As {@link #link}, where the node of the other process cannot be reached. */
  public final void linkWithUnreachable(Pid remote) {
    requireAlive();
    takeExit(remote, ExitReason.NOCONNECTION, true);
  }

  /** Removes a link; nothing if there is none. After this no exit signal comes from there. */
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

  /** Another process has linked itself with this one; false if this has ended. */
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
   * Another process has removed a link. The acknowledgement is sent before any other signal to it.
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

  /** Another process knows that this one has removed a link. */
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

  /** A process has ended that may be linked with this one. */
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

  /** The connection has ended over which there was a link. */
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

  /** Somebody wants this process to end, as {@code exit/2} does. */
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

  /**
   * Whether an exit signal is not for this process, which lives on whatever others want: asked for
   * each signal. Must not wait.
   */
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
   * Monitors a process. Its end comes as <code>{'DOWN', Ref, process, Target, Reason}</code>.
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
      watched.put(ref, new Watched(session, shown(target, session.peer())));
      session.watch(pid, target, ref, this::watchedDown);
    } finally {
      lock.unlock();
    }
    return ref;
  }

  /** As {@link #monitor}, where the node cannot be reached. */
  public final Reference monitorUnreachable(Atom node, Term target) {
    requireAlive();
    Reference ref = table.newReference();
    deliverDown(ref, shown(target, node), ExitReason.NOCONNECTION);
    return ref;
  }

  /** What stands for the target in the message. */
  private static Term shown(Term target, Atom node) {
    return target instanceof Atom ? Tuple.of(target, node) : target;
  }

  private void deliverDown(Reference ref, Term target, Term reason) {
    deliverSignal(Tuple.of(DOWN, ref, PROCESS, target, reason));
  }

  /** Takes a monitor back; false if it is over or not of this process. */
  public final boolean demonitor(Reference ref) {
    Watched removed;
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
    Watched removed;
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
   * Has the end of this told to a process of another node; false if this has ended. A monitor with
   * the same reference, which that node has used before, ends.
   *
   * @param target the pid or the name by which this is monitored
   */
  public final boolean watchedBy(Session session, Pid from, Term target, Reference ref) {
    Watcher watcher = new Watcher(this, session, from, target, ref);
    Watcher before;
    lock.lock();
    try {
      if (!isAlive()) {
        return false;
      }
      before = session.add(watcher);
      // From here on the end of the connection takes it out, also if this fails.
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

  /** A monitor of this has been taken back, or the connection has ended. */
  final void unwatched(Watcher watcher) {
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
   * Ends this process. If there is no memory to collect who is to be told, the process lives on.
   *
   * @param reason what all hear who are linked with this or monitor it
   * @param mayWait whether this thread may wait while another node reads too slowly
   * @return false if it had ended before
   */
  public final boolean end(Term reason, boolean mayWait) {
    Farewell farewell;
    lock.lock();
    try {
      if (!isAlive()) {
        return false;
      }
      farewell =
          new Farewell(
              pid,
              links == null ? List.of() : links.all(),
              watchers == null ? List.of() : watchers,
              watched == null ? Map.of() : watched);
      // Where one of these fails for want of memory, the next call finds the process as it was.
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
      // First, so that whoever is told of the end finds that nothing can be received here any more.
      ended(reason);
    } finally {
      farewell.tell(reason, mayWait);
    }
    return true;
  }
}
