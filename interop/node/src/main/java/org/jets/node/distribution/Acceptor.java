package org.jets.node.distribution;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.jets.node.distribution.HandshakeMessage.Status;
import org.jets.node.distribution.RateLimitedLog.Kind;
import org.jspecify.annotations.Nullable;

/** Takes the connections that other nodes make. */
final class Acceptor {
  private static final String OF_ADDRESS =
      "of its address or in all (--max-connections, withMaxConnections)";

  /** The pause after accepting has failed, as it does for want of file descriptors. */
  private static final int PAUSE_MILLIS = 100;

  private final DistributionOptions options;
  private final NodeName self;
  private final int creation;
  private final ConnectionTable table;
  private final ConnectionRunner runner;
  private final ConnectionThreads threads;
  private final PendingHandshakes handshakes;

  Acceptor(
      DistributionOptions options,
      NodeName self,
      int creation,
      ConnectionTable table,
      ConnectionRunner runner,
      ConnectionThreads threads) {
    this.options = options;
    this.self = self;
    this.creation = creation;
    this.table = table;
    this.runner = runner;
    this.threads = threads;
    this.handshakes = new PendingHandshakes(options);
  }

  /**
   * Accepts connections until the socket is closed. The loop goes on, whatever error one connection
   * ends with.
   */
  void accept(ServerSocket server) {
    while (!runner.isClosed()) {
      try {
        acceptOne(server);
      } catch (RuntimeException | Error e) {
        // The report has failed: there is no memory for it now, but there may be soon.
        Threads.pause();
      }
    }
  }

  private void acceptOne(ServerSocket server) {
    try {
      accepted(server.accept());
    } catch (IOException | RuntimeException | Error e) {
      if (!runner.isClosed()) {
        options.log.log(
            Kind.ACCEPT, Level.WARNING, "accepting connections: {0}", String.valueOf(e));
        pause();
      }
    }
  }

  private void accepted(Socket socket) {
    boolean isStarted = false;
    try {
      Socket oldest = handshakes.begin(socket);
      if (oldest != null) {
        options.log.log(
            Kind.ACCEPT,
            Level.WARNING,
            "dropping {0} for {1}: too many handshakes are under way",
            oldest.getRemoteSocketAddress(),
            socket.getRemoteSocketAddress());
        Channel.close(oldest);
      }
      threads.start("reader-" + socket.getRemoteSocketAddress(), () -> answer(socket));
      isStarted = true;
    } finally {
      if (!isStarted) {
        try {
          handshakes.end(socket);
        } finally {
          Channel.close(socket);
        }
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes the handshake, and runs the connection to its end. */
  private void answer(Socket socket) {
    try {
      SocketConnection connection = shakeHandsInTime(socket);
      if (connection != null) {
        runner.run(connection, socket);
      }
    } finally {
      runner.end(socket);
    }
  }

  private @Nullable SocketConnection shakeHandsInTime(Socket socket) {
    ConnectionRunner.Handshake handshake = null;
    SocketConnection connection = null;
    try {
      handshake = runner.begin(socket);
      connection = shakeHands(socket);
    } finally {
      handshakes.end(socket);
      if (handshake != null && !handshake.end() && connection != null) {
        table.remove(connection);
        connection = null;
      }
    }
    return connection;
  }

  /** Returns a connection that is in the table; null if the handshake leads to none. */
  private @Nullable SocketConnection shakeHands(Socket socket) {
    String from = String.valueOf(socket.getRemoteSocketAddress());
    int challenge = table.challenges().begin();
    try {
      Channel channel = Channel.accept(socket, options);
      IncomingHandshake handshake =
          new IncomingHandshake(
              channel, self, creation, options::cookieFor, table.challenges(), challenge);
      NodeName peer = handshake.readName();
      from = peer + " at " + from;
      Thread.currentThread().setName(Threads.PREFIX + "reader-" + peer);
      channel.checkCertificate(peer, options);
      return goOn(handshake, channel, peer);
    } catch (IOException e) {
      if (!runner.isClosed()) {
        options.audit.refused(from, e);
        options.log.log(
            Kind.REFUSAL, Level.WARNING, "refusing {0}: {1}", from, String.valueOf(e.getMessage()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      options.log.log(Kind.REFUSAL, Level.ERROR, "refusing {0}: {1}", from, e);
    } finally {
      table.challenges().end(challenge);
    }
    return null;
  }

  private @Nullable SocketConnection goOn(
      IncomingHandshake handshake, Channel channel, NodeName peer)
      throws IOException, InterruptedException {
    boolean isAllowed = options.allowedNodes.test(peer.toString());
    String status = isAllowed ? table.statusFor(peer, channel.source()) : Status.NOT_ALLOWED;
    if (status.equals(Status.NOT_ALLOWED)) {
      handshake.refuse();
      throw new HandshakeException(
          isAllowed && table.isFullFor(channel.source())
              ? "there are too many connections " + OF_ADDRESS
              : "it is not allowed to connect");
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
  }

  private SocketConnection finish(IncomingHandshake handshake, Channel channel)
      throws IOException, InterruptedException {
    SocketConnection connection =
        runner.connection(
            new EstablishedChannel(channel, self, creation, handshake.exchangeChallenges()));
    long deadline = ConnectionTable.deadline(options.handshakeTimeout);
    if (!table.install(connection, null, deadline)) {
      throw new HandshakeException(
          "it cannot replace the connection that there is, or there are too many " + OF_ADDRESS);
    }
    try {
      handshake.finish();
      options.audit.add("accepted " + connection);
      return connection;
    } catch (IOException | RuntimeException | Error e) {
      table.remove(connection);
      throw e;
    }
  }
}
