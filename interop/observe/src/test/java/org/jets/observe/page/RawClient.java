package org.jets.observe.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;

/** A connection on which a test sends any bytes. */
final class RawClient implements AutoCloseable {
  private final Socket socket = new Socket();

  RawClient(int port) throws IOException {
    this(port, 0);
  }

  /** Makes a connection with a small buffer for what it does not read. */
  RawClient(int port, int receiveBytes) throws IOException {
    if (receiveBytes > 0) {
      socket.setReceiveBufferSize(receiveBytes);
    }
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout((int) Browser.BOUND.toMillis());
  }

  /** Sends a text; the other side may have closed the connection. */
  RawClient send(String text) throws IOException {
    try {
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
    } catch (SocketException e) {
      // What has been answered can still be read.
    }
    return this;
  }

  /** Returns all until the other side closes the connection. */
  String readAll() throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (SocketException e) {
      return "";
    }
  }

  /** Returns the first line; empty if the other side closes the connection. */
  String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    try {
      for (int c = socket.getInputStream().read();
          c >= 0 && c != '\n';
          c = socket.getInputStream().read()) {
        line.append((char) c);
      }
    } catch (SocketException e) {
      return "";
    }
    return line.toString().trim();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
