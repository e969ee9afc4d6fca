package org.jets.node.distribution;

import java.io.Closeable;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.node.distribution.HandshakeMessage.Status;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a node, and the attempts and handshakes that may become connections. There is
 * at most one connection with each other node.
 *
 * <p>If two nodes connect with each other at once, the attempt of the node with the greater name
 * goes on. The other attempt is refused if its peer already knows of its own when it sees it. Else
 * the other attempt is dropped as soon as the cookie of the better one has been verified. It is not
 * dropped earlier, since any node can claim any name.
 *
 * <p>Guarded by the lock: {@link #attempts}, {@link #incoming}, {@link #closed} and all writes to
 * {@link #current}. Reads of {@code current} take no lock. Every change to these signals {@link
 * #changed}.
 */
final class ConnectionTable {
  /** The time within which a handshake that another node has begun succeeds, if it does. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final int maxConnections;
  private final int maxOfAddress;
  private final NodeName self;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /**
   * The connections, each from before its listener hears of it until the listener has heard of its
   * end.
   */
  private final Map<Atom, SocketConnection> current = new ConcurrentHashMap<>();

  private final Map<Atom, Attempt> attempts = new HashMap<>();

  /** For each node, the handshakes that it has begun and been told to continue. */
  private final Map<Atom, Incoming> incoming = new HashMap<>();

  /** A number that is changed in place, which allocates nothing. */
  private static final class Incoming {
    int count;
  }

  private boolean closed;
  private final OutstandingChallenges challenges = new OutstandingChallenges();

  /**
   * Creates an empty table.
   *
   * @param maxOfAddress the limit of connections made by nodes at one address
   * @param maxConnections the limit of connections
   */
  ConnectionTable(NodeName self, int maxOfAddress, int maxConnections) {
    this.self = self;
    this.maxOfAddress = Math.min(maxOfAddress, maxConnections);
    this.maxConnections = maxConnections;
  }

  /** An attempt of this node to connect with another. */
  static final class Attempt {
    final NodeName peer;
    final CompletableFuture<Connection> future = new CompletableFuture<>();

    /** The transport of the attempt; closing it drops the attempt. Guarded by the table's lock. */
    private @Nullable Closeable transport;

    /**
     * True if the other node's own attempt takes the place of this one. Guarded by the table's
     * lock.
     */
    private boolean superseded;

    Attempt(NodeName peer) {
      this.peer = peer;
    }
  }

  /** Returns the challenges of all handshakes. */
  OutstandingChallenges challenges() {
    return challenges;
  }

  /** Returns the open connection with a node; null if there is none. */
  @Nullable SocketConnection get(Atom node) {
    return SocketConnection.openOrNull(current.get(node));
  }

  Collection<SocketConnection> all() {
    return List.copyOf(current.values());
  }

  /** An attempt to wait for, and whether the caller has to begin it. */
  record Start(Attempt attempt, boolean isNew) {}

  /** Returns the attempt to connect with a node, a new one if there is none; null if closed. */
  @Nullable Start attempt(NodeName peer) {
    lock.lock();
    try {
      if (closed) {
        return null;
      }
      Attempt existing = attempts.get(peer.atom());
      if (existing != null) {
        return new Start(existing, false);
      }
      Attempt attempt = new Attempt(peer);
      SocketConnection connection = get(peer.atom());
      if (connection != null) {
        attempt.future.complete(connection);
        return new Start(attempt, false);
      }
      attempts.put(peer.atom(), attempt);
      return new Start(attempt, true);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until an attempt may begin: until there is no connection with the node. Also waits, for a
   * moment, until the other node has no handshake under way here. Any node can begin one under that
   * name, and its identity is unknown before the handshake ends. So such a handshake delays nothing
   * for longer.
   *
   * @return false if the attempt is over, since there is a connection
   */
  boolean awaitBegin(Attempt attempt, long deadlineNanos) throws InterruptedException {
    Atom peer = attempt.peer.atom();
    lock.lockInterruptibly();
    try {
      long patience = Math.min(deadlineNanos, System.nanoTime() + PATIENCE_NANOS);
      while (!isOver(attempt)
          && (current.containsKey(peer)
              ? awaitChange(deadlineNanos)
              : incoming.containsKey(peer) && awaitChange(patience))) {}
      return !isOver(attempt) && !closed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a connection that the other node makes in place of an attempt of this one.
   *
   * @param refused whether the other node has said that it is making one
   */
  void awaitOther(Attempt attempt, boolean refused, long deadlineNanos)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while ((refused || attempt.superseded)
          && attempts.get(attempt.peer.atom()) == attempt
          && awaitChange(deadlineNanos)) {}
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // Every caller of this calls it in a loop.
  private boolean awaitChange(long deadlineNanos) throws InterruptedException {
    long left = deadlineNanos - System.nanoTime();
    return !closed && left > 0 && changed.awaitNanos(left) > 0;
  }

  /** Sets the transport of an attempt; returns false if the attempt is over. */
  boolean setTransport(Attempt attempt, Closeable transport) {
    lock.lock();
    try {
      attempt.transport = transport;
      return !isOver(attempt) && !closed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends an attempt.
   *
   * @return false if it had already ended
   */
  boolean fail(Attempt attempt, Throwable cause) {
    boolean isOpen = false;
    while (true) {
      try {
        isOpen |= remove(attempt);
        if (isOpen) {
          attempt
              .future
              .defaultExecutor()
              .execute(() -> attempt.future.completeExceptionally(cause));
        }
        return isOpen;
      } catch (OutOfMemoryError e) {
        // A thread that waits for the future must hear of this, so it is tried again.
        Threads.pause();
      }
    }
  }

  private boolean remove(Attempt attempt) {
    lock.lock();
    try {
      boolean isRemoved = attempts.remove(attempt.peer.atom(), attempt);
      if (isRemoved) {
        changed.signalAll();
      }
      return isRemoved;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Decides the status that a connecting node is told. If it may go on, the caller has to call
   * {@link #endIncoming} later.
   *
   * @param source the address from which it connects
   */
  String statusFor(NodeName peer, @Nullable InetAddress source) {
    Atom name = peer.atom();
    lock.lock();
    try {
      boolean connected = get(name) != null;
      if (closed || peer.equals(self) || (!connected && isFullFor(source))) {
        return Status.NOT_ALLOWED;
      }
      Attempt own = attempts.get(name);
      if (!connected
          && own != null
          && own.transport != null
          && self.toString().compareTo(peer.toString()) > 0) {
        return Status.NOK;
      }
      Incoming begun = incoming.get(name);
      if (begun == null) {
        begun = new Incoming();
        incoming.put(name, begun);
      }
      begun.count++;
      if (connected) {
        return Status.ALIVE;
      }
      return own != null && own.transport != null ? Status.OK_SIMULTANEOUS : Status.OK;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns true if there is no room for a connection, in total or for its address.
   *
   * @param source null for a connection that this node makes, which counts for no address
   */
  boolean isFullFor(@Nullable InetAddress source) {
    if (current.size() >= maxConnections) {
      return true;
    }
    if (source == null) {
      return false;
    }
    int count = 0;
    for (SocketConnection connection : current.values()) {
      if (source.equals(connection.source())) {
        count++;
      }
    }
    return count >= maxOfAddress;
  }

  /** Returns how many handshakes of a node are under way that it has begun and may continue. */
  int incomingOf(NodeName peer) {
    lock.lock();
    try {
      Incoming begun = incoming.get(peer.atom());
      return begun == null ? 0 : begun.count;
    } finally {
      lock.unlock();
    }
  }

  /** Ends a handshake that another node has begun. Retries while there is no memory for it. */
  void endIncoming(NodeName peer) {
    boolean isEnded = false;
    while (!isEnded) {
      try {
        countEnd(peer);
        isEnded = true;
      } catch (OutOfMemoryError e) {
        Threads.pause();
      }
    }
  }

  /**
   * Counts one handshake less. Changes nothing if there is no memory: with the lock held, it
   * allocates nothing.
   */
  private void countEnd(NodeName peer) {
    Atom name = peer.atom();
    lock.lock();
    try {
      Incoming begun = incoming.get(name);
      if (begun != null && --begun.count == 0) {
        incoming.remove(name);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes a connection the current one of its node, once the previous one has ended.
   *
   * @param attempt the attempt that led to the connection; null if the other node has made it
   * @return false if the attempt is over, the table is closed or full, or the previous connection
   *     does not end in time
   */
  boolean install(SocketConnection connection, @Nullable Attempt attempt, long deadlineNanos)
      throws InterruptedException {
    Atom peer = connection.peer();
    lock.lockInterruptibly();
    try {
      while (true) {
        if (closed || (attempt != null && isOver(attempt))) {
          return false;
        }
        if (attempt == null) {
          supersede(attempts.get(peer));
        }
        SocketConnection before = current.get(peer);
        if (before == null) {
          break;
        }
        before.close("there is a new one");
        if (!awaitChange(deadlineNanos)) {
          return false;
        }
      }
      if (isFullFor(connection.source())) {
        return false;
      }
      current.put(peer, connection);
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(Attempt attempt) {
    return attempt.superseded || attempts.get(attempt.peer.atom()) != attempt;
  }

  private static void supersede(@Nullable Attempt attempt) {
    if (attempt != null) {
      attempt.superseded = true;
      if (attempt.transport != null) {
        Channel.close(attempt.transport);
      }
    }
  }

  /** Tells every thread that waits for a connection with the node that there is one. */
  void announce(SocketConnection connection) {
    Attempt attempt;
    lock.lock();
    try {
      attempt = attempts.remove(connection.peer());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (attempt != null) {
      attempt.future.completeAsync(() -> connection);
    }
  }

  /** Removes a connection that has ended. Retries while there is no memory for it. */
  void remove(SocketConnection connection) {
    boolean isRemoved = false;
    while (!isRemoved) {
      try {
        forget(connection);
        isRemoved = true;
      } catch (OutOfMemoryError e) {
        Threads.pause();
      }
    }
  }

  private void forget(SocketConnection connection) {
    lock.lock();
    try {
      current.remove(connection.peer(), connection);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Closes all connections, and lets no new one begin. */
  void close() {
    List<Attempt> open;
    lock.lock();
    try {
      closed = true;
      open = List.copyOf(attempts.values());
      open.forEach(ConnectionTable::supersede);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    for (SocketConnection connection : all()) {
      connection.close("the node is closing");
    }
    for (Attempt attempt : open) {
      fail(attempt, new HandshakeException("the node is closed"));
    }
  }

  /** Returns the time by which an action that begins now has to end. */
  static long deadline(Duration duration) {
    return System.nanoTime() + TimeUnit.NANOSECONDS.convert(duration);
  }
}
