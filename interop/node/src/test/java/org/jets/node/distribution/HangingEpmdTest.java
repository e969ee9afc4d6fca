package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Closing a node, which does not wait for an epmd that accepts connections and never answers. */
class HangingEpmdTest {
  /** Longer than the tests: the limit of a request to epmd. */
  private static final Duration FOREVER = Duration.ofHours(1);

  private static final int ALIVE2_X_RESP = 118;

  private ServerSocket epmd;

  @BeforeEach
  void startEpmd() throws IOException {
    epmd = new ServerSocket();
    epmd.bind(Loopback.address(0));
    epmd.setSoTimeout((int) LiveNode.BOUND.toMillis());
  }

  @AfterEach
  void endEpmd() throws IOException {
    epmd.close();
  }

  @Test
  void close_whileEpmdIsAskedForAPort_ends() throws Exception {
    NodeName peer = TestNode.newName();
    TestNode node =
        TestNode.start(options -> epmdOf(options).listen(false).handshakeTimeout(FOREVER));
    CompletableFuture<Connection> connection = node.distribution.connect(peer.atom());
    try (Socket question = epmd.accept()) {
      assertThat(question.getInputStream().read()).isZero();

      TestNode.await(CompletableFuture.runAsync(node::close));

      assertThat(connection).failsWithin(LiveNode.BOUND);
    }
  }

  @Test
  void close_whileEpmdIsAskedForANewRegistration_ends() throws Exception {
    CompletableFuture<TestNode> starting = CompletableFuture.supplyAsync(this::startRegistered);
    TestNode node;
    try (Socket registration = epmd.accept()) {
      register(registration);
      node = TestNode.await(starting);
    }
    try (Socket question = epmd.accept()) {
      readRequest(question);

      TestNode.await(CompletableFuture.runAsync(node::close));

      assertThat(question.getInputStream().read()).isEqualTo(-1);
    }
  }

  /** Throws an error for the first line about a registration. */
  private static final class FullLog extends Handler {
    private final AtomicBoolean hasThrown = new AtomicBoolean();

    @Override
    public void publish(LogRecord logged) {
      if (logged.getMessage().contains("registration") && !hasThrown.getAndSet(true)) {
        throw new OutOfMemoryError("of the test");
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void keep_errorWhenEpmdHasGone_registersAgain() throws Exception {
    CompletableFuture<TestNode> starting = CompletableFuture.supplyAsync(this::startRegistered);
    TestNode node;
    FullLog log = new FullLog();
    Logger logger = Logger.getLogger("org.jets.node");
    logger.addHandler(log);
    try {
      try (Socket registration = epmd.accept()) {
        register(registration);
        node = TestNode.await(starting);
      }
      try (Socket again = epmd.accept()) {
        register(again);
        assertThat(log.hasThrown).isTrue();
        node.close();
      }
    } finally {
      logger.removeHandler(log);
    }
  }

  private static void register(Socket socket) throws IOException {
    readRequest(socket);
    DataOutputStream answer = new DataOutputStream(socket.getOutputStream());
    answer.writeByte(ALIVE2_X_RESP);
    answer.writeByte(0);
    answer.writeInt(7);
  }

  private TestNode startRegistered() {
    try {
      return TestNode.start(options -> epmdOf(options).handshakeTimeout(FOREVER));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private DistributionOptions.Builder epmdOf(DistributionOptions.Builder options) {
    return options.epmd(Loopback.address(epmd.getLocalPort()));
  }

  private static void readRequest(Socket socket) throws IOException {
    DataInputStream input = new DataInputStream(socket.getInputStream());
    input.readNBytes(input.readUnsignedShort());
  }
}
