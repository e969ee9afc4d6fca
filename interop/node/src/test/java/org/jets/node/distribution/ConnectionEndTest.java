package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jets.node.live.LiveNode;
import org.jets.terms.Atom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of a connection while memory is short. */
class ConnectionEndTest {
  private static final Logger LOG = Logger.getLogger("org.jets.node");
  private static final String PEER = "ending@127.0.0.1";

  private Distribution node;

  @AfterEach
  void close() {
    node.close();
  }

  private void start(ConnectionListener listener) throws IOException {
    node =
        Distribution.open(
            DistributionOptions.of(TestNode.newName(), TestNode.COOKIE).withoutEpmd().build());
    node.serve(listener);
  }

  private AttackPeer connect() throws IOException {
    return AttackPeer.connect(node.port(), PEER, "distributiontest");
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  /** Throws errors as if there were no memory, and counts calls. */
  private static class Failing implements ConnectionListener {
    final AtomicInteger ends = new AtomicInteger();
    final CountDownLatch ended = new CountDownLatch(1);
    final int failingEnds;
    volatile UnclosedSockets.Entry socket;

    Failing(int failingEnds) {
      this.failingEnds = failingEnds;
    }

    @Override
    public void connected(Connection connection) {
      socket = ((SocketConnection) connection).unclosed();
    }

    @Override
    public void received(Connection connection, ControlMessage message) {
      throw new OutOfMemoryError("of the test");
    }

    @Override
    public void disconnected(Connection connection) {
      if (ends.incrementAndGet() <= failingEnds) {
        throw new OutOfMemoryError("of the test");
      }
      ended.countDown();
    }
  }

  /** Notes whether the other side sees the end of the connection while its error is logged. */
  private static final class ClosedBefore extends Handler {
    final List<Boolean> isClosed = new CopyOnWriteArrayList<>();
    final CountDownLatch logged = new CountDownLatch(1);
    volatile AttackPeer peer;

    @Override
    public void publish(LogRecord logged) {
      if (logged.getMessage().contains("serving the connection")) {
        try {
          peer.read(1);
          isClosed.add(false);
        } catch (IOException e) {
          isClosed.add(!(e instanceof SocketTimeoutException));
        }
        this.logged.countDown();
        throw new OutOfMemoryError("of the test");
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void received_outOfMemory_closesTheSocketBeforeItLogsAndEnds() throws Exception {
    Failing listener = new Failing(0);
    start(listener);
    ClosedBefore log = new ClosedBefore();
    LOG.addHandler(log);
    try (AttackPeer peer = connect()) {
      log.peer = peer;
      peer.send(new ControlMessage.SendToName(peer.newPid(), Atom.of("any"), Atom.of("any")));

      await(log.logged);
      await(listener.ended);
      assertThat(log.isClosed).containsExactly(true);
    } finally {
      LOG.removeHandler(log);
    }
  }

  /** The error can have occurred in the reader while it closed the socket. */
  @Test
  void received_outOfMemory_leavesTheSocketToTheCollectorWhichFindsIt() throws Exception {
    Failing listener = new Failing(0);
    start(listener);
    try (AttackPeer peer = connect()) {
      peer.send(new ControlMessage.SendToName(peer.newPid(), Atom.of("any"), Atom.of("any")));
      await(listener.ended);
    }

    assertThat(UnclosedSockets.OF_JVM.isSuspect(listener.socket)).isTrue();
    // The node's own collections may pause for long after those for sockets of other tests.
    long deadline = System.nanoTime() + LiveNode.BOUND.toNanos();
    while (UnclosedSockets.OF_JVM.contains(listener.socket)) {
      assertThat(System.nanoTime() - deadline).isNegative();
      System.gc();
      Thread.sleep(10);
    }
    assertThat(listener.socket.get()).isNull();
  }

  /** Otherwise any peer that makes the listener fail could request collections. */
  @Test
  void received_anotherError_leavesNothingToTheCollector() throws Exception {
    Failing listener =
        new Failing(0) {
          @Override
          public void received(Connection connection, ControlMessage message) {
            throw new AssertionError("of the test");
          }
        };
    start(listener);
    try (AttackPeer peer = connect()) {
      peer.send(new ControlMessage.SendToName(peer.newPid(), Atom.of("any"), Atom.of("any")));
      await(listener.ended);
    }

    assertThat(UnclosedSockets.OF_JVM.contains(listener.socket)).isFalse();
  }

  @Test
  void disconnected_outOfMemory_isToldAgainUntilThereIsMemory() throws Exception {
    Failing listener = new Failing(3);
    start(listener);
    try (AttackPeer peer = connect()) {
      peer.send(new ControlMessage.SendToName(peer.newPid(), Atom.of("any"), Atom.of("any")));

      await(listener.ended);
      assertThat(listener.ends).hasValue(4);
    }
    // The place of the connection is free.
    connect().close();
  }
}
