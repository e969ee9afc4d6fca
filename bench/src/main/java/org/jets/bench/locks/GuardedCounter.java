package org.jets.bench.locks;

import org.jspecify.annotations.Nullable;

/** A number that each update increments. */
final class GuardedCounter implements GuardedData {
  private final OperationLock lock;
  private final boolean isDetached;
  private int count;

  GuardedCounter(OperationLock lock, boolean isDetached) {
    this.lock = lock;
    this.isDetached = isDetached;
  }

  @Override
  public int read(int key) {
    return lock.read(() -> count);
  }

  @Override
  public void add(int key) {
    if (isDetached) {
      lock.delegate(() -> count++);
    } else {
      lock.<@Nullable Integer>run(
          () -> {
            count++;
            return null;
          });
    }
  }

  /** Increments too. */
  @Override
  public int remove(int key) {
    add(key);
    return 1;
  }
}
