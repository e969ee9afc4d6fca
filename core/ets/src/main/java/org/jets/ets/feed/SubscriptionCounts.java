package org.jets.ets.feed;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.SystemLimitException;
import org.jets.terms.Atom;

/**
 * The numbers of subscriptions of the processes of each node and of all, which are bounded. Each
 * may keep some 512 KiB, and all together a sixteenth of the heap. Guarded by {@link #lock}.
 */
public final class SubscriptionCounts {
  /** The most subscriptions of the processes of one node, with a heap of 1 GiB or more. */
  public static final int MOST_OF_NODE = 64;

  private static final int HEAP_BYTES_FOR_EACH = 1 << 23;
  private static final int LEAST_OF_ALL = 16;

  private final long mostOfAll;
  private final long mostOfNode;

  private final OverflowSafeLock lock = new OverflowSafeLock();

  @GuardedBy("lock") private final Map<Atom, Integer> counts = new HashMap<>();

  @GuardedBy("lock") private long all;

  /**
   * Makes the counts.
   *
   * @param heapBytes the size of the heap
   */
  public SubscriptionCounts(long heapBytes) {
    mostOfAll = Math.max(LEAST_OF_ALL, heapBytes / HEAP_BYTES_FOR_EACH);
    mostOfNode = Math.min(MOST_OF_NODE, mostOfAll / 2);
  }

  /** Returns the most subscriptions of the processes of one node. */
  public long mostOfNode() {
    return mostOfNode;
  }

  /**
   * Counts one more subscription of a node.
   *
   * @return an action that takes the count back, and does nothing when it is run again
   * @throws SystemLimitException if there would be too many of the node, or of all; then nothing is
   *     counted
   */
  public Runnable add(Atom node) {
    AtomicBoolean isCounted = new AtomicBoolean(true);
    Runnable takeBack =
        () -> {
          if (isCounted.compareAndSet(true, false)) {
            remove(node);
          }
        };
    lock.lock();
    try {
      int ofNode = counts.getOrDefault(node, 0);
      if (ofNode >= mostOfNode) {
        throw new SystemLimitException("subscriptions", node.name(), mostOfNode);
      }
      if (all >= mostOfAll) {
        throw new SystemLimitException("subscriptions", "all nodes", mostOfAll);
      }
      counts.put(node, ofNode + 1);
      all++;
      return takeBack;
    } finally {
      lock.unlock();
    }
  }

  private void remove(Atom node) {
    lock.lock();
    try {
      int ofNode = counts.getOrDefault(node, 0);
      if (ofNode > 1) {
        counts.put(node, ofNode - 1);
      } else {
        counts.remove(node);
      }
      all--;
    } finally {
      lock.unlock();
    }
  }
}
