package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.live.Fault;
import org.jets.node.live.FaultProxy;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.junit.jupiter.api.Test;

/**
 * Many signals that are sent without waiting, to a node that reads. They stay within the capacity
 * of the queue, however small it is.
 */
class BulkSignalsTest {
  private static final int COUNT = 20_000;
  private static final Atom NAME = Atom.of("nobody");

  /** Answers each monitor like a node that has no such process. */
  private static final class Answering implements ConnectionListener {
    @Override
    public void connected(Connection connection) {}

    @Override
    public void received(Connection connection, ControlMessage message) {
      if (message instanceof Monitor m) {
        connection.sendWithoutWaiting(
            new MonitorExit(m.target(), m.from(), m.ref(), Atom.of("noproc")));
      }
    }

    @Override
    public void disconnected(Connection connection) {}
  }

  /** Counts messages, and pauses at intervals. */
  private static final class Counting implements ConnectionListener {
    final CountDownLatch answers = new CountDownLatch(COUNT);
    final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void connected(Connection connection) {}

    @Override
    public void received(Connection connection, ControlMessage message) {
      answers.countDown();
    }

    @Override
    public void disconnected(Connection connection) {
      ended.countDown();
    }
  }

  private static DistributionOptions.Builder options(NodeName name) {
    return DistributionOptions.of(name, TestNode.COOKIE)
        .withoutEpmd()
        .sendQueueMessages(16)
        .sendReserveMessages(64);
  }

  @Test
  void answers_toMoreRequestsThanTheReserveHolds_allCome() throws Exception {
    Counting counting = new Counting();
    try (Distribution a = Distribution.open(options(TestNode.newName()).build())) {
      a.serve(new Answering());
      try (FaultProxy proxy = FaultProxy.to(a.port())) {
        // The answers are written more slowly than the requests arrive.
        proxy.fromTarget(Fault.none().slowly(1 << 14, Duration.ofMillis(1)));
        try (Distribution b = open(a, proxy, counting)) {
          Connection connection = TestNode.await(b.connect(a.node()));
          Pid self = Pid.of(b.node(), 1, 0, b.creation());
          for (int i = 0; i < COUNT; i++) {
            Reference ref = Reference.of(b.node(), b.creation(), i, 1, 2);
            assertThat(connection.send(new Monitor(self, NAME, ref)))
                .as("connected after %d", i)
                .isTrue();
          }
          assertThat(counting.answers.await(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
          assertThat(counting.ended.getCount()).isOne();
        }
      }
    }
  }

  private static Distribution open(Distribution peer, FaultProxy proxy, ConnectionListener listener)
      throws IOException {
    NodeName peerName = NodeName.of(peer.node().name());
    Distribution distribution =
        Distribution.open(
            options(TestNode.newName())
                .peerAddress(peerName, Loopback.address(proxy.port()))
                .build());
    distribution.serve(listener);
    return distribution;
  }
}
