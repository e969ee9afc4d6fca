package org.jets.ets;

import java.util.concurrent.atomic.AtomicLong;
import org.jets.ets.quota.HeapWatch;
import org.junit.jupiter.api.AfterEach;

/** The tables of tests in a space whose heap is as full as a test says. */
abstract class ShortHeapTables {
  final ShortHeap heap = new ShortHeap();
  final AtomicLong used = heap.used;
  final HeapWatch watch = heap.watch;
  final TableSpace space = heap.space;

  @AfterEach
  void end() {
    heap.end();
  }
}
