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
 * What the processes of this node and those of another have to do with each other as long as one
 * connection lasts: nothing of it outlives the connection.
 *
 * <p><b>No end is missed.</b> Whatever is to hear of the end of the connection is entered here
 * first, and then sent. If it could be sent the connection was open after the entry, and {@link
 * #end}, which comes after the closing, finds the entry; if it could not, the one who entered it
 * takes it out. Taking out an entry decides who tells of the end, so that nobody hears of it twice.
 *
 * <p>Safe for use by many threads. Takes no lock of its own; the locks of processes are taken while
 * nothing here is locked.
 */
public final class Session {
  /** About how many bytes of the heap a link takes, or a monitor. */
  private static final int SIGNAL_BYTES = 256;

  private final Connection connection;
  private final @Nullable SignalBudget budget;

  /** How many links and monitors of processes here there are. */
  private final AtomicInteger held = new AtomicInteger();

  /** 1 once somebody knows that this is being ended. */
  private final AtomicInteger foundEnding = new AtomicInteger();

  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final ConcurrentMap<Reference, Watcher> watchers = new ConcurrentHashMap<>();
  private final ConcurrentMap<Reference, OpenWatch> watches = new ConcurrentHashMap<>();
  private final ConcurrentMap<Reference, OpenSpawn> spawns = new ConcurrentHashMap<>();

  /** What is to be told of the end of the connection, once for each call. */
  private final Set<NodeWatch> nodeWatches = ConcurrentHashMap.newKeySet();

  private record OpenWatch(Pid from, Term target, Watch watch) {}

  private record OpenSpawn(Pid from, boolean isMonitored, SpawnListener listener) {}

  /** Not a record: two of the same key are two. */
  private static final class NodeWatch {
    final Object key;
    final Runnable action;

    NodeWatch(Object key, Runnable action) {
      this.key = key;
      this.action = action;
    }
  }

  /**
   * Makes the session of a connection.
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

  /** Whether the connection is not being closed, nor has been. */
  public boolean isOpen() {
    return connection.isOpen();
  }

  /**
   * Whether so much waits to be sent that nothing should be begun that leads to more. When that is
   * over, {@link SpawnService#caughtUp} is called.
   */
  public boolean isBehind() {
    return connection.isBehind();
  }

  /** Whether there is room for a message with this payload, in what may wait to be sent by all. */
  public boolean hasRoomFor(Term payload) {
    return connection.hasRoomFor(payload);
  }

  /** Returns how many bytes the message has that is being handled. For the thread that does so. */
  public long receivedBytes() {
    return connection.receivedBytes();
  }

  /** Closes the connection. */
  public void close(String reason) {
    connection.close(reason);
  }

  /**
   * Sends a message; waits while the other node reads too slowly.
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
   * Waits, for a second at most, while much is to be written that was sent {@linkplain #sendNow
   * without waiting}: to be called between many such messages, with nothing locked. If the thread
   * is interrupted this does not wait.
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
  public void watch(Pid from, Term target, Reference ref, Watch watch) {
    watches.put(ref, new OpenWatch(from, target, watch));
    if (!sendNow(new ControlMessage.Monitor(from, target, ref))) {
      down(ref, ExitReason.NOCONNECTION);
    }
  }

  /** Takes a monitor back; nothing if it is over. */
  public void unwatch(Reference ref) {
    OpenWatch open = watches.remove(ref);
    if (open != null) {
      sendNow(new ControlMessage.Demonitor(open.from, open.target, ref));
    }
  }

  /** What is monitored has ended. */
  void down(Reference ref, Term reason) {
    OpenWatch open = watches.remove(ref);
    if (open != null) {
      open.watch.down(open.target, ref, reason);
    }
  }

  /**
   * Asks the other node for a process.
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
   * As {@link #spawn}, for threads that must not wait: see {@link #sendInTurn}. If there is no
   * memory to send it, the listener hears nothing.
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

  /** Whether the reply was awaited. */
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

  /** Whether the reply was awaited. */
  boolean refused(Reference id, Term reason) {
    OpenSpawn open = spawns.remove(id);
    if (open != null) {
      open.listener.refused(reason);
    }
    return open != null;
  }

  /**
   * Has an action run when the connection ends; at once if it has. Once for each call.
   *
   * @param key for {@link #unwatchNode}
   */
  public void watchNode(Object key, Runnable action) {
    NodeWatch watch = new NodeWatch(key, action);
    nodeWatches.add(watch);
    if (!connection.isOpen()) {
      lose(watch);
    }
  }

  private void lose(NodeWatch watch) {
    if (nodeWatches.remove(watch)) {
      watch.action.run();
    }
  }

  /** Takes one {@link #watchNode} back; false if there is none. */
  public boolean unwatchNode(Object key) {
    while (true) {
      Optional<NodeWatch> found = nodeWatches.stream().filter(watch -> watch.key == key).findAny();
      if (found.isEmpty()) {
        return false;
      }
      // Else the connection has just ended, and the watch has been told.
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

  /** Returns true if this is being ended, and this is the first call that finds it so. */
  boolean isFoundEnding() {
    return !isOpen() && foundEnding.compareAndSet(0, 1);
  }

  /** Whether the other node may link itself with one more process of this, or monitor it. */
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

  /** Returns the watcher that has the reference, which the other node has used before; or null. */
  @Nullable Watcher add(Watcher watcher) {
    Watcher before = watchers.put(watcher.ref(), watcher);
    if (before == null) {
      count(1);
    }
    return before;
  }

  @Nullable Watcher removeWatcher(Reference ref) {
    Watcher removed = watchers.remove(ref);
    if (removed != null) {
      count(-1);
    }
    return removed;
  }

  /** Removes a watcher if it is there. */
  boolean remove(Watcher watcher) {
    boolean isRemoved = watchers.remove(watcher.ref(), watcher);
    if (isRemoved) {
      count(-1);
    }
    return isRemoved;
  }

  /** The process first: as long as it has the link this finds it again. */
  private void lose(Link link) {
    link.process.linkLost(link);
    remove(link);
  }

  /**
   * Ends everything: the connection is closed. If this fails for want of memory, the next call goes
   * on with what is left. Makes no lambdas: to link the first takes much memory.
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
    for (Watcher watcher : watchers.values()) {
      watcher.process().unwatched(watcher);
      remove(watcher);
    }
    for (NodeWatch watch : nodeWatches) {
      lose(watch);
    }
    // What was counted and could not be entered, or the other way round, for want of memory.
    count(-held.get());
  }

  /** Whether this keeps nothing: as it is after all that was begun has been ended. */
  public boolean isEmpty() {
    return links.isEmpty()
        && watchers.isEmpty()
        && watches.isEmpty()
        && spawns.isEmpty()
        && nodeWatches.isEmpty();
  }
}
