package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.jets.node.FullHeapJvm;
import org.junit.jupiter.api.Test;

/** The count of handshakes that other nodes have begun, while there is no memory. */
class ConnectionTableTest {
  @Test
  void endIncoming_heapFilledToTheBrim_countsExactly() throws Exception {
    String output = FullHeapJvm.output(FullHeap.class);

    assertThat(output).as("output").isEqualToIgnoringNewLines("300, 200");
  }

  /** The JVM whose heap is full. */
  static final class FullHeap {
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
      FullHeapJvm.release();
      ending.join();
      System.out.println(before + ", " + table.incomingOf(peer));
    }

    private static void end(ConnectionTable table, NodeName peer) {
      FullHeapJvm.fill();
      for (int i = 0; i < 100; i++) {
        try {
          table.endIncoming(peer);
        } catch (OutOfMemoryError e) {
          // The count shows whether anything was lost.
        }
      }
    }
  }
}
