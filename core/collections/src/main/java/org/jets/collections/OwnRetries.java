package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * An update of a {@link LockFreeTree} that has been tried many times: it tells changes by other
 * threads, after which an update has to be tried again, from those by the update's own callbacks,
 * after which it would be tried for ever.
 *
 * <p>Written by its own thread alone; other threads only compare theirs with it.
 */
final class OwnRetries {
  /** Tries after which an update registers. */
  static final int CALM = 8;

  /** The number of tries that the update's own callbacks may fail. */
  static final int MOST = 64;

  /** Is changed before this is published only. */
  @Nullable OwnRetries next;

  /** Null when the update is over. */
  private volatile @Nullable Thread thread = Thread.currentThread();

  private @Nullable Object leaf;
  private int vain;

  boolean isOver() {
    return thread == null;
  }

  void end() {
    thread = null;
    leaf = null;
  }

  /** Begins a try that counts only if this leaf is still in its place at the end. */
  void begin(Object present) {
    leaf = present;
  }

  /**
   * Notes that a thread has replaced a leaf. At the end of a try the thread itself has not: then
   * the leaf was replaced by a callback.
   */
  void noteReplaced(Object replaced) {
    if (thread == Thread.currentThread() && leaf == replaced) {
      leaf = null;
      vain++;
    }
  }

  /**
   * Ends an update that only its own callbacks keep from its end.
   *
   * @throws IllegalStateException if they have done so too often
   */
  void requireNotVain() {
    if (vain > MOST) {
      throw new IllegalStateException(
          "Recursive update: a function, or a method of a key or value, changes each time what the"
              + " update that calls it is about");
    }
  }
}
