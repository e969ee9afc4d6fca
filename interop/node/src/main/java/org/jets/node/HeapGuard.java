package org.jets.node;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the heap is above its high-water mark, which is a share of the maximum heap. It
 * is above the mark if a full collection leaves more than that. The guard requests such a
 * collection only when the last collection left more than the mark. From then on it repeats it
 * twice within the patience, until the heap is below the mark. So a node below its mark pays for no
 * collections.
 *
 * <p>If a heap stays above its mark, the guard first releases memory that is held for other nodes,
 * more each time. After that it reports the full heap. The guard does not rely on free memory: a
 * check that fails for want of memory counts as one above the mark. Releasing takes a little
 * memory, so the guard gives up a reserve first.
 *
 * <p>{@link #look} and {@link #looked} are for one thread, {@link #isHigh} for any.
 */
final class HeapGuard {
  private static final String NO_ROOM = "the heap is full";

  /**
   * The share of the heap that is reserved for releasing memory. The next field bounds it in bytes.
   */
  private static final int RESERVE_SHARE = 64;

  private static final long MOST_RESERVE_BYTES = 1 << 20;

  private final Heap heap;
  private final long markBytes;
  private final LongSupplier clock;

  /** The time until the heap is considered exhausted. */
  private final long patienceNanos;

  /** The time between two full collections, and until memory held for other nodes is released. */
  private final long roundNanos;

  private final Relief relief;
  private final Consumer<? super String> exhausted;
  private volatile boolean isHigh;
  private long highSince;
  private long collectedAt;

  /** The number of times that memory has been released since the heap was below its mark. */
  private int reliefs;

  private boolean hasTold;

  /** Null while memory is being released, or if there is no memory for the reserve. */
  private byte @Nullable [] reserve;

  /**
   * True while looking after the node fails for want of memory. The next field has the time of the
   * first failure.
   */
  private boolean isFailing;

  private long failingSince;

  /** Releases memory that is held for other nodes. */
  @FunctionalInterface
  interface Relief {
    /**
     * Releases some of it.
     *
     * @param round the number of calls since the heap was below its mark
     * @return false if there is nothing to release
     */
    boolean release(int round);
  }

  /** The state of a heap. */
  interface Heap {
    long maxBytes();

    /** Returns how many bytes are used, including garbage. */
    long usedBytes();

    /** Returns how many bytes the last collection left. */
    long leftBytes();

    /** Collects all garbage. */
    void collect();
  }

  /**
   * Creates a guard.
   *
   * @param mark the share of the heap; 1 for none
   * @param patience the time that the heap may be above its mark. After half of it, memory held for
   *     other nodes is released, and the time starts anew
   * @param relief called repeatedly while the heap stays above the mark, until there is nothing to
   *     release
   * @param exhausted told once, if the heap is above the mark even then
   */
  HeapGuard(double mark, Duration patience, Relief relief, Consumer<? super String> exhausted) {
    this(new OfJvm(), mark, patience, System::nanoTime, relief, exhausted);
  }

  HeapGuard(
      Heap heap,
      double mark,
      Duration patience,
      LongSupplier clock,
      Relief relief,
      Consumer<? super String> exhausted) {
    this.heap = heap;
    this.markBytes = mark >= 1 ? Long.MAX_VALUE : (long) (mark * heap.maxBytes());
    this.clock = clock;
    this.patienceNanos = TimeUnit.NANOSECONDS.convert(patience);
    this.roundNanos = patienceNanos / 2;
    this.relief = relief;
    this.exhausted = exhausted;
    fillReserve();
  }

  private void fillReserve() {
    try {
      reserve = new byte[(int) Math.min(MOST_RESERVE_BYTES, heap.maxBytes() / RESERVE_SHARE)];
    } catch (OutOfMemoryError e) {
      // A later check may find room.
    }
  }

  private boolean release() {
    reserve = null;
    return relief.release(reliefs);
  }

  /** Returns true if there is a reserve. For tests. */
  boolean hasReserve() {
    return reserve != null;
  }

  /** Returns true if the heap was above its mark at the last check. */
  boolean isHigh() {
    return isHigh;
  }

  /** Checks the heap; to be called at intervals. */
  void look() {
    long now = clock.getAsLong();
    if (!isHigh) {
      if (isAboveMark(now)) {
        highSince = now;
        isHigh = true;
      }
    } else if (now - collectedAt >= roundNanos) {
      isHigh = isLeftAboveMark(now);
      if (!isHigh) {
        reliefs = 0;
      } else if (isReliefDue(now, highSince) && release()) {
        reliefs++;
        highSince = now;
      } else if (!hasTold && now - highSince >= patienceNanos) {
        tell(now);
      }
    }
  }

  /**
   * Notes whether there was enough memory to look after the node. If there has been too little for
   * long, releases memory. If that does not help, reports the full heap, as {@link #look} does.
   * Allocates nothing itself.
   */
  void looked(boolean hasRoom) {
    if (hasRoom) {
      isFailing = false;
      if (!isHigh && reserve == null) {
        fillReserve();
      }
      return;
    }
    long now = clock.getAsLong();
    if (!isFailing) {
      isFailing = true;
      failingSince = now;
    } else if (isReliefDue(now, failingSince) && isReleased()) {
      reliefs++;
      failingSince = now;
    } else if (!hasTold && now - failingSince >= patienceNanos) {
      exhausted.accept(NO_ROOM);
      hasTold = true;
    }
  }

  private boolean isReliefDue(long now, long since) {
    return now - since >= roundNanos;
  }

  private boolean isReleased() {
    try {
      return release();
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  private void tell(long now) {
    String message = NO_ROOM;
    try {
      message =
          "the heap is above its mark of "
              + markBytes
              + " bytes after full collections for "
              + TimeUnit.NANOSECONDS.toSeconds(now - highSince)
              + " s";
    } catch (OutOfMemoryError e) {
      // The short message is used instead.
    }
    exhausted.accept(message);
    hasTold = true;
  }

  private boolean isAboveMark(long now) {
    try {
      return heap.usedBytes() > markBytes && heap.leftBytes() > markBytes && isLeftAboveMark(now);
    } catch (OutOfMemoryError e) {
      collectedAt = now;
      return markBytes < Long.MAX_VALUE;
    }
  }

  private boolean isLeftAboveMark(long now) {
    heap.collect();
    collectedAt = now;
    return heap.usedBytes() > markBytes;
  }

  /** The heap of this JVM. */
  private static final class OfJvm implements Heap {
    private final Runtime runtime = Runtime.getRuntime();

    @Override
    public long maxBytes() {
      return runtime.maxMemory();
    }

    @Override
    public long usedBytes() {
      return runtime.totalMemory() - runtime.freeMemory();
    }

    @Override
    public long leftBytes() {
      long bytes = 0;
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        MemoryUsage left = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
        bytes += left == null ? 0 : left.getUsed();
      }
      return bytes;
    }

    @Override
    public void collect() {
      System.gc();
    }
  }
}
