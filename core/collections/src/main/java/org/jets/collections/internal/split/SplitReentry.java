package org.jets.collections.internal.split;

import org.jspecify.annotations.Nullable;

/**
 * A thread whose operation has failed many times, and the bucket of that operation. It
 * distinguishes updates by the thread's own callbacks, which make it fail, from those of other
 * threads. They do if they are of that bucket, or make the table grow or shrink.
 */
public final class SplitReentry {
  /** Attempts that fail before a thread registers, and then before it gives up. */
  public static final int PATIENCE = 64;

  final long order;
  final @Nullable SplitReentry next;

  /** The thread, or null once the operation is over. */
  volatile @Nullable Thread thread;

  /** True after an update of the bucket in this attempt. Read and written by the thread alone. */
  private boolean hasUpdatedBucket;

  /** True after any update of the map in this attempt. Read and written by the thread alone. */
  private boolean hasUpdatedMap;

  /** Attempts in a row that an own update has made fail. */
  private int ownFailures;

  SplitReentry(Thread thread, long order, @Nullable SplitReentry next) {
    this.thread = thread;
    this.order = order;
    this.next = next;
  }

  static boolean isAnyLive(@Nullable SplitReentry first) {
    for (SplitReentry one = first; one != null; one = one.next) {
      if (one.thread != null) {
        return true;
      }
    }
    return false;
  }

  /** Notes an update that the calling thread has made. */
  static void noteUpdate(@Nullable SplitReentry first, SplitTable<?> table, long order) {
    Thread current = Thread.currentThread();
    for (SplitReentry one = first; one != null; one = one.next) {
      if (one.thread == current) {
        one.hasUpdatedMap = true;
        one.hasUpdatedBucket |= table.indexOf(one.order) == table.indexOf(order);
      }
    }
  }

  /**
   * Notes that an attempt has failed.
   *
   * @param isResized whether the table has been exchanged since the attempt began
   * @throws IllegalStateException if own updates have made as many fail as there is patience for
   */
  void noteFailure(boolean isResized) {
    boolean isOwn = hasUpdatedBucket || (hasUpdatedMap && isResized);
    ownFailures = isOwn ? ownFailures + 1 : 0;
    hasUpdatedBucket = false;
    hasUpdatedMap = false;
    if (ownFailures == PATIENCE) {
      throw new IllegalStateException(
          "Recursive update: a function, or a method of a key or value, makes each attempt of the"
              + " update that calls it fail; make its changes after the operation");
    }
  }
}
