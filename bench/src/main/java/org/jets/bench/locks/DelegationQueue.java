package org.jets.bench.locks;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jets.collections.internal.sync.BucketLock;

/**
 * The operations that threads hand to the holder of a lock. It is open while the lock is held and
 * the holder takes more.
 *
 * <p><b>Linearization points.</b> An operation is accepted by the addition to {@code claimed},
 * closing is the exchange of it. One that is accepted is run before the queue is closed.
 *
 * <p><b>Memory order.</b> {@code claimed} is volatile. An operation is written to its place with
 * release and read with acquire. The holder empties the place by a plain write, before the queue is
 * opened again.
 *
 * <p><b>Progress.</b> {@link #add} is wait-free. {@link #runAll} waits for a thread that has
 * claimed a place and has not filled it yet: that is one write, but the thread may lose its
 * processor.
 */
final class DelegationQueue {
  private final int capacity;

  /** The number of claimed places; the capacity, or more, when it is closed or full. */
  private final AtomicInteger claimed;

  private final AtomicReferenceArray<Runnable> places;

  /** Makes one that is closed. */
  DelegationQueue(int capacity) {
    this.capacity = capacity;
    this.claimed = new AtomicInteger(capacity);
    this.places = new AtomicReferenceArray<>(capacity);
  }

  /** Lets others add operations. For the holder of the lock. */
  void open() {
    claimed.set(0);
  }

  /** Adds an operation for the holder to run, or returns false if it is closed or full. */
  boolean add(Runnable operation) {
    if (claimed.get() >= capacity) {
      return false; // Without an addition, so that the number does not overflow.
    }
    int place = claimed.getAndIncrement();
    if (place >= capacity) {
      return false;
    }
    places.setRelease(place, operation);
    return true;
  }

  /**
   * Runs all operations in the order in which they were accepted, and closes the queue when there
   * are no more. For the holder of the lock. The operations do not throw.
   */
  void runAll() {
    int done = 0;
    for (int end = end(); done < end; end = end()) {
      done = runUpTo(end, done);
    }
    runUpTo(Math.min(claimed.getAndSet(capacity), capacity), done);
  }

  private int end() {
    return Math.min(claimed.get(), capacity);
  }

  private int runUpTo(int end, int done) {
    for (int place = done; place < end; place++) {
      Runnable operation = places.getAcquire(place);
      for (int round = 0; operation == null; round++) {
        BucketLock.backOff(round);
        operation = places.getAcquire(place);
      }
      places.setPlain(place, null);
      operation.run();
    }
    return Math.max(done, end);
  }
}
