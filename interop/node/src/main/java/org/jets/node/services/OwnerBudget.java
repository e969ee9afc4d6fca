package org.jets.node.services;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jets.node.EtsOptions;
import org.jets.node.jobs.JobPool;
import org.jets.node.jobs.JobThread;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the memory that tables use for processes of other nodes, beside objects. It counts each
 * process that owns a table, is an heir or keeps tables fixed, and each table that it keeps fixed.
 * These count for the node whose call has led to them, even if the process is another node's.
 * Beyond the bound for all, and while memory is low, each node has a few.
 *
 * <p>Safe for use by many threads. Uncounting allocates nothing: a monitor, unlike a lock,
 * allocates nothing.
 */
public final class OwnerBudget {
  private static final int FEW = 64;

  private final int ofPeer;
  private final int ofAll;
  private final Atom self;
  private final BooleanSupplier isMemoryLow;
  private final Object monitor = new Object();

  /** The counts of each node. Guarded by {@link #monitor}, as are all numbers. */
  @GuardedBy("monitor") private final Map<Atom, Count> peers = new HashMap<>();

  @GuardedBy("monitor") private int all;

  private static final class Count {
    int number;
  }

  /** An item that counts for a node until this runs. */
  private final class Remembered implements Runnable {
    private final Atom peer;
    private boolean isOver;

    Remembered(Atom peer) {
      this.peer = peer;
    }

    @Override
    public void run() {
      synchronized (monitor) {
        Count count = peers.get(peer);
        if (isOver || count == null) {
          return;
        }
        isOver = true;
        all--;
        if (--count.number == 0) {
          peers.remove(peer);
        }
      }
    }
  }

  /**
   * Creates an unused budget.
   *
   * @param self the node whose own calls do not count
   */
  OwnerBudget(int ofPeer, int ofAll, Atom self, BooleanSupplier isMemoryLow) {
    this.ofPeer = ofPeer;
    this.ofAll = ofAll;
    this.self = self;
    this.isMemoryLow = isMemoryLow;
  }

  /**
   * Counts an item for the node whose call the current thread serves.
   *
   * @return uncounts the item, once; null, and nothing is counted, if that would exceed a limit
   */
  @Nullable Runnable remember() {
    Atom peer = JobThread.currentPeer();
    return peer == null || peer == self ? OwnerBudget::nothing : remember(peer);
  }

  private static void nothing() {}

  /** Counts an item for a node. */
  @Nullable Runnable remember(Atom peer) {
    Remembered made = new Remembered(peer);
    boolean isLow = isMemoryLow.getAsBoolean();
    String full;
    synchronized (monitor) {
      Count known = peers.get(peer);
      int held = known == null ? 0 : known.number;
      full = full(held, isLow);
      if (full == null) {
        Count count = known == null ? new Count() : known;
        if (known == null) {
          peers.put(peer, count);
        }
        count.number++;
        all++;
      }
    }
    if (full != null) {
      JobThread.refused(full, "<= " + ofPeer + ", and <= " + ofAll + " of all");
    }
    return full == null ? made : null;
  }

  /** Returns the limit that one more item would exceed; null if there is room for it. */
  @GuardedBy("monitor") private @Nullable String full(int held, boolean isLow) {
    if (held >= ofPeer) {
      return "owners and fixations of one node (--owners, EtsOptions.withOwners)";
    }
    if (held < FEW) {
      return null;
    }
    if (all >= ofAll) {
      return "owners and fixations of all nodes (--owners, EtsOptions.withOwners)";
    }
    return isLow ? JobPool.HEAP_IS_HIGH : null;
  }

  /** Returns about how many bytes of the heap count for a node. */
  public long heldBytes(Atom peer) {
    synchronized (monitor) {
      Count count = peers.get(peer);
      return count == null ? 0 : (long) count.number * EtsOptions.OWNER_BYTES;
    }
  }

  /** Returns the number of items that count for all nodes. */
  public int count() {
    synchronized (monitor) {
      return all;
    }
  }
}
