package org.jets.node.process;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.ControlMessage;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The links, monitors and requests between the processes of this node and those of another. They
 * last as long as one connection.
 *
 * <p><b>No end is missed.</b> An entry has to be told of the end of the connection. It is added
 * here first, and then its signal is sent.
 *
 * <ul>
 *   <li>If the signal could be sent, the connection was open after the entry was added. {@link
 *       #end}, which comes after the closing, then finds the entry.
 *   <li>If it could not be sent, the thread that added the entry removes it.
 *   <li>The thread that removes an entry tells of the end, so each entry is told once.
 * </ul>
 *
 * <p>Safe for use by many threads. Has no lock of its own; locks of processes are taken while
 * nothing here is locked.
 */
public final class Session {
  /** About how many bytes of the heap a link or a monitor takes. */
  private static final int SIGNAL_BYTES = 256;

  private final Connection connection;
  private final @Nullable SignalBudget budget;

  /** The number of links and monitors of processes here. */
  private final AtomicInteger held = new AtomicInteger();

  /** 1 once a call has reported that this is ending. */
  private final AtomicInteger foundEnding = new AtomicInteger();

  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final ConcurrentMap<Reference, IncomingMonitor> watchers = new ConcurrentHashMap<>();
  private final ConcurrentMap<Reference, OpenWatch> watches = new ConcurrentHashMap<>();
  private final ConcurrentMap<Reference, OpenSpawn> spawns = new ConcurrentHashMap<>();

  /** The actions that are told of the end of the connection; one for each call. */
  private final Set<NodeWatchdog> nodeWatches = ConcurrentHashMap.newKeySet();

  private record OpenWatch(Pid from, Term target, MonitorListener watch) {}

  private record OpenSpawn(Pid from, boolean isMonitored, SpawnListener listener) {}

  /** A watch. Not a record: two watches of the same key are different. */
  private static final class NodeWatchdog {
    final Object key;
    final Runnable action;

    NodeWatchdog(Object key, Runnable action) {
      this.key = key;
      this.action = action;
    }
  }

  /**
   * Creates the session of a connection.
   *
   * @param budget counts links and monitors; null for those of this node with itself
   */
  Session(Connection connection, @Nullable SignalBudget budget) {
    this.connection = connection;
    this.budget = budget;
  }

  /** Returns the name of the other node. */
  public Atom peer() {
    return connection.peer();
  }

  /** Returns true until the connection is being closed. */
  public boolean isOpen() {
    return connection.isOpen();
  }

  /**
   * Returns true if so much waits to be sent that nothing should begin that leads to more. When
   * that is over, {@link SpawnService#caughtUp} is called.
   */
  public boolean isBehind() {
    return connection.isBehind();
  }

  /**
   * Returns whether a message with this payload fits into the bytes that may wait to be sent on all
   * connections.
   */
  public boolean hasRoomFor(Term payload) {
    return connection.hasRoomFor(payload);
  }

  /**
   * Returns the size in bytes of the message that is being handled. For the thread that handles it.
   */
  public long receivedBytes() {
    return connection.receivedBytes();
  }

  /** Closes the connection. */
  public void close(String reason) {
    connection.close(reason);
  }

  /**
   * Sends a message; blocks while the other node reads too slowly.
   *
   * @return false if the connection is closed
   */
  public boolean send(ControlMessage message) throws InterruptedException {
    return connection.send(message);
  }

  /**
   * Sends a message, for threads that must not wait.
   *
   * @return false if the connection is closed
   */
  public boolean sendNow(ControlMessage message) {
    return connection.sendWithoutWaiting(message);
  }

  /**
   * Sends a message, for threads that must not wait, or keeps it while the session is {@linkplain
   * #isBehind behind}: see {@link Connection#sendInTurn}.
   *
   * @param isAtOnce whether the message has to be written before the next one of this thread
   * @return false if the connection is closed
   */
  public boolean sendInTurn(ControlMessage message, boolean isAtOnce) {
    return connection.sendInTurn(message, isAtOnce);
  }

  /**
   * Waits, for a second at most, while many messages wait to be written that were sent {@linkplain
   * #sendNow without waiting}. To be called between many such messages, with nothing locked. Does
   * not wait if the thread is interrupted.
   */
  public void awaitRoom() {
    try {
      connection.awaitRoom();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Monitors a process of the other node.
   *
   * @param from the process that monitors
   * @param target a pid or a registered name
   */
  public void watch(Pid from, Term target, Reference ref, MonitorListener watch) {
    watches.put(ref, new OpenWatch(from, target, watch));
    if (!sendNow(new ControlMessage.Monitor(from, target, ref))) {
      down(ref, ExitReason.NOCONNECTION);
    }
  }

  /** Removes a monitor, unless it is over. */
  public void unwatch(Reference ref) {
    OpenWatch open = watches.remove(ref);
    if (open != null) {
      sendNow(new ControlMessage.Demonitor(open.from, open.target, ref));
    }
  }

  /** Tells the watch of a process that the process has ended. */
  void down(Reference ref, Term reason) {
    OpenWatch open = watches.remove(ref);
    if (open != null) {
      open.watch.down(open.target, ref, reason);
    }
  }

  /**
   * Asks the other node for a new process.
   *
   * @param mayWait whether this thread may wait while the other node reads too slowly
   */
  public void spawn(ControlMessage.SpawnRequest request, SpawnListener listener, boolean mayWait)
      throws InterruptedException {
    boolean isMonitored = SpawnOptions.parse(request.options()).isMonitored();
    spawns.put(request.id(), new OpenSpawn(request.from(), isMonitored, listener));
    boolean sent = false;
    try {
      sent = mayWait ? send(request) : sendNow(request);
    } finally {
      if (!sent) {
        refused(request.id(), ExitReason.NOCONNECTION);
      }
    }
  }

  /**
   * Asks for a process as {@link #spawn} does, for threads that must not wait: see {@link
   * #sendInTurn}. If there is no memory to send the request, the listener is not told.
   */
  public void spawnInTurn(ControlMessage.SpawnRequest request, SpawnListener listener) {
    boolean isMonitored = SpawnOptions.parse(request.options()).isMonitored();
    spawns.put(request.id(), new OpenSpawn(request.from(), isMonitored, listener));
    boolean isTried = false;
    boolean isSent = false;
    try {
      isSent = sendInTurn(request, false);
      isTried = true;
    } finally {
      if (!isTried) {
        spawns.remove(request.id());
      }
    }
    if (!isSent) {
      refused(request.id(), ExitReason.NOCONNECTION);
    }
  }

  /** Tells the listener of a request that its process exists; false if no reply was awaited. */
  boolean spawned(Reference id, Pid process) {
    OpenSpawn open = spawns.remove(id);
    if (open == null) {
      return false;
    }
    if (open.isMonitored) {
      watches.put(id, new OpenWatch(open.from, process, open.listener));
    }
    open.listener.spawned(process);
    return true;
  }

  /** Tells the listener of a request that there is no process; false if no reply was awaited. */
  boolean refused(Reference id, Term reason) {
    OpenSpawn open = spawns.remove(id);
    if (open != null) {
      open.listener.refused(reason);
    }
    return open != null;
  }

  /**
   * Runs an action when the connection ends; at once if it has. Once for each call.
   *
   * @param key for {@link #unwatchNode}
   */
  public void watchNode(Object key, Runnable action) {
    NodeWatchdog watch = new NodeWatchdog(key, action);
    nodeWatches.add(watch);
    if (!connection.isOpen()) {
      lose(watch);
    }
  }

  private void lose(NodeWatchdog watch) {
    if (nodeWatches.remove(watch)) {
      watch.action.run();
    }
  }

  /** Removes one {@link #watchNode}; false if there is none. */
  public boolean unwatchNode(Object key) {
    while (true) {
      Optional<NodeWatchdog> found =
          nodeWatches.stream().filter(watch -> watch.key == key).findAny();
      if (found.isEmpty()) {
        return false;
      }
      // Otherwise the connection has just ended, and the watch has been told.
      if (nodeWatches.remove(found.get())) {
        return true;
      }
    }
  }

  /**
   * Returns about how many bytes of the heap the other node's links, monitors and messages take.
   */
  public long heldBytes() {
    return connection.heldBytes() + (long) held.get() * SIGNAL_BYTES;
  }

  /** Returns true if this is ending, and this is the first call that finds it so. */
  boolean isFoundEnding() {
    return !isOpen() && foundEnding.compareAndSet(0, 1);
  }

  /** Returns whether the other node may link with, or monitor, one more process here. */
  boolean hasRoom() {
    return budget == null || budget.hasRoom(peer(), held.get());
  }

  private void count(int change) {
    held.addAndGet(change);
    if (budget != null) {
      budget.add(change);
    }
  }

  void add(Link link) {
    if (links.add(link)) {
      count(1);
    }
  }

  void remove(Link link) {
    if (links.remove(link)) {
      count(-1);
    }
  }

  /**
   * Adds a watcher. Returns the one that has the same reference, which the other node has used
   * before; or null.
   */
  @Nullable IncomingMonitor add(IncomingMonitor watcher) {
    IncomingMonitor before = watchers.put(watcher.ref(), watcher);
    if (before == null) {
      count(1);
    }
    return before;
  }

  @Nullable IncomingMonitor removeWatcher(Reference ref) {
    IncomingMonitor removed = watchers.remove(ref);
    if (removed != null) {
      count(-1);
    }
    return removed;
  }

  /** Removes a watcher; false if it is not there. */
  boolean remove(IncomingMonitor watcher) {
    boolean isRemoved = watchers.remove(watcher.ref(), watcher);
    if (isRemoved) {
      count(-1);
    }
    return isRemoved;
  }

  /**
   * Removes the link from the process first: as long as the process has the link, this finds it
   * again.
   */
  private void lose(Link link) {
    link.process.linkLost(link);
    remove(link);
  }

  /**
   * Ends all entries after the connection is closed. If this fails for want of memory, the next
   * call continues. Creates no lambdas, because linking the first one takes much memory.
   */
  void end() {
    for (Link link : links) {
      lose(link);
    }
    for (Reference ref : watches.keySet()) {
      down(ref, ExitReason.NOCONNECTION);
    }
    for (Reference id : spawns.keySet()) {
      refused(id, ExitReason.NOCONNECTION);
    }
    for (IncomingMonitor watcher : watchers.values()) {
      watcher.process().unwatched(watcher);
      remove(watcher);
    }
    for (NodeWatchdog watch : nodeWatches) {
      lose(watch);
    }
    // Corrects the counts of entries that failed halfway for want of memory.
    count(-held.get());
  }

  /** Returns true if this has no entries, as it is after all that was begun has ended. */
  public boolean isEmpty() {
    return links.isEmpty()
        && watchers.isEmpty()
        && watches.isEmpty()
        && spawns.isEmpty()
        && nodeWatches.isEmpty();
  }
}
