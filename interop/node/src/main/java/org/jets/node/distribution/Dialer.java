package org.jets.node.distribution;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.Socket;

/** Makes the connections that this node wants. */
final class Dialer {
  /** The failure of an attempt when there is no memory to describe it. Allocated in advance. */
  private final IOException noConnection =
      new HandshakeException("no connection, and too little memory");

  private final DistributionOptions options;
  private final NodeName self;
  private final int creation;
  private final ConnectionTable table;
  private final ConnectionRunner runner;

  Dialer(
      DistributionOptions options,
      NodeName self,
      int creation,
      ConnectionTable table,
      ConnectionRunner runner) {
    this.options = options;
    this.self = self;
    this.creation = creation;
    this.table = table;
    this.runner = runner;
  }

  /** Connects with the node that should give this one its name. */
  static EstablishedChannel beNamed(DistributionOptions options, NodeName peer) throws IOException {
    DialingSockets sockets = new DialingSockets();
    try {
      Socket socket = sockets.open();
      socket.setSoTimeout(options.handshakeMillis());
      Channel channel = dial(options, socket, sockets, peer);
      OutgoingHandshake handshake =
          new OutgoingHandshake(
              channel,
              options.name,
              0,
              peer,
              options.cookieFor(peer.atom()),
              new OutstandingChallenges(),
              Flags.OURS | Flags.NAME_ME);
      PeerNode node = handshake.run(true);
      socket.setSoTimeout(0);
      return new EstablishedChannel(channel, handshake.self(), handshake.creation(), node);
    } catch (IOException | RuntimeException e) {
      sockets.close();
      throw e;
    }
  }

  /** Makes a connection and runs it to its end, unless the other node makes one first. */
  void run(ConnectionTable.Attempt attempt) {
    long deadline = ConnectionTable.deadline(options.handshakeTimeout);
    IOException failure = noConnection;
    try {
      failure = new HandshakeException("no connection with " + attempt.peer);
      connect(attempt, deadline);
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(attempt, failure, deadline);
    }
  }

  private void connect(ConnectionTable.Attempt attempt, long deadline)
      throws IOException, InterruptedException {
    DialingSockets sockets = new DialingSockets();
    ConnectionRunner.Handshake handshake = runner.begin(sockets);
    try {
      if (table.awaitBegin(attempt, deadline) && table.setTransport(attempt, sockets)) {
        EstablishedChannel established = shakeHands(attempt.peer, sockets);
        if (handshake.end()) {
          runner.run(established, sockets, attempt, deadline);
        }
      }
    } finally {
      handshake.end();
      runner.end(sockets);
    }
  }

  private EstablishedChannel shakeHands(NodeName peer, DialingSockets sockets) throws IOException {
    Channel channel = dial(options, sockets.open(), sockets, peer);
    OutgoingHandshake handshake =
        new OutgoingHandshake(
            channel, self, creation, peer, options.cookieFor(peer.atom()), table.challenges());
    return new EstablishedChannel(
        channel, self, creation, handshake.run(table.get(peer.atom()) == null));
  }

  private static Channel dial(
      DistributionOptions options, Socket socket, DialingSockets sockets, NodeName peer)
      throws IOException {
    Channel channel =
        Channel.connect(socket, PeerAddresses.find(peer, options, sockets), peer, options);
    channel.checkCertificate(peer, options);
    return channel;
  }

  /** Ends an attempt that has led to no connection, unless the other node's own attempt has. */
  private void end(ConnectionTable.Attempt attempt, IOException failure, long deadline) {
    boolean refused = failure instanceof HandshakeException e && e.isSimultaneous();
    try {
      table.awaitOther(attempt, refused, deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (table.fail(attempt, failure)) {
        Level level = failure instanceof ProtocolException ? Level.WARNING : Level.DEBUG;
        options.log.log(
            RateLimitedLog.Kind.DIAL,
            level,
            "cannot connect with {0}: {1}",
            attempt.peer,
            String.valueOf(failure.getMessage()));
      }
    }
  }
}
