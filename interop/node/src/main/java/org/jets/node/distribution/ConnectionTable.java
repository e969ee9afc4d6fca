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
 * The connections of a node and what is under way to become one: of each other node there is one at
 * most.
 *
 * <p>Where two nodes connect with each other at once, the attempt of the one with the greater name
 * goes on. The other's is refused if its peer knows of its own when it sees it, and else dropped as
 * soon as the cookie that came with the better one is known to be right: not before, since anybody
 * can give any name.
 *
 * <p>Guarded by the lock: {@link #attempts}, {@link #incoming}, {@link #closed} and all writes to
 * {@link #current}, which is read without. {@link #changed} is signalled at every change to these.
 */
final class ConnectionTable {
  /** How long a handshake that another node has begun may take, of those that succeed. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final int maxConnections;
  private final int maxOfAddress;
  private final NodeName self;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** From before a connection's listener hears of it until after it has heard of its end. */
  private final Map<Atom, SocketConnection> current = new ConcurrentHashMap<>();

  private final Map<Atom, Attempt> attempts = new HashMap<>();

  /** The handshakes of each node that another node has begun and been told to go on with. */
  private final Map<Atom, Incoming> incoming = new HashMap<>();

  /** Changed in place: that takes no memory. */
  private static final class Incoming {
    int count;
  }

  private boolean closed;
  private final Challenges challenges = new Challenges();

  /**
   * Makes an empty table.
   *
   * @param maxOfAddress how many connections there may be that nodes at one address have made
   * @param maxConnections how many connections there may be
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

    /** What the attempt goes through, for it to be dropped. Guarded by the table's lock. */
    private @Nullable Closeable transport;

    /** Whether the other node's own attempt takes the place of this. Guarded by the same. */
    private boolean superseded;

    Attempt(NodeName peer) {
      this.peer = peer;
    }
  }

  /** Returns the challenges of all handshakes. */
  Challenges challenges() {
    return challenges;
  }

  /** Returns the open connection with a node; null if there is none. */
  @Nullable SocketConnection get(Atom node) {
    return SocketConnection.openOrNull(current.get(node));
  }

  Collection<SocketConnection> all() {
    return List.copyOf(current.values());
  }

  /** What there is to wait for, or to begin, for a connection. */
  record Start(Attempt attempt, boolean isNew) {}

  /** Returns the attempt to connect with a node, a new one if there is none; null when closed. */
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
   * Waits until an attempt may begin: until there is no connection, and for a moment until there is
   * no handshake that the other node has begun. Anybody can begin one under its name, and it is not
   * known before its end to be the other node's: so it holds up nothing for longer.
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
   * @param refused whether the other node has said that it makes one
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

  @SuppressWarnings("WaitNotInLoop") // Whoever calls this does so in a loop.
  private boolean awaitChange(long deadlineNanos) throws InterruptedException {
    long left = deadlineNanos - System.nanoTime();
    return !closed && left > 0 && changed.awaitNanos(left) > 0;
  }

  /** Sets what closes the transport of an attempt; false if the attempt is over. */
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
   * @return false if it has ended otherwise
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
        // Who waits for the future must hear of this.
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
   * Decides what a node that connects with this one is told. Where it may go on, {@link
   * #endIncoming} has to be called.
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
   * Returns true if there is no place for a connection: in all, or for its address.
   *
   * @param source null for a connection that this node makes, which takes none of an address'
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

  /** Returns how many handshakes are under way that a node has begun and may go on with. */
  int incomingOf(NodeName peer) {
    lock.lock();
    try {
      Incoming begun = incoming.get(peer.atom());
      return begun == null ? 0 : begun.count;
    } finally {
      lock.unlock();
    }
  }

  /** Ends a handshake that another node has begun, whatever memory there is. */
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

  /** Changes nothing if there is no memory: with the lock held this takes none. */
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
   * Makes a connection the current one of its node, once the one before has ended.
   *
   * @param attempt what the connection comes from; null if the other node has made it
   * @return false if the attempt is over, the table is closed or full, or the one before does not
   *     end in time
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

  /** Tells whoever waits for a connection with the node that there is one. */
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

  /** Forgets a connection that has ended, whatever memory there is. */
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

  /** Returns the time at which something that begins now has to be over. */
  static long deadline(Duration duration) {
    return System.nanoTime() + TimeUnit.NANOSECONDS.convert(duration);
  }
}
