package org.jets.ets.eviction;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jets.collections.internal.sync.ThreadSpread;

/**
 * The cells that have been read lately, for a policy that learns of them later: a ring of {@value
 * #LENGTH} cells for each of a few groups of threads. What finds no place is lost. No method
 * allocates or waits.
 *
 * <p><b>Memory order.</b> A reader claims a place by a CAS of the tail, and then publishes the cell
 * by a release. The thread that takes cells holds the policy's lock. It stops at a place that has
 * been claimed and not filled yet, and releases the places that it has emptied by the head.
 */
final class ReadBuffer {
  private static final int LENGTH = 16;
  private static final int MOST_RINGS = 16;

  private final Ring[] rings;

  ReadBuffer() {
    int processors = Runtime.getRuntime().availableProcessors();
    this.rings = new Ring[Math.min(MOST_RINGS, Integer.highestOneBit(processors) * 2)];
    for (int i = 0; i < rings.length; i++) {
      rings[i] = new Ring();
    }
  }

  /** The cells of a group of threads. */
  private static final class Ring {
    final AtomicLong head = new AtomicLong();
    final AtomicLong tail = new AtomicLong();
    final AtomicReferenceArray<RankedCell> cells = new AtomicReferenceArray<>(LENGTH);
  }

  /** Adds a cell, or loses it. Returns whether the cells must be taken to make room. */
  boolean add(RankedCell cell) {
    Ring ring = rings[ThreadSpread.of(Thread.currentThread()) & (rings.length - 1)];
    long head = ring.head.getAcquire();
    long tail = ring.tail.get();
    if (tail - head >= LENGTH) {
      return true;
    }
    if (ring.tail.compareAndSet(tail, tail + 1)) {
      ring.cells.setRelease((int) tail & (LENGTH - 1), cell);
    }
    return tail - head == LENGTH - 1;
  }

  /** Takes all cells. For one thread at a time. */
  void takeAll(Consumer<RankedCell> action) {
    for (Ring ring : rings) {
      long head = ring.head.getPlain();
      long tail = ring.tail.getAcquire();
      for (; head < tail; head++) {
        int place = (int) head & (LENGTH - 1);
        RankedCell cell = ring.cells.getAcquire(place);
        if (cell == null) {
          break;
        }
        ring.cells.setPlain(place, null);
        action.accept(cell);
      }
      ring.head.setRelease(head);
    }
  }
}
