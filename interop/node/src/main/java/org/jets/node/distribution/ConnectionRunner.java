package org.jets.node.distribution;

import java.io.Closeable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs connections from the end of the handshake on, and before that sees to it that a handshake
 * does not take too long. Safe for use by many threads.
 */
final class ConnectionRunner implements AutoCloseable {
  private static final Logger LOG = System.getLogger("org.jets.node");

  /** How often a connection is looked after in the time for ticks. */
  private static final int ROUNDS = 4;

  private final DistributionOptions options;
  private final NodeName self;
  private final ConnectionListener listener;
  private final ConnectionTable table;

  /** Of connections and of handshakes. */
  private final Set<Closeable> sockets = ConcurrentHashMap.newKeySet();

  private final ScheduledThreadPoolExecutor timer;

  /** The timer's only thread, known from the constructor on. */
  private volatile @Nullable Thread ticking;

  private final SendBudget budget;
  private volatile boolean closed;

  ConnectionRunner(
      DistributionOptions options,
      NodeName self,
      ConnectionListener listener,
      ConnectionTable table) {
    this.options = options;
    this.self = self;
    this.listener = listener;
    this.table = table;
    this.budget = new SendBudget(options);
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = Threads.daemon("ticks-" + self, task);
              ticking = thread;
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    timer.setRemoveOnCancelPolicy(true);
    timer.prestartCoreThread();
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * Begins a handshake: after its time the sockets are closed, unless the result is cancelled.
   *
   * @param socket one, or all that an attempt needs
   */
  Future<?> begin(Closeable socket) {
    sockets.add(socket);
    if (closed) {
      Channel.close(socket);
    }
    return timer.schedule(
        () -> Channel.close(socket), options.handshakeTimeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Ends a connection, or a handshake that has not led to one. */
  void end(Closeable socket) {
    sockets.remove(socket);
    Channel.close(socket);
  }

  /** Returns a connection, which is not yet in the table. */
  SocketConnection connection(Established established) {
    return new SocketConnection(
        established.channel(), self.atom(), established.peer(), listener, options, budget);
  }

  /**
   * Puts a connection into the table and runs it to its end.
   *
   * @param attempt what the connection comes from; null if the other node has made it
   */
  void run(Established established, ConnectionTable.@Nullable Attempt attempt, long deadlineNanos)
      throws InterruptedException {
    SocketConnection connection = connection(established);
    if (table.install(connection, attempt, deadlineNanos)) {
      run(connection);
    }
  }

  /** Runs a connection that is in the table to its end. */
  void run(SocketConnection connection) {
    long round = Math.max(1, options.netTickTime.toNanos() / ROUNDS);
    // With a delay between the rounds: a JVM that was stopped has none to make up for, in which
    // nothing could have come.
    Future<?> ticks =
        timer.scheduleWithFixedDelay(() -> tick(connection), round, round, TimeUnit.NANOSECONDS);
    try {
      connection.run(() -> table.announce(connection));
    } finally {
      ticks.cancel(false);
      table.remove(connection);
    }
  }

  /** Whatever one round ends with, there is a next one. */
  private static void tick(SocketConnection connection) {
    try {
      connection.tick();
    } catch (RuntimeException | Error e) {
      try {
        LOG.log(Level.ERROR, "looking after a connection", e);
      } catch (RuntimeException | Error inLogging) {
        // There is no memory to tell it with; the next round may find some.
      }
    }
  }

  /**
   * Closes all sockets, of connections and of handshakes, and waits for the end of the timer's
   * thread, unless that is the current one.
   */
  @Override
  public void close() {
    closed = true;
    sockets.forEach(Channel::close);
    timer.shutdownNow();
    Thread thread = ticking;
    if (thread != null) {
      Threads.join(thread);
    }
  }
}
