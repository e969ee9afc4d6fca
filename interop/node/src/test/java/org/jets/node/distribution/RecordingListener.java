package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jets.node.live.LiveNode;

/** Keeps the events of connections, for a test to wait for. */
final class RecordingListener implements ConnectionListener {
  /** The events of connections, in order: "up NODE" and "down NODE". */
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  private final BlockingQueue<ControlMessage> messages = new LinkedBlockingQueue<>();

  /** Taken by a test while messages are not to be received. */
  final Semaphore receiving = new Semaphore(1);

  @Override
  public void connected(Connection connection) {
    events.add("up " + connection.peer().name());
  }

  @Override
  public void received(Connection connection, ControlMessage message) {
    messages.add(message);
    receiving.acquireUninterruptibly();
    receiving.release();
  }

  @Override
  public void disconnected(Connection connection) {
    events.add("down " + connection.peer().name());
  }

  void awaitEvent(String expected) throws InterruptedException {
    assertThat(events.poll(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS)).isEqualTo(expected);
  }

  ControlMessage awaitMessage() throws InterruptedException {
    ControlMessage message = messages.poll(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS);
    assertThat(message).as("a message").isNotNull();
    return message;
  }

  boolean hasMessages() {
    return !messages.isEmpty();
  }

  boolean hasEvents() {
    return !events.isEmpty();
  }
}
