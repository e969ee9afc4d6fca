package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.live.Fault;
import org.jets.node.live.FaultProxy;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages that are sent in turn, to nodes that read slowly or not at all. */
@Timeout(120)
class BacklogTest {
  private static final int COUNT = 2_000;

  private static TestNode start(
      TestNode peer, FaultProxy proxy, UnaryOperator<DistributionOptions.Builder> settings)
      throws IOException {
    return TestNode.start(
        options ->
            settings.apply(options.peerAddress(peer.name(), Loopback.address(proxy.port()))));
  }

  private static void awaitOpenAndBehind(Connection connection, Send filler) {
    while (!connection.isBehind()) {
      assertThat(connection.sendWithoutWaiting(filler)).isTrue();
    }
  }

  /** The bytes of the nodes' names, which a connection remembers. */
  private static long ofNames(TestNode a, TestNode b) {
    return ReceiveBudget.bytesOf(a.name().atom()) + ReceiveBudget.bytesOf(b.name().atom());
  }

  @Test
  void sendInTurn_moreThanTheReserveHoldsToSlowReader_allComeInOrder() throws Exception {
    try (TestNode a = TestNode.start();
        FaultProxy proxy = FaultProxy.to(a.distribution.port())) {
      proxy.toTarget(Fault.none().slowly(1 << 10, Duration.ofMillis(1)));
      try (TestNode b =
          start(a, proxy, options -> options.sendQueueMessages(16).sendReserveMessages(64))) {
        Connection connection = b.connect(a);
        Pid from = b.newPid();
        Pid to = a.newPid();
        for (int i = 0; i < COUNT; i++) {
          assertThat(connection.sendInTurn(new Send(from, to, IntegerTerm.of(i)), false))
              .as("connected after %d", i)
              .isTrue();
        }
        for (int i = 0; i < COUNT; i++) {
          assertThat(((Send) a.listener.awaitMessage()).message()).isEqualTo(IntegerTerm.of(i));
        }
        assertThat(connection.heldBytes()).isEqualTo(ofNames(a, b));
      }
    }
  }

  @Test
  void sendInTurn_atOnceWhileMessagesAreKept_isWrittenAfterThemAndBeforeTheNext() throws Exception {
    try (TestNode a = TestNode.start();
        FaultProxy proxy = FaultProxy.to(a.distribution.port())) {
      proxy.toTarget(Fault.none().slowly(1 << 10, Duration.ofMillis(1)));
      try (TestNode b = start(a, proxy, options -> options.sendQueueMessages(16))) {
        Connection connection = b.connect(a);
        Pid from = b.newPid();
        Pid to = a.newPid();
        for (int i = 0; i < COUNT; i++) {
          connection.sendInTurn(new Send(from, to, IntegerTerm.of(i)), false);
        }
        connection.sendInTurn(new Send(from, to, IntegerTerm.of(COUNT)), true);
        connection.sendWithoutWaiting(new Send(from, to, IntegerTerm.of(COUNT + 1)));
        for (int i = 0; i <= COUNT + 1; i++) {
          assertThat(((Send) a.listener.awaitMessage()).message()).isEqualTo(IntegerTerm.of(i));
        }
      }
    }
  }

  @Test
  void sendInTurn_moreBytesThanMayBeKept_endsTheConnectionAndLeavesNothing() throws Exception {
    try (TestNode a = TestNode.start();
        FaultProxy proxy = FaultProxy.to(a.distribution.port())) {
      proxy.toTarget(Fault.stallAfter(1 << 12));
      try (TestNode b =
          start(a, proxy, options -> options.sendQueueBytes(1 << 16).sendBytes(1 << 22))) {
        Connection connection = b.connect(a);
        b.listener.awaitEvent("up " + a.name());
        Term data = Binary.of(new byte[1 << 15]);
        Send message = new Send(b.newPid(), a.newPid(), data);
        awaitOpenAndBehind(connection, message);
        long start = System.nanoTime();
        int kept = 0;
        while (connection.sendInTurn(message, false)) {
          kept++;
        }
        // The bytes that may wait for all connections, and those in the buffers of the system.
        assertThat(kept).isGreaterThan(100);
        assertThat(System.nanoTime() - start).isLessThan(LiveNode.BOUND.toNanos());
        b.listener.awaitEvent("down " + a.name());
        assertThat(connection.isOpen()).isFalse();
        assertThat(connection.heldBytes()).isZero();
      }
    }
  }
}
