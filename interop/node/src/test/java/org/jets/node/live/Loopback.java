package org.jets.node.live;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

/** Addresses, ports and names that no other run on this machine has. */
public final class Loopback {
  /** The host of all names of nodes. */
  public static final String HOST = "127.0.0.1";

  private static final int FIRST_PORT = 10_000;

  /** The least port that Linux, and other systems, assign to a socket that asks for any port. */
  private static final int FIRST_ANY_PORT = 32_768;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String RUN = randomHex(4);
  private static final AtomicInteger NAMES = new AtomicInteger();

  private Loopback() {}

  /** Returns the address of a port. */
  public static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /**
   * Returns a port on which no process listens at this moment. It is none of the ports that systems
   * assign to sockets that ask for any port. So no connection gets it by chance.
   */
  public static int freePort() throws IOException {
    while (true) {
      int port = FIRST_PORT + RANDOM.nextInt(FIRST_ANY_PORT - FIRST_PORT);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Another process has it.
      }
    }
  }

  /** Returns a unique name for a node with this beginning, without its host. */
  public static String uniqueName(String beginning) {
    return beginning + "_" + RUN + "_" + NAMES.incrementAndGet();
  }

  /** Returns a unique cookie. */
  public static String uniqueCookie() {
    return randomHex(10);
  }

  private static String randomHex(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
