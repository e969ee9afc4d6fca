package org.jets.bench.locks;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** A priority queue of numbers. */
final class GuardedQueue implements GuardedData {
  private final OperationLock lock;
  private final PriorityQueue<Integer> queue;
  private final boolean isDetached;

  GuardedQueue(OperationLock lock, PriorityQueue<Integer> queue, boolean isDetached) {
    this.lock = lock;
    this.queue = queue;
    this.isDetached = isDetached;
  }

  @Override
  public int read(int key) {
    Integer least = lock.<@Nullable Integer>read(queue::peek);
    return least == null ? 0 : least;
  }

  @Override
  public void add(int key) {
    if (isDetached) {
      lock.delegate(() -> queue.add(key));
    } else {
      lock.run(() -> queue.add(key));
    }
  }

  /** Removes the least. Its caller needs it, so it always waits. */
  @Override
  public int remove(int key) {
    Integer least = lock.<@Nullable Integer>run(queue::poll);
    return least == null ? 0 : least;
  }
}
