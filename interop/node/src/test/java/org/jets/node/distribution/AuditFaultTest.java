package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.node.Await;
import org.junit.jupiter.api.Test;

/** An audit log that finds no memory for the line of a new connection. */
class AuditFaultTest {
  /** Keeps lines, but not the first one. */
  private static final class FullOnce extends ArrayBlockingQueue<String> {
    private static final long serialVersionUID = 1;

    final AtomicInteger offered = new AtomicInteger();

    FullOnce() {
      super(100);
    }

    @Override
    public boolean offer(String line) {
      if (offered.getAndIncrement() == 0) {
        throw new OutOfMemoryError("of the test");
      }
      return super.offer(line);
    }
  }

  private final FullOnce lines = new FullOnce();
  private final AuditLog audit = new AuditLog(new RecordedLog(), System::nanoTime, lines);

  @Test
  void accepted_noMemoryForTheLine_theSameNodeConnectsAgain() throws Exception {
    try (TestNode node = TestNode.start(options -> options.audit(audit));
        TestNode peer = TestNode.start(node.known())) {
      CompletableFuture<Connection> first = peer.distribution.connect(node.distribution.node());
      Await.until("the line is offered", () -> lines.offered.get() > 0);
      Await.until("the peer's attempt is over", first::isDone);
      Await.until("the node forgets it", () -> node.distribution.connections().isEmpty());
      Await.until("the peer sees its end", () -> peer.distribution.connections().isEmpty());

      assertThat(peer.connect(node).isOpen()).isTrue();
      node.listener.awaitEvent("up " + peer.name());
    }
  }

  @Test
  void made_noMemoryForTheLine_theConnectionServesAndCanBeMadeAgain() throws Exception {
    try (TestNode node = TestNode.start();
        TestNode dialling = TestNode.start(options -> node.known().apply(options).audit(audit))) {
      Connection connection = dialling.connect(node);
      assertThat(lines.offered).hasValue(1);
      node.listener.awaitEvent("up " + dialling.name());
      connection.close("the test");
      node.listener.awaitEvent("down " + dialling.name());

      assertThat(dialling.connect(node).isOpen()).isTrue();
    }
  }
}
