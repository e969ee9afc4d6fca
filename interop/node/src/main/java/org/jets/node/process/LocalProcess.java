package org.jets.node.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
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

  /** Numbers the requests to remove a link; unsigned, and never 0. */
  private static final AtomicLong LAST_UNLINK_ID = new AtomicLong();

  private final ProcessTable table;
  private final Pid pid;
  private final ReentrantLock lock = new ReentrantLock();

  // Most processes serve one call and need no more than one watcher: maps are made when needed.
  private @Nullable Map<Pid, Link> links;
  private @Nullable Map<Reference, Watcher> watchers;
  private @Nullable Map<Reference, Watched> watched;
  private @Nullable Set<Reference> aliases;
  private @Nullable Atom name;

  private volatile @Nullable Term exitReason;
  private volatile boolean trapsExits;

  /** What this process monitors. */
  private record Watched(Session session, Term target) {}

  /** Makes a process that nobody finds before {@link #start}. */
  protected LocalProcess(ProcessTable table) {
    this.table = table;
    this.pid = table.newPid();
  }

  /** Lets the process be found by its pid. */
  public final void start() {
    table.add(this);
  }

  /** Returns the pid. */
  public final Pid pid() {
    return pid;
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
   * Takes a message that this process has asked for, by a link or a monitor: not one that may be
   * refused. Must not wait.
   */
  protected void deliverSignal(Term message) {
    deliver(message);
  }

  /** Called once, after the end, by the thread that has ended this. Must not wait. */
  protected void ended(Term reason) {}

  /** Called when one who monitored this does so no more. Must not wait. */
  protected void watcherGone(Reference monitor) {}

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
      if (name != null) {
        throw new IllegalArgumentException(
            "name: " + newName + " (expected: none, it is registered as " + name + ")");
      }
      if (!table.addName(newName, this)) {
        throw new IllegalArgumentException(
            "name: " + newName + " (expected: one that is not registered)");
      }
      name = newName;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the name back; false if there is none. */
  public final boolean unregister() {
    lock.lock();
    try {
      if (name == null) {
        return false;
      }
      table.removeName(name, this);
      name = null;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the name, or null. */
  public final @Nullable Atom registeredName() {
    lock.lock();
    try {
      return name;
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
      if (aliases == null) {
        aliases = new HashSet<>();
      }
      aliases.add(alias);
      table.addAlias(alias, this);
    } finally {
      lock.unlock();
    }
    return alias;
  }

  /** Takes an alias back; false if it is not one of this process. */
  public final boolean removeAlias(Reference alias) {
    lock.lock();
    try {
      boolean removed = aliases != null && aliases.remove(alias);
      if (removed) {
        table.removeAlias(alias);
      }
      return removed;
    } finally {
      lock.unlock();
    }
  }

  // Links.

  /** Links this with a process of another node, or another of this one. */
  public final void link(Session session, Pid remote) {
    Link link;
    lock.lock();
    try {
      requireAlive();
      if (links == null) {
        links = new HashMap<>();
      }
      link = links.get(remote);
      if (link != null && link.isActive()) {
        return;
      }
      if (link == null) {
        link = new Link(this, session, remote);
        links.put(remote, link);
        session.add(link);
      } else {
        link.activate();
      }
      if (session.sendNow(new ControlMessage.Link(pid, remote))) {
        return;
      }
    } finally {
      lock.unlock();
    }
    session.remove(link);
    linkLost(link);
  }

  /** As {@link #link}, where the node of the other process cannot be reached. */
  public final void linkWithUnreachable(Pid remote) {
    requireAlive();
    takeExit(remote, ExitReason.NOCONNECTION);
  }

  /** Removes a link; nothing if there is none. After this no exit signal comes from there. */
  public final void unlink(Pid remote) {
    lock.lock();
    try {
      Link link = links == null ? null : links.get(remote);
      if (link != null && link.isActive()) {
        long id = nextUnlinkId();
        link.beginUnlink(id);
        link.session.sendNow(new ControlMessage.Unlink(id, pid, remote));
      }
    } finally {
      lock.unlock();
    }
  }

  private static long nextUnlinkId() {
    long id = LAST_UNLINK_ID.incrementAndGet();
    return id == 0 ? nextUnlinkId() : id;
  }

  /** Another process has linked itself with this one; false if this has ended. */
  public final boolean linkedBy(Session session, Pid remote) {
    lock.lock();
    try {
      if (!isAlive()) {
        return false;
      }
      if (links == null) {
        links = new HashMap<>();
      }
      if (!links.containsKey(remote)) {
        Link link = new Link(this, session, remote);
        links.put(remote, link);
        session.add(link);
      }
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
      Link link = links == null ? null : links.get(remote);
      if (link != null && link.isActive()) {
        removeLink(link);
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
      Link link = links == null ? null : links.get(remote);
      if (link != null && link.isUnlinkedBy(id)) {
        removeLink(link);
      }
    } finally {
      lock.unlock();
    }
  }

  /** A process has ended that may be linked with this one. */
  final void linkBroken(Pid remote, Term reason) {
    lock.lock();
    try {
      Link link = links == null ? null : links.get(remote);
      if (link == null || !link.isActive()) {
        return;
      }
      removeLink(link);
    } finally {
      lock.unlock();
    }
    takeExit(remote, reason);
  }

  /** The connection has ended over which there was a link. */
  final void linkLost(Link link) {
    lock.lock();
    try {
      if (links == null || !links.remove(link.remote, link) || !link.isActive()) {
        return;
      }
    } finally {
      lock.unlock();
    }
    takeExit(link.remote, ExitReason.NOCONNECTION);
  }

  /** With the lock held. */
  private void removeLink(Link link) {
    if (links != null) {
      links.remove(link.remote, link);
    }
    link.session.remove(link);
  }

  // Exit signals.

  /** Somebody wants this process to end, as {@code exit/2} does. */
  final void exitRequested(Pid from, Term reason) {
    if (reason == ExitReason.KILL) {
      end(ExitReason.KILLED, false);
    } else {
      takeExit(from, reason);
    }
  }

  private void takeExit(Pid from, Term reason) {
    if (trapsExits) {
      if (isAlive()) {
        deliverSignal(Tuple.of(EXIT, from, reason));
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
    lock.lock();
    try {
      Watched removed = watched == null ? null : watched.remove(ref);
      if (removed != null) {
        removed.session.unwatch(ref);
      }
      return removed != null;
    } finally {
      lock.unlock();
    }
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
      deliverDown(ref, removed.target, reason);
    }
  }

  // Monitors of this.

  /**
   * Has the end of this told to a process of another node; false if this has ended.
   *
   * @param target the pid or the name by which this is monitored
   */
  public final boolean watchedBy(Session session, Pid from, Term target, Reference ref) {
    lock.lock();
    try {
      if (!isAlive()) {
        return false;
      }
      if (watchers == null) {
        watchers = new HashMap<>();
      }
      Watcher watcher = new Watcher(this, session, from, target, ref);
      watchers.put(ref, watcher);
      session.add(watcher);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** A monitor of this has been taken back, or the connection has ended. */
  final void unwatched(Watcher watcher) {
    lock.lock();
    try {
      if (watchers == null || !watchers.remove(watcher.ref(), watcher)) {
        return;
      }
    } finally {
      lock.unlock();
    }
    watcherGone(watcher.ref());
  }

  // The end.

  /**
   * Ends this process.
   *
   * @param reason what all hear who are linked with this or monitor it
   * @param mayWait whether this thread may wait while another node reads too slowly
   * @return false if it had ended before
   */
  public final boolean end(Term reason, boolean mayWait) {
    List<Link> linked;
    List<Watcher> watching;
    Map<Reference, Watched> watchedBefore;
    lock.lock();
    try {
      if (!isAlive()) {
        return false;
      }
      exitReason = reason;
      table.remove(this);
      unregister();
      if (aliases != null) {
        aliases.forEach(table::removeAlias);
      }
      linked = links == null ? List.of() : new ArrayList<>(links.values());
      watching = watchers == null ? List.of() : new ArrayList<>(watchers.values());
      watchedBefore = watched == null ? Map.of() : watched;
      aliases = null;
      links = null;
      watchers = null;
      watched = null;
    } finally {
      lock.unlock();
    }
    tellLinked(linked, reason, mayWait);
    tellWatchers(watching, reason, mayWait);
    watchedBefore.forEach((ref, what) -> what.session.unwatch(ref));
    ended(reason);
    return true;
  }

  private void tellLinked(List<Link> linked, Term reason, boolean mayWait) {
    for (Link link : linked) {
      link.session.remove(link);
      if (link.isActive()) {
        send(link.session, new ControlMessage.Exit(pid, link.remote, reason), mayWait);
      }
    }
  }

  private static void tellWatchers(List<Watcher> watching, Term reason, boolean mayWait) {
    for (Watcher watcher : watching) {
      if (watcher.session().removeWatcher(watcher.ref()) != null) {
        send(
            watcher.session(),
            new ControlMessage.MonitorExit(watcher.target(), watcher.from(), watcher.ref(), reason),
            mayWait);
      }
    }
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
  }
}
