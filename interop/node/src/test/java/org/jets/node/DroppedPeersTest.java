package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** The report of a node that closes connections for want of memory. */
class DroppedPeersTest extends ScriptedNodes {
  private static final Logger LOG = Logger.getLogger("org.jets.node");

  private static final class FirstWarning extends Handler {
    final CompletableFuture<LogRecord> record = new CompletableFuture<>();

    @Override
    public void publish(LogRecord logged) {
      if (logged.getLevel() == Level.WARNING
          && logged.getMessage().contains("the connections that hold most")) {
        record.complete(logged);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  @SuppressWarnings("try") // Both connections only have to be open.
  void heapAboveItsMark_connectionsDropped_areLoggedAsAWarning() throws Exception {
    byte[] used = new byte[(int) (Runtime.getRuntime().maxMemory() / 50)];
    System.gc();
    FirstWarning warning = new FirstWarning();
    LOG.addHandler(warning);
    try (ErlangNode full =
            start(
                "full@h",
                options ->
                    options
                        .withHeapMark(0.01)
                        .withHeapPatience(Duration.ofMillis(2))
                        .withFailureListener(text -> {}));
        ScriptedPeer dropped = new ScriptedPeer(network, PEER, "full@h")) {
      LogRecord record = Await.value(warning.record);

      assertThat(record.getParameters()).containsExactly(1);
      assertThat(used).isNotEmpty();
    } finally {
      LOG.removeHandler(warning);
    }
  }
}
