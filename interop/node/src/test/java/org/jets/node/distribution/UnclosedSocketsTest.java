package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sockets whose closing fails for want of memory. */
class UnclosedSocketsTest {
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  /** A socket that fails to close on demand. */
  private static final class FailingSocket extends Socket {
    boolean fails;

    FailingSocket(ServerSocket server) throws IOException {
      super(server.getInetAddress(), server.getLocalPort());
    }

    @Override
    public synchronized void close() throws IOException {
      if (fails) {
        throw new OutOfMemoryError("of the test");
      }
      super.close();
    }
  }

  private static Channel channel(Socket socket) throws IOException {
    return Channel.accept(
        socket, DistributionOptions.of(TestNode.newName(), TestNode.COOKIE).withoutEpmd().build());
  }

  private static boolean isLeft(Channel channel) {
    return UnclosedSockets.OF_JVM.contains(channel.unclosed());
  }

  @Test
  void abort_closingFails_leavesTheSocketToTheCollector() throws IOException {
    try (FailingSocket socket = new FailingSocket(server)) {
      Channel channel = channel(socket);
      socket.fails = true;
      assertThatThrownBy(channel::abort).isInstanceOf(OutOfMemoryError.class);
      assertThat(isLeft(channel)).isTrue();

      socket.fails = false;
      channel.abort();

      assertThat(isLeft(channel)).as("once the JDK takes it to be closed").isTrue();
    }
  }

  @Test
  void abort_closingSucceeds_leavesNothing() throws IOException {
    try (FailingSocket socket = new FailingSocket(server)) {
      Channel channel = channel(socket);

      channel.abort();

      assertThat(isLeft(channel)).isFalse();
    }
  }

  @Test
  void abort_ofASuspect_leavesTheSocketToTheCollector() throws IOException {
    try (FailingSocket socket = new FailingSocket(server)) {
      Channel channel = channel(socket);
      channel.suspect();
      channel.suspect();

      channel.abort();

      assertThat(isLeft(channel)).isTrue();
    }
  }

  @Test
  void suspect_afterClosing_leavesTheSocketToTheCollector() throws IOException {
    try (FailingSocket socket = new FailingSocket(server)) {
      Channel channel = channel(socket);
      channel.abort();

      channel.suspect();

      assertThat(isLeft(channel)).isTrue();
    }
  }

  @Test
  void collect_socketThatSomebodyRefersTo_asksSoOftenAfterPauses() throws IOException {
    // Closing it at the end keeps it reachable.
    try (Socket socket = new Socket()) {
      UnclosedSockets sockets = new UnclosedSockets(() -> 0);
      UnclosedSockets.Entry entry = new UnclosedSockets.Entry(socket);
      sockets.suspect(entry);

      long now = System.nanoTime();
      sockets.collect(now);
      for (int n = 0; n < UnclosedSockets.MOST_COLLECTIONS; n++) {
        now += pauseNanos(n);
        assertThat(sockets.collect(now - 1)).isFalse();
        assertThat(sockets.collect(now)).isTrue();
      }
      assertThat(sockets.contains(entry)).isTrue();
      now += pauseNanos(UnclosedSockets.MOST_COLLECTIONS);
      sockets.collect(now);

      assertThat(sockets.contains(entry)).isFalse();
    }
  }

  private static long pauseNanos(int doublings) {
    return UnclosedSockets.FIRST_PAUSE_NANOS << Math.min(doublings, UnclosedSockets.MOST_DOUBLINGS);
  }

  @Test
  void collect_afterALongCollection_waitsNineTimesAsLong() throws IOException {
    try (Socket socket = new Socket()) {
      long collectionNanos = TimeUnit.SECONDS.toNanos(3);
      UnclosedSockets sockets = new UnclosedSockets(() -> collectionNanos);
      sockets.suspect(new UnclosedSockets.Entry(socket));
      long now = System.nanoTime();
      sockets.collect(now);
      now += UnclosedSockets.FIRST_PAUSE_NANOS;
      assertThat(sockets.collect(now)).isTrue();

      now += (1 + UnclosedSockets.LEAST_PAUSE_RATIO) * collectionNanos;

      assertThat(sockets.collect(now - 1)).isFalse();
      assertThat(sockets.collect(now)).isTrue();
    }
  }

  @Test
  void collect_socketThatNobodyRefersTo_isCollected() {
    UnclosedSockets sockets =
        new UnclosedSockets(
            () -> {
              System.gc();
              return 0;
            });
    UnclosedSockets.Entry entry = new UnclosedSockets.Entry(new Socket());
    sockets.suspect(entry);

    long now = System.nanoTime();
    for (int n = 0; sockets.contains(entry) && n <= UnclosedSockets.MOST_COLLECTIONS; n++) {
      sockets.collect(now);
      now += pauseNanos(n);
    }

    assertThat(sockets.contains(entry)).isFalse();
  }

  @Test
  void collect_anotherSocketInThePause_waitsForItsEnd() throws IOException {
    try (Socket socket = new Socket();
        Socket another = new Socket()) {
      UnclosedSockets sockets = new UnclosedSockets(() -> 0);
      sockets.suspect(new UnclosedSockets.Entry(socket));
      long now = System.nanoTime();
      sockets.collect(now);
      now += UnclosedSockets.FIRST_PAUSE_NANOS;
      assertThat(sockets.collect(now)).isTrue();

      sockets.suspect(new UnclosedSockets.Entry(another));
      sockets.collect(now);
      now += UnclosedSockets.FIRST_PAUSE_NANOS;
      assertThat(sockets.collect(now)).isFalse();
      now += UnclosedSockets.FIRST_PAUSE_NANOS;
      assertThat(sockets.collect(now)).isTrue();
    }
  }

  @Test
  void collect_socketAfterTheListWasEmpty_beginsWithTheFirstPause() throws IOException {
    try (Socket socket = new Socket()) {
      UnclosedSockets sockets = new UnclosedSockets(() -> 0);
      long now = System.nanoTime();
      for (int n = 0; n < 3; n++) {
        UnclosedSockets.Entry entry = new UnclosedSockets.Entry(socket);
        sockets.add(entry);
        sockets.collect(now);
        now += UnclosedSockets.FIRST_PAUSE_NANOS;
        assertThat(sockets.collect(now)).isTrue();
        sockets.remove(entry);
      }
    }
  }
}
