package org.jets.node.distribution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a node registered with epmd. If epmd goes away, the node registers again, with longer and
 * longer pauses, until epmd is back. The creation stays the one of the first registration, since
 * pids contain it.
 *
 * <p>{@link #close} needs no answer of epmd: it closes the socket on which the thread awaits one.
 *
 * <p>Guarded by this: {@link #socket}.
 */
final class EpmdRegistration implements AutoCloseable {
  private static final Logger LOG = System.getLogger("org.jets.node");
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  private final Epmd epmd;
  private final String alive;
  private final int port;
  private final int creation;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread keeper;

  /** The socket of the registration, or of a request for a new one. */
  private Socket socket;

  private EpmdRegistration(Epmd epmd, String alive, int port, int creation, Socket socket) {
    this.epmd = epmd;
    this.alive = alive;
    this.port = port;
    this.creation = creation;
    this.socket = socket;
    this.keeper = Threads.daemon("epmd-" + alive, this::keep);
  }

  /**
   * Registers a node.
   *
   * @throws IOException as {@link Epmd#register}
   */
  static EpmdRegistration start(Epmd epmd, String alive, int port) throws IOException {
    Socket socket = new Socket();
    EpmdRegistration registration =
        new EpmdRegistration(epmd, alive, port, epmd.register(alive, port, socket), socket);
    registration.keeper.start();
    return registration;
  }

  int creation() {
    return creation;
  }

  /** Keeps the registration. Another one follows, whatever error this one ends with. */
  private void keep() {
    while (!isClosed()) {
      try {
        keepOne();
      } catch (RuntimeException | Error e) {
        // There may be no memory to report it, nor to continue at once.
        Threads.pause();
      }
    }
  }

  private void keepOne() {
    Socket current = current();
    awaitEnd(current);
    if (!isClosed()) {
      LOG.log(Level.WARNING, "{0} has closed the registration of {1}", epmd, alive);
      registerAgain();
    }
  }

  private synchronized Socket current() {
    return socket;
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private static void awaitEnd(Socket socket) {
    try (socket) {
      // epmd sends nothing more: this waits for the end of the connection.
      while (socket.getInputStream().read() >= 0) {}
    } catch (IOException e) {
      // This ends the registration too.
    }
  }

  private void registerAgain() {
    long pause = FIRST_PAUSE_MILLIS;
    while (!waitForClose(pause)) {
      Socket next = new Socket();
      try {
        replace(next);
        epmd.register(alive, port, next);
        LOG.log(Level.INFO, "{0} has registered {1} again", epmd, alive);
        return;
      } catch (IOException e) {
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      }
    }
  }

  private boolean waitForClose(long millis) {
    try {
      return closed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }

  private synchronized void replace(Socket next) throws IOException {
    socket = next;
    if (isClosed()) {
      next.close();
    }
  }

  /** Ends the registration, and waits for the thread's end. */
  @Override
  public void close() {
    closed.countDown();
    try {
      current().close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "closing a registration", e);
    }
    Threads.join(keeper);
  }
}
