package org.jets.node.distribution;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.OptionalInt;

/** Finds the addresses of nodes, in the options or else by asking the epmd of their host. */
final class PeerAddresses {
  private PeerAddresses() {}

  /**
   * Returns the address of a node.
   *
   * @param sockets the source of the sockets on which epmd is asked
   * @throws IOException if its host is not known, or has no epmd that knows the node
   */
  static InetSocketAddress find(NodeName peer, DistributionOptions options, DialingSockets sockets)
      throws IOException {
    InetSocketAddress known = options.peerAddresses.get(peer.atom());
    if (known != null) {
      return known;
    }
    InetAddress[] addresses = InetAddress.getAllByName(peer.host());
    if (options.defaultPeerPort > 0) {
      return new InetSocketAddress(addresses[0], options.defaultPeerPort);
    }
    InetSocketAddress epmd = options.epmd;
    if (epmd == null) {
      throw new IOException("no address of " + peer + " in the options, and no epmd");
    }
    IOException failure = new IOException(peer.host() + ": no address");
    for (InetAddress address : addresses) {
      try {
        return ask(new InetSocketAddress(address, epmd.getPort()), peer, options, sockets);
      } catch (IOException e) {
        failure = e;
      }
    }
    throw failure;
  }

  private static InetSocketAddress ask(
      InetSocketAddress epmd, NodeName peer, DistributionOptions options, DialingSockets sockets)
      throws IOException {
    Epmd daemon = new Epmd(epmd, options.handshakeTimeout);
    OptionalInt port = daemon.lookUp(peer.alive(), sockets.open());
    if (port.isEmpty()) {
      throw new IOException(daemon + " knows no node " + peer.alive());
    }
    return new InetSocketAddress(epmd.getAddress(), port.getAsInt());
  }
}
