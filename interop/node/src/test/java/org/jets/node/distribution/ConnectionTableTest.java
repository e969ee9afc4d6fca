package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jets.node.live.LiveNode;
import org.junit.jupiter.api.Test;

/** The count of handshakes that other nodes have begun, while there is no memory. */
class ConnectionTableTest {
  @Test
  void endIncoming_heapFilledToTheBrim_countsExactly() throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FullHeap.class.getName())
            .redirectErrorStream(true)
            .start();
    child.getOutputStream().close();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(child.waitFor(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(output).as("output").isEqualToIgnoringNewLines("300, 200");
  }

  /** The JVM whose heap is full. */
  static final class FullHeap {
    private static final Object[] FILLING = new Object[1];

    private FullHeap() {}

    /** Prints the counts before and after. */
    public static void main(String[] args) throws InterruptedException {
      ConnectionTable table = new ConnectionTable(NodeName.of("here@host"), 1000, 1000);
      NodeName peer = NodeName.of("peer@host");
      for (int i = 0; i < 301; i++) {
        table.statusFor(peer, null);
      }
      // Loads the classes that are needed.
      table.endIncoming(peer);
      Threads.pause();
      int before = table.incomingOf(peer);
      Thread ending = new Thread(() -> end(table, peer));
      ending.start();
      // Releases memory when the thread waits for some. Allocates nothing.
      while (ending.isAlive() && ending.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      FILLING[0] = null;
      ending.join();
      System.out.println(before + ", " + table.incomingOf(peer));
    }

    private static void end(ConnectionTable table, NodeName peer) {
      fill();
      for (int i = 0; i < 100; i++) {
        try {
          table.endIncoming(peer);
        } catch (OutOfMemoryError e) {
          // The count shows whether anything was lost.
        }
      }
    }

    /** Fills the heap, in smaller and smaller pieces. */
    private static void fill() {
      for (int size = 1 << 20; size > 0; size /= 2) {
        boolean isLeft = true;
        while (isLeft) {
          try {
            Object[] next = new Object[size];
            next[0] = FILLING[0];
            FILLING[0] = next;
          } catch (OutOfMemoryError e) {
            isLeft = false;
          }
        }
      }
    }
  }
}
