package org.jets.node.distribution;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jets.node.distribution.HandshakeMessage.Status;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in distribution: it has a name and a port, takes connections and makes them.
 *
 * <p>Threads: one that accepts connections, one that looks after all of them now and then, one that
 * keeps the registration with epmd, and two for each connection, one of which has made its
 * handshake. All of them are daemons, and end with {@link #close}. Safe for use by many threads.
 */
public final class Distribution implements AutoCloseable {
  private static final Logger LOG = System.getLogger("org.jets.node");
  private static final int FIRST_CREATION = 4;
  private static final int BACKLOG = 128;
  private static final int ROUNDS = 4;

  private final DistributionOptions options;
  private final ScheduledThreadPoolExecutor timer;
  private final Semaphore handshakes;
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final Set<Closeable> handshaking = ConcurrentHashMap.newKeySet();
  private final @Nullable ServerSocket server;
  private final @Nullable EpmdRegistration registration;
  private final NodeName name;
  private final int creation;
  private final ConnectionTable table;

  /** The connection with the node that has given this one its name, until it is served. */
  private @Nullable Established first;

  private volatile @Nullable ConnectionListener listener;
  private volatile boolean closed;

  private Distribution(
      DistributionOptions options,
      @Nullable ServerSocket server,
      @Nullable EpmdRegistration registration,
      @Nullable Established first) {
    this.options = options;
    this.server = server;
    this.registration = registration;
    this.first = first;
    this.name = first == null ? options.name : first.self();
    this.creation =
        first != null
            ? first.creation()
            : registration != null ? registration.creation() : randomCreation();
    this.handshakes = new Semaphore(options.maxHandshakes);
    this.table = new ConnectionTable(name, options.maxConnections);
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "jets-ticks");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  /** A channel on which the handshake has been made. */
  private record Established(Channel channel, NodeName self, int creation, PeerNode peer) {}

  private static int randomCreation() {
    int creation;
    do {
      creation = new SecureRandom().nextInt();
    } while (creation >= 0 && creation < FIRST_CREATION);
    return creation;
  }

  /**
   * Gives a node its name, port and creation, and makes it known. Connections wait until {@link
   * #serve} is called.
   *
   * @throws IOException if the port is not free, epmd is not there or knows a node of that name, or
   *     the node that should give this one its name does not
   */
  public static Distribution open(DistributionOptions options) throws IOException {
    NodeName namedBy = options.namedBy;
    if (namedBy != null) {
      return new Distribution(options, null, null, beNamed(options, namedBy));
    }
    if (!options.listens) {
      return new Distribution(options, null, null, null);
    }
    ServerSocket server = new ServerSocket();
    try {
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress(options.bindAddress, options.port), BACKLOG);
      EpmdRegistration registration = null;
      InetSocketAddress epmd = options.epmd;
      if (epmd != null) {
        registration =
            EpmdRegistration.start(
                new Epmd(epmd, options.handshakeTimeout),
                options.name.alive(),
                server.getLocalPort());
      }
      return new Distribution(options, server, registration, null);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static Established beNamed(DistributionOptions options, NodeName peer)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.setSoTimeout((int) options.handshakeTimeout.toMillis());
      Channel channel = dial(options, socket, peer);
      OutgoingHandshake handshake =
          new OutgoingHandshake(
              channel,
              options.name,
              0,
              peer,
              options.cookieFor(peer.atom()),
              Flags.OURS | Flags.NAME_ME);
      PeerNode node = handshake.run(true);
      socket.setSoTimeout(0);
      return new Established(channel, handshake.self(), handshake.creation(), node);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Begins to take and make connections. To be called once.
   *
   * @param connectionListener told about all of them
   */
  public void serve(ConnectionListener connectionListener) {
    listener = connectionListener;
    ServerSocket socket = server;
    if (socket != null) {
      start("accepting-" + name, () -> accept(socket));
    }
    Established named = first;
    first = null;
    if (named != null) {
      start("reader-" + named.peer().name().name(), () -> serveFirst(named));
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

  /** Returns the connections that there are. */
  public Collection<Connection> connections() {
    return table.all().stream()
        .filter(Connection::isOpen)
        .map(connection -> (Connection) connection)
        .toList();
  }

  /**
   * Connects with a node: returns the connection that there is, or that is being made, or makes
   * one. What depends on the future runs in no thread of a connection.
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
    ConnectionTable.Start start = listener == null ? null : table.attempt(peer);
    if (start == null) {
      return CompletableFuture.failedFuture(new HandshakeException("the node is closed"));
    }
    if (start.isNew()) {
      start("reader-" + peer, () -> dial(start.attempt()));
    }
    return start.attempt().future.copy();
  }

  private void start(String threadName, Runnable task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } finally {
                threads.remove(Thread.currentThread());
              }
            },
            "jets-" + threadName);
    thread.setDaemon(true);
    threads.add(thread);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      threads.remove(thread);
      throw e;
    }
  }

  // ---- Connections that this node makes ----

  private void dial(ConnectionTable.Attempt attempt) {
    long deadline = ConnectionTable.deadline(options.handshakeTimeout);
    Socket socket = new Socket();
    Future<?> timeout = closeLater(socket);
    IOException failure = new HandshakeException("no connection with " + attempt.peer);
    try {
      if (table.awaitBegin(attempt, deadline) && table.setTransport(attempt, socket)) {
        Established established = handshake(attempt.peer, socket);
        if (timeout.cancel(false)) {
          run(established, attempt, deadline);
        }
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      timeout.cancel(false);
      closeNow(socket);
      end(attempt, failure, deadline);
    }
  }

  /** Ends an attempt that has not led to a connection, unless the other node's own has. */
  private void end(ConnectionTable.Attempt attempt, IOException failure, long deadline) {
    boolean refused = failure instanceof HandshakeException e && e.isSimultaneous();
    try {
      table.awaitOther(attempt, refused, deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (table.fail(attempt, failure)) {
      Level level = failure instanceof ProtocolException ? Level.WARNING : Level.DEBUG;
      LOG.log(level, "cannot connect with {0}: {1}", attempt.peer, failure.getMessage());
    }
  }

  private Established handshake(NodeName peer, Socket socket) throws IOException {
    Channel channel = dial(options, socket, peer);
    OutgoingHandshake handshake =
        new OutgoingHandshake(channel, name, creation, peer, options.cookieFor(peer.atom()));
    return new Established(channel, name, creation, handshake.run(table.get(peer.atom()) == null));
  }

  private static Channel dial(DistributionOptions options, Socket socket, NodeName peer)
      throws IOException {
    return Channel.connect(socket, addressOf(options, peer), peer, options);
  }

  private static InetSocketAddress addressOf(DistributionOptions options, NodeName peer)
      throws IOException {
    InetSocketAddress known = options.peerAddresses.get(peer.atom());
    if (known != null) {
      return known;
    }
    InetAddress host = InetAddress.getByName(peer.host());
    if (options.defaultPeerPort > 0) {
      return new InetSocketAddress(host, options.defaultPeerPort);
    }
    InetSocketAddress epmd = options.epmd;
    if (epmd == null) {
      throw new IOException("no address of " + peer + " in the options, and no epmd");
    }
    OptionalInt port =
        new Epmd(new InetSocketAddress(host, epmd.getPort()), options.handshakeTimeout)
            .lookUp(peer.alive());
    if (port.isEmpty()) {
      throw new IOException("epmd at " + host + " knows no node " + peer.alive());
    }
    return new InetSocketAddress(host, port.getAsInt());
  }

  // ---- Connections that others make ----

  private void accept(ServerSocket socket) {
    while (!closed) {
      try {
        Socket accepted = socket.accept();
        if (!handshakes.tryAcquire()) {
          LOG.log(
              Level.WARNING,
              "refusing {0}: {1} handshakes are under way",
              accepted.getRemoteSocketAddress(),
              options.maxHandshakes);
          Channel.close(accepted);
          continue;
        }
        start("reader-" + accepted.getRemoteSocketAddress(), () -> answer(accepted));
      } catch (IOException e) {
        if (!closed) {
          LOG.log(Level.WARNING, "accepting connections", e);
          pause();
        }
      }
    }
  }

  /**
   * Keeps an error that stays, such as too few file descriptors, from taking all of a processor.
   */
  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(Socket socket) {
    SocketConnection connection = null;
    Future<?> timeout = closeLater(socket);
    try {
      connection = shakeHands(socket);
      if (connection != null && !timeout.cancel(false)) {
        table.remove(connection);
        connection = null;
      }
    } finally {
      timeout.cancel(false);
      handshakes.release();
      if (connection != null) {
        runInstalled(connection);
      }
      closeNow(socket);
    }
  }

  /** Makes the handshake with a node that has connected; null if there will be no connection. */
  private @Nullable SocketConnection shakeHands(Socket socket) {
    String from = String.valueOf(socket.getRemoteSocketAddress());
    try {
      Channel channel = Channel.accept(socket, options);
      IncomingHandshake handshake =
          new IncomingHandshake(channel, name, creation, options::cookieFor);
      NodeName peer = handshake.readName();
      from = peer + " at " + from;
      Thread.currentThread().setName("jets-reader-" + peer);
      String status = table.statusFor(peer);
      if (status.equals(Status.NOT_ALLOWED)) {
        handshake.refuse();
        throw new HandshakeException("it is not allowed to connect");
      }
      if (status.equals(Status.NOK)) {
        handshake.refuseForOwnAttempt();
        return null;
      }
      try {
        return handshake.accept(status) ? finish(handshake, channel) : null;
      } finally {
        table.endIncoming(peer);
      }
    } catch (IOException e) {
      if (!closed) {
        LOG.log(Level.WARNING, "refusing {0}: {1}", from, e.getMessage());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "refusing " + from, e);
    }
    return null;
  }

  private SocketConnection finish(IncomingHandshake handshake, Channel channel)
      throws IOException, InterruptedException {
    SocketConnection connection =
        connection(new Established(channel, name, creation, handshake.exchangeChallenges()));
    if (!table.install(connection, null, ConnectionTable.deadline(options.handshakeTimeout))) {
      throw new HandshakeException("it cannot replace the connection that there is");
    }
    try {
      handshake.finish();
      return connection;
    } catch (IOException e) {
      table.remove(connection);
      throw e;
    }
  }

  // ---- All connections ----

  private Future<?> closeLater(Socket socket) {
    handshaking.add(socket);
    if (closed) {
      Channel.close(socket);
    }
    return timer.schedule(
        () -> Channel.close(socket), options.handshakeTimeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void closeNow(Socket socket) {
    handshaking.remove(socket);
    Channel.close(socket);
  }

  private ConnectionListener listener() {
    ConnectionListener l = listener;
    if (l == null) {
      throw new IllegalStateException("serve() has not been called");
    }
    return l;
  }

  private SocketConnection connection(Established established) {
    return new SocketConnection(
        established.channel(), node(), established.peer(), listener(), options);
  }

  private void serveFirst(Established established) {
    try {
      run(established, null, ConnectionTable.deadline(options.handshakeTimeout));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      established.channel().close();
    }
  }

  private void run(
      Established established, ConnectionTable.@Nullable Attempt attempt, long deadline)
      throws InterruptedException {
    SocketConnection connection = connection(established);
    if (table.install(connection, attempt, deadline)) {
      runInstalled(connection);
    }
  }

  private void runInstalled(SocketConnection connection) {
    long round = Math.max(1, options.netTickTime.toNanos() / ROUNDS);
    Future<?> ticks =
        timer.scheduleAtFixedRate(connection::tick, round, round, TimeUnit.NANOSECONDS);
    try {
      connection.run(() -> table.announce(connection));
    } finally {
      ticks.cancel(false);
      table.remove(connection);
    }
  }

  /**
   * Closes all connections and the port, takes the registration back, and waits for the end of all
   * threads, unless this is called by one of them.
   */
  @Override
  public void close() {
    closed = true;
    if (registration != null) {
      registration.close();
    }
    if (server != null) {
      Channel.close(server);
    }
    Established named = first;
    if (named != null) {
      named.channel().close();
    }
    table.close();
    handshaking.forEach(Channel::close);
    timer.shutdownNow();
    if (!threads.contains(Thread.currentThread())) {
      while (!threads.isEmpty()) {
        threads.forEach(Threads::join);
      }
    }
  }
}
