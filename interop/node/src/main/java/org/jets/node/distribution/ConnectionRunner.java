package org.jets.node.distribution;

import java.io.Closeable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs connections from the end of the handshake on. Before that, limits the time of the handshake.
 * Safe for use by many threads.
 */
final class ConnectionRunner implements AutoCloseable {
  /** The number of times per tick time that a connection is looked after. */
  private static final int TICKS = 4;

  /** The number of rounds between two ticks, and in the time of a handshake. */
  private static final int PARTS = 4;

  private static final long LONGEST_ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final DistributionOptions options;
  private final NodeName self;
  private final ConnectionListener listener;
  private final ConnectionTable table;

  /** The sockets of connections and of handshakes. */
  private final Set<Closeable> sockets = ConcurrentHashMap.newKeySet();

  private final long handshakeNanos;
  private final long tickNanos;
  private final PeriodicChecks rounds;
  private final SendBudget budget;
  private final ReceiveBudget received;
  private final AuditLog audit;
  private volatile boolean closed;

  ConnectionRunner(
      DistributionOptions options,
      NodeName self,
      ConnectionListener listener,
      ConnectionTable table) {
    SocketClassPreloader.load();
    this.options = options;
    this.self = self;
    this.listener = listener;
    this.table = table;
    this.budget = new SendBudget(options);
    this.received = new ReceiveBudget(options);
    this.audit = options.audit;
    this.handshakeNanos = TimeUnit.NANOSECONDS.convert(options.handshakeTimeout);
    this.tickNanos = TimeUnit.NANOSECONDS.convert(options.netTickTime) / TICKS;
    long round = Math.min(LONGEST_ROUND_NANOS, Math.min(handshakeNanos, tickNanos) / PARTS);
    this.rounds = new PeriodicChecks("ticks-" + self, Math.max(1, round));
    rounds.add(new Collection());
  }

  /** Looks after sockets that could not be closed for want of memory. */
  private static final class Collection extends PeriodicChecks.Attended {
    @Override
    void look(long nowNanos) {
      UnclosedSockets.OF_JVM.collect(nowNanos);
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Returns the bounds on what all connections receive. For tests. */
  ReceiveBudget received() {
    return received;
  }

  /**
   * Begins a handshake. After the time for it, the sockets are closed, unless the result has been
   * ended.
   *
   * @param socket one, or all that an attempt needs
   */
  Handshake begin(Closeable socket) {
    sockets.add(socket);
    if (closed) {
      Channel.close(socket);
    }
    Handshake handshake = new Handshake(socket);
    rounds.add(handshake);
    return handshake;
  }

  /** A handshake, whose socket is closed if it takes too long. */
  final class Handshake extends PeriodicChecks.Attended {
    private static final int UNDER_WAY = 0;
    private static final int ENDED = 1;
    private static final int EXPIRED = 2;

    private final Closeable socket;
    private final long beginNanos = System.nanoTime();
    private final AtomicInteger state = new AtomicInteger(UNDER_WAY);

    Handshake(Closeable socket) {
      this.socket = socket;
    }

    @Override
    void look(long nowNanos) {
      if (nowNanos - beginNanos >= handshakeNanos) {
        state.compareAndSet(UNDER_WAY, EXPIRED);
        if (state.get() == EXPIRED) {
          // Closed again in the next round, if this fails.
          Channel.close(socket);
        }
      }
    }

    /** Ends the handshake; returns whether it has ended in time. */
    boolean end() {
      state.compareAndSet(UNDER_WAY, ENDED);
      rounds.remove(this);
      return state.get() == ENDED;
    }
  }

  /** Ends a connection, or a handshake that has not led to one. */
  void end(Closeable socket) {
    try {
      Channel.close(socket);
    } finally {
      sockets.remove(socket);
    }
  }

  /** Returns the bytes of frames that connections have read so far. */
  long readBytes() {
    return received.readBytes();
  }

  /** Returns the bytes of frames that connections have written so far. */
  long writtenBytes() {
    return budget.writtenBytes().get();
  }

  /** Returns a new connection, which is not yet in the table. */
  SocketConnection connection(EstablishedChannel established) {
    return new SocketConnection(
        established.channel(),
        self.atom(),
        established.peer(),
        listener,
        options,
        budget,
        received);
  }

  /**
   * Puts a connection into the table and runs it to its end.
   *
   * @param socket the socket with which its handshake has {@linkplain #begin begun}
   * @param attempt the attempt that led to the connection; null if the other node has made it
   */
  void run(
      EstablishedChannel established,
      Closeable socket,
      ConnectionTable.@Nullable Attempt attempt,
      long deadlineNanos)
      throws InterruptedException {
    SocketConnection connection = connection(established);
    String line = "made " + connection;
    if (table.install(connection, attempt, deadlineNanos)) {
      try {
        audit.add(line);
      } finally {
        // Also removes the connection from the table.
        run(connection, socket);
      }
    }
  }

  /**
   * Runs a connection that is in the table to its end.
   *
   * @param socket the socket with which its handshake has {@linkplain #begin begun}
   */
  void run(SocketConnection connection, Closeable socket) {
    PeriodicChecks.Attended ticks = null;
    try {
      ticks = new Ticks(connection, socket);
      rounds.add(ticks);
      connection.run(() -> table.announce(connection));
    } finally {
      if (ticks != null) {
        rounds.remove(ticks);
      }
      table.remove(connection);
    }
  }

  /**
   * Looks after one connection. Time is measured from one tick to the next. So a JVM that was
   * paused counts no time in which nothing could arrive.
   */
  private final class Ticks extends PeriodicChecks.Attended {
    private final SocketConnection connection;
    private final Closeable socket;
    private long lastNanos = System.nanoTime();

    Ticks(SocketConnection connection, Closeable socket) {
      this.connection = connection;
      this.socket = socket;
    }

    @Override
    void look(long nowNanos) {
      if (connection.look()) {
        rounds.remove(this);
        table.remove(connection);
        // The collector closes no socket that this still refers to.
        sockets.remove(socket);
        return;
      }
      if (nowNanos - lastNanos >= tickNanos) {
        lastNanos = System.nanoTime();
        connection.tick();
      }
    }
  }

  /**
   * Closes all sockets, of connections and of handshakes. Waits for the end of the thread that
   * looks after them, unless it is the current one.
   */
  @Override
  public void close() {
    closed = true;
    sockets.forEach(Channel::close);
    rounds.close();
  }
}
