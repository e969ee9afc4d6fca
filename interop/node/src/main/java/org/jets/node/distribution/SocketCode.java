package org.jets.node.distribution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has the JDK load and link the code that ends connections, while there is memory. A JDK's class
 * whose initialization fails for want of memory fails for good: then no socket of the JVM can be
 * closed any more.
 */
final class SocketCode {
  private static final Logger LOG = System.getLogger("org.jets.node");
  private static final AtomicBoolean LOADED = new AtomicBoolean();

  private SocketCode() {}

  /** Shuts down and closes both ends of a connection of the JVM with itself, once in a JVM. */
  static void load() {
    if (!LOADED.compareAndSet(false, true)) {
      return;
    }
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket calling = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket called = server.accept()) {
      // The option is one that closing asks for.
      calling.setSoLinger(false, 0);
      called.shutdownOutput();
      called.shutdownInput();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "loading the code of sockets", e);
    }
  }
}
