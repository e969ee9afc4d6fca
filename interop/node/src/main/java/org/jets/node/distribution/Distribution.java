package org.jets.node.distribution;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in distribution: its name, its port, and the connections that it accepts and makes.
 *
 * <p>Threads:
 *
 * <ul>
 *   <li>one that accepts connections;
 *   <li>one that looks after all of them at regular intervals;
 *   <li>one that keeps the registration with epmd;
 *   <li>two for each connection, one of which has made its handshake.
 * </ul>
 *
 * <p>All of them are daemons, and end with {@link #close}. Safe for use by many threads.
 */
public final class Distribution implements AutoCloseable {
  private static final int FIRST_CREATION = 4;
  private static final int BACKLOG = 128;

  private final DistributionOptions options;
  private final ConnectionThreads threads = new ConnectionThreads();
  private final @Nullable ServerSocket server;
  private final @Nullable EpmdRegistration registration;

  /** The connection with the node that has given this one its name. */
  private final @Nullable EstablishedChannel first;

  private final NodeName name;
  private final int creation;
  private final ConnectionTable table;

  /** Set, as the next field is, once {@link #serve} has been called. */
  private volatile @Nullable ConnectionRunner runner;

  private volatile @Nullable Dialer dialer;

  private Distribution(
      DistributionOptions options,
      @Nullable ServerSocket server,
      @Nullable EpmdRegistration registration,
      @Nullable EstablishedChannel first) {
    this.options = options;
    this.server = server;
    this.registration = registration;
    this.first = first;
    if (first != null) {
      this.name = first.self();
      this.creation = first.creation();
    } else {
      this.name = options.name;
      this.creation = registration == null ? randomCreation() : registration.creation();
    }
    this.table = new ConnectionTable(name, options.maxConnectionsOfAddress, options.maxConnections);
  }

  private static int randomCreation() {
    SecureRandom random = new SecureRandom();
    int creation;
    do {
      creation = random.nextInt();
    } while (creation >= 0 && creation < FIRST_CREATION);
    return creation;
  }

  /**
   * Gives a node its name, port and creation, and registers it. Connections wait until {@link
   * #serve} is called.
   *
   * @throws IOException if the port is not free, there is no epmd, epmd knows a node of that name,
   *     the node's certificate is not valid for its name, or the node that should give this one its
   *     name does not
   */
  public static Distribution open(DistributionOptions options) throws IOException {
    NodeName namedBy = options.namedBy;
    if (namedBy != null) {
      return new Distribution(options, null, null, Dialer.beNamed(options, namedBy));
    }
    options.checkOwnCertificate();
    if (!options.listens) {
      return new Distribution(options, null, null, null);
    }
    ServerSocket server = new ServerSocket();
    try {
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress(options.bindAddress, options.port), BACKLOG);
      return new Distribution(options, server, register(options, server.getLocalPort()), null);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static @Nullable EpmdRegistration register(DistributionOptions options, int port)
      throws IOException {
    InetSocketAddress address = options.epmd;
    return address == null
        ? null
        : EpmdRegistration.start(
            new Epmd(address, options.handshakeTimeout), options.name.alive(), port);
  }

  /**
   * Begins to accept and make connections. To be called once.
   *
   * @param listener told about all of them
   */
  public void serve(ConnectionListener listener) {
    ConnectionRunner running = new ConnectionRunner(options, name, listener, table);
    runner = running;
    dialer = new Dialer(options, name, creation, table, running);
    ServerSocket socket = server;
    if (socket != null) {
      Acceptor acceptor = new Acceptor(options, name, creation, table, running, threads);
      threads.start("accepting-" + name, () -> acceptor.accept(socket));
    }
    EstablishedChannel named = first;
    if (named != null) {
      threads.start("reader-" + named.peer().name().name(), () -> serve(running, named));
    }
  }

  private void serve(ConnectionRunner running, EstablishedChannel established) {
    try {
      running.run(
          established,
          established.channel(),
          null,
          ConnectionTable.deadline(options.handshakeTimeout));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      established.channel().close();
    }
  }

  /** Returns this node's name. */
  public Atom node() {
    return name.atom();
  }

  /** Returns which incarnation of this node this is, unsigned. */
  public int creation() {
    return creation;
  }

  /** Returns the port at which this node listens; 0 if it does not. */
  public int port() {
    return server == null ? 0 : server.getLocalPort();
  }

  /** Returns the connection with a node, if there is one. Constant time, without locks. */
  public Optional<Connection> connection(Atom node) {
    return Optional.ofNullable(table.get(node));
  }

  /** Returns the open connections. */
  public Collection<Connection> connections() {
    return table.all().stream()
        .filter(Connection::isOpen)
        .map(connection -> (Connection) connection)
        .toList();
  }

  /**
   * Connects with a node: returns the existing connection, or the one that is being made, or makes
   * one. Dependents of the future run in no thread of a connection.
   *
   * @return a future that fails with an {@link IOException} if the node cannot be reached or
   *     refuses
   */
  public CompletableFuture<Connection> connect(Atom node) {
    Connection existing = table.get(node);
    if (existing != null) {
      return CompletableFuture.completedFuture(existing);
    }
    NodeName peer = NodeName.parseOrNull(node.name());
    if (peer == null || peer.equals(name)) {
      return CompletableFuture.failedFuture(
          new HandshakeException(node + " is no node to connect with"));
    }
    if (!options.dials || !options.allowedNodes.test(node.name())) {
      return CompletableFuture.failedFuture(
          new HandshakeException("this node may not connect with " + node));
    }
    Dialer dialing = dialer;
    ConnectionTable.Start start = dialing == null ? null : table.attempt(peer);
    if (dialing == null || start == null) {
      return CompletableFuture.failedFuture(new HandshakeException("the node is closed"));
    }
    ConnectionTable.Attempt attempt = start.attempt();
    if (start.isNew()) {
      try {
        threads.start("reader-" + peer, () -> dialing.run(attempt));
      } catch (OutOfMemoryError e) {
        table.fail(attempt, e);
      }
    }
    return attempt.future.copy();
  }

  /** Returns how many bytes have come over connections so far, after their handshakes. */
  public long readBytes() {
    ConnectionRunner running = runner;
    return running == null ? 0 : running.readBytes();
  }

  /** Returns how many bytes have been sent over connections so far, after their handshakes. */
  public long writtenBytes() {
    ConnectionRunner running = runner;
    return running == null ? 0 : running.writtenBytes();
  }

  /**
   * Closes all connections and the port, and ends the registration. Waits for the end of all
   * threads, unless this is called by one of them. It depends on no answer of another node or of
   * epmd: it closes the sockets on which a thread awaits one. Only the look-up of a host's name
   * delays it, which the JDK cannot interrupt.
   */
  @Override
  public void close() {
    if (registration != null) {
      registration.close();
    }
    ConnectionRunner running = runner;
    if (running != null) {
      running.close();
    }
    if (server != null) {
      Channel.close(server);
    }
    if (first != null) {
      first.channel().close();
    }
    table.close();
    threads.join();
  }
}
