package org.jets.node.live;

import java.io.IOException;
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

  private static final String RUN = randomHex(4);
  private static final AtomicInteger NAMES = new AtomicInteger();

  private Loopback() {}

  /** Returns the address of a port. */
  public static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Returns a port that nobody listens on at this moment. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Returns a name for a node that begins as given and that nobody has, without its host. */
  public static String uniqueName(String beginning) {
    return beginning + "_" + RUN + "_" + NAMES.incrementAndGet();
  }

  /** Returns a cookie that nobody has. */
  public static String uniqueCookie() {
    return randomHex(10);
  }

  private static String randomHex(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
