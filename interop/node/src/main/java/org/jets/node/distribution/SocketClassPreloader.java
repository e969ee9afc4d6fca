package org.jets.node.distribution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes the JDK load and link the code that ends connections, while there is memory. If the
 * initialization of a JDK class fails for want of memory, it fails permanently. Then no socket of
 * the JVM can be closed any more.
 */
final class SocketClassPreloader {
  private static final Logger LOG = System.getLogger("org.jets.node");
  private static final AtomicBoolean LOADED = new AtomicBoolean();

  /** Bounds each step, in case a filter drops packets to the loopback address. */
  private static final int STEP_MILLIS = 1_000;

  private SocketClassPreloader() {}

  /**
   * Shuts down and closes both ends of a connection of the JVM with itself, until that has
   * succeeded once in a JVM.
   */
  static void load() {
    if (!LOADED.compareAndSet(false, true)) {
      return;
    }
    boolean isLoaded = false;
    try {
      isLoaded = isLoadedOver(InetAddress.getLoopbackAddress());
    } finally {
      if (!isLoaded) {
        LOADED.set(false);
      }
    }
  }

  /** Returns true if a connection over this address could be made and closed. */
  static boolean isLoadedOver(InetAddress address) {
    try (ServerSocket server = new ServerSocket(0, 1, address);
        Socket calling = new Socket()) {
      server.setSoTimeout(STEP_MILLIS);
      calling.connect(new InetSocketAddress(address, server.getLocalPort()), STEP_MILLIS);
      try (Socket called = server.accept()) {
        // Closing uses this option.
        calling.setSoLinger(false, 0);
        called.shutdownOutput();
        called.shutdownInput();
      }
      return true;
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "loading the code of sockets", e);
      return false;
    }
  }
}
