package org.jets.node.distribution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The handshakes that other nodes have begun, bounded in total and for each address. If there is
 * one too many, the oldest one is dropped, of its own address or of the address with the most. So a
 * silent node makes room for one that talks. Safe for use by many threads.
 */
final class PendingHandshakes {
  private final int max;
  private final int maxOfAddress;

  /** The sockets, the oldest first. */
  @GuardedBy("this") private final Map<Socket, InetAddress> sockets = new LinkedHashMap<>();

  /**
   * The number of each address, which is changed in place: ending a handshake allocates nothing.
   */
  @GuardedBy("this") private final Map<InetAddress, int[]> counts = new HashMap<>();

  PendingHandshakes(DistributionOptions options) {
    this.max = options.maxHandshakes;
    this.maxOfAddress = Math.min(max, options.maxHandshakesOfAddress);
  }

  /**
   * Begins a handshake.
   *
   * @return the socket of the handshake that is dropped, which is to be closed; null if there is
   *     none
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
    // The count is looked up again: the oldest may have been the last of its address.
    counts.computeIfAbsent(address, key -> new int[1])[0]++;
    return oldest;
  }

  /** Ends a handshake, if it has not been dropped. */
  synchronized void end(Socket socket) {
    InetAddress address = sockets.remove(socket);
    int[] own = address == null ? null : counts.get(address);
    if (own != null && --own[0] == 0) {
      counts.remove(address);
    }
  }

  @GuardedBy("this") private @Nullable Socket oldestOf(@Nullable InetAddress address) {
    for (Map.Entry<Socket, InetAddress> entry : sockets.entrySet()) {
      if (entry.getValue().equals(address)) {
        return entry.getKey();
      }
    }
    return null;
  }

  @GuardedBy("this") private @Nullable InetAddress busiest() {
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
