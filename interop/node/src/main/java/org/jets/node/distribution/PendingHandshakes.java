package org.jets.node.distribution;

import java.net.InetAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The handshakes that others have begun, which are bounded: in all, and for each address. Where
 * there is one too many the oldest gives way, of its own address or of the address that has the
 * most: a node that is silent makes way for one that talks. Safe for use by many threads.
 */
final class PendingHandshakes {
  private final int max;
  private final int maxOfAddress;

  /** The oldest first. Guarded by this, as is {@link #counts}. */
  private final Map<Socket, InetAddress> sockets = new LinkedHashMap<>();

  /** One number each, which is changed in place: to end a handshake takes no memory. */
  private final Map<InetAddress, int[]> counts = new HashMap<>();

  PendingHandshakes(DistributionOptions options) {
    this.max = options.maxHandshakes;
    this.maxOfAddress = Math.min(max, options.maxHandshakesOfAddress);
  }

  /**
   * Begins a handshake.
   *
   * @return the socket that gives way, which is to be closed; null if none has to
   */
  synchronized @Nullable Socket begin(Socket socket) {
    InetAddress address = socket.getInetAddress();
    if (address == null) {
      // It has been closed already.
      return null;
    }
    Socket oldest = null;
    int[] own = counts.get(address);
    if (own != null && own[0] >= maxOfAddress) {
      oldest = oldestOf(address);
    } else if (sockets.size() >= max) {
      oldest = oldestOf(busiest());
    }
    if (oldest != null) {
      end(oldest);
    }
    sockets.put(socket, address);
    // It is looked up again: the oldest may have been the last of its address.
    counts.computeIfAbsent(address, key -> new int[1])[0]++;
    return oldest;
  }

  /** Ends a handshake, if it has not given way. */
  synchronized void end(Socket socket) {
    InetAddress address = sockets.remove(socket);
    int[] own = address == null ? null : counts.get(address);
    if (own != null && --own[0] == 0) {
      counts.remove(address);
    }
  }

  private @Nullable Socket oldestOf(@Nullable InetAddress address) {
    for (Map.Entry<Socket, InetAddress> entry : sockets.entrySet()) {
      if (entry.getValue().equals(address)) {
        return entry.getKey();
      }
    }
    return null;
  }

  private @Nullable InetAddress busiest() {
    InetAddress busiest = null;
    int most = 0;
    for (Map.Entry<InetAddress, int[]> entry : counts.entrySet()) {
      if (entry.getValue()[0] > most) {
        most = entry.getValue()[0];
        busiest = entry.getKey();
      }
    }
    return busiest;
  }
}
