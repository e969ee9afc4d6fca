package org.jets.node.distribution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * The sockets of an attempt to connect with a node: those on which epmd is asked, and the one that
 * becomes the connection. Closing this closes them all, whichever thread waits on them. Safe for
 * use by many threads.
 */
final class DialingSockets implements Closeable {
  /** Two or three sockets, most of which are closed soon. */
  @GuardedBy("this") private final List<Socket> sockets = new ArrayList<>();

  @GuardedBy("this") private boolean closed;

  /**
   * Returns a socket that is not connected.
   *
   * @throws IOException if this is closed
   */
  synchronized Socket open() throws IOException {
    if (closed) {
      throw new IOException("the attempt to connect is over");
    }
    Socket socket = new Socket();
    sockets.add(socket);
    return socket;
  }

  @Override
  public synchronized void close() {
    closed = true;
    sockets.forEach(Channel::close);
  }
}
