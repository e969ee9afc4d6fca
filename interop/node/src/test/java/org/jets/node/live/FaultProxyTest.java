package org.jets.node.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {
  private static final byte[] BYTES = {1, 2, 3, 4, 5};

  private ServerSocket target;
  private FaultProxy proxy;

  @BeforeEach
  void start() throws IOException {
    target = new ServerSocket();
    target.bind(Loopback.address(0));
    proxy = FaultProxy.to(target.getLocalPort());
  }

  @AfterEach
  void end() throws IOException {
    proxy.close();
    target.close();
  }

  @Test
  void none_bothDirections_passOnAllAndCount() throws IOException {
    try (Socket near = connect();
        Socket far = target.accept()) {
      near.getOutputStream().write(BYTES);
      near.shutdownOutput();
      far.getOutputStream().write(BYTES, 0, 2);
      far.shutdownOutput();

      assertThat(far.getInputStream().readAllBytes()).containsExactly(BYTES);
      assertThat(near.getInputStream().readAllBytes()).containsExactly(1, 2);
      assertThat(proxy.passedToTarget()).isEqualTo(5);
      assertThat(proxy.passedFromTarget()).isEqualTo(2);
      assertThat(proxy.connections()).isEqualTo(1);
    }
  }

  @Test
  void cutAfter_someBytes_endsBothDirectionsBehindThem() throws IOException {
    proxy.toTarget(Fault.cutAfter(3));
    try (Socket near = connect();
        Socket far = target.accept()) {
      near.getOutputStream().write(BYTES);

      assertThat(readUntilEnd(far)).isEqualTo(3);
      assertThat(readUntilEnd(near)).isZero();
    }
  }

  @Test
  void halfCloseAfter_someBytes_leavesTheOtherDirection() throws IOException {
    proxy.toTarget(Fault.halfCloseAfter(3));
    try (Socket near = connect();
        Socket far = target.accept()) {
      near.getOutputStream().write(BYTES);

      assertThat(far.getInputStream().readAllBytes()).containsExactly(1, 2, 3);
      far.getOutputStream().write(7);
      assertThat(near.getInputStream().read()).isEqualTo(7);
    }
  }

  @Test
  void stallAfter_someBytes_isSilentAndOpen() throws IOException {
    proxy.toTarget(Fault.stallAfter(3).slowly(1, Duration.ZERO));
    try (Socket near = connect();
        Socket far = target.accept()) {
      near.getOutputStream().write(BYTES);

      assertThat(far.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
      far.setSoTimeout(50);
      assertThatThrownBy(() -> far.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void cutAll_openConnections_areClosed() throws IOException {
    try (Socket near = connect();
        Socket far = target.accept()) {
      near.getOutputStream().write(1);
      assertThat(far.getInputStream().read()).isEqualTo(1);

      proxy.cutAll();

      assertThat(readUntilEnd(near)).isZero();
      assertThat(readUntilEnd(far)).isZero();
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.connect(Loopback.address(proxy.port()));
    return socket;
  }

  /** Reads until the connection ends, in any way that it can be cut, and counts the bytes. */
  private static int readUntilEnd(Socket socket) throws IOException {
    int count = 0;
    try {
      while (socket.getInputStream().read() >= 0) {
        count++;
      }
    } catch (SocketException e) {
      // Cut with a reset.
    }
    return count;
  }
}
