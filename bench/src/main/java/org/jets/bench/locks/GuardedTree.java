package org.jets.bench.locks;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tree of numbers. */
final class GuardedTree implements GuardedData {
  private final OperationLock lock;
  private final Map<Integer, Integer> tree;
  private final boolean isDetached;

  GuardedTree(OperationLock lock, Map<Integer, Integer> tree, boolean isDetached) {
    this.lock = lock;
    this.tree = tree;
    this.isDetached = isDetached;
  }

  @Override
  public int read(int key) {
    Integer found = lock.<@Nullable Integer>read(() -> tree.get(key));
    return found == null ? 0 : found;
  }

  @Override
  public void add(int key) {
    if (isDetached) {
      lock.delegate(() -> tree.put(key, key));
    } else {
      lock.<@Nullable Integer>run(() -> tree.put(key, key));
    }
  }

  @Override
  public int remove(int key) {
    if (isDetached) {
      lock.delegate(() -> tree.remove(key));
      return 1;
    }
    Integer removed = lock.<@Nullable Integer>run(() -> tree.remove(key));
    return removed == null ? 0 : removed;
  }
}
