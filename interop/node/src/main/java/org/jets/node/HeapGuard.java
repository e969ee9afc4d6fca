package org.jets.node;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Knows whether the heap is above its high-water mark, which is a share of the greatest heap. It is
 * above the mark if what a full collection leaves is; that is looked at when what the last
 * collection left is above the mark, and from then on until it is not, twice in the time that it
 * may be above the mark. So a node that is below its mark has nothing collected for this.
 *
 * <p>A heap that stays above its mark has first what other nodes hold released, and is then told
 * of. Nothing here relies on memory to be had: a look that ends for want of it is one at a heap
 * above its mark.
 *
 * <p>{@link #look} and {@link #looked} are for one thread, {@link #isHigh} for any.
 */
final class HeapGuard {
  private static final String NO_ROOM = "the heap is full";

  private final Heap heap;
  private final long markBytes;
  private final LongSupplier clock;

  /** Until the heap is taken to be exhausted. */
  private final long patienceNanos;

  /** Between two full collections, and until what other nodes hold is released. */
  private final long roundNanos;

  private final Runnable relief;
  private final Consumer<? super String> exhausted;
  private volatile boolean isHigh;
  private long highSince;
  private long collectedAt;
  private boolean isRelieved;
  private boolean hasTold;

  /** Whether looking after the node fails for want of memory, and since when. */
  private boolean isFailing;

  private long failingSince;

  /** What there is to know of a heap. */
  interface Heap {
    long maxBytes();

    /** Returns how many bytes are used, garbage among them. */
    long usedBytes();

    /** Returns how many bytes the last collection left. */
    long leftBytes();

    /** Collects all garbage. */
    void collect();
  }

  /**
   * Makes a guard.
   *
   * @param mark the share of the heap; 1 for none
   * @param patience how long the heap may be above its mark; after half of it what other nodes hold
   *     is released, and it begins anew
   * @param relief releases what other nodes hold, each time that the heap stays above the mark
   * @param exhausted told once, if the heap is above the mark even then
   */
  HeapGuard(double mark, Duration patience, Runnable relief, Consumer<? super String> exhausted) {
    this(new OfJvm(), mark, patience, System::nanoTime, relief, exhausted);
  }

  HeapGuard(
      Heap heap,
      double mark,
      Duration patience,
      LongSupplier clock,
      Runnable relief,
      Consumer<? super String> exhausted) {
    this.heap = heap;
    this.markBytes = mark >= 1 ? Long.MAX_VALUE : (long) (mark * heap.maxBytes());
    this.clock = clock;
    this.patienceNanos = TimeUnit.NANOSECONDS.convert(patience);
    this.roundNanos = patienceNanos / 2;
    this.relief = relief;
    this.exhausted = exhausted;
  }

  /** Whether the heap was above its mark when it was last looked at. */
  boolean isHigh() {
    return isHigh;
  }

  /** Looks at the heap; to be called now and then. */
  void look() {
    long now = clock.getAsLong();
    if (!isHigh) {
      if (isAboveMark(now)) {
        highSince = now;
        isHigh = true;
      }
    } else if (now - collectedAt >= roundNanos) {
      isHigh = isLeftAboveMark(now);
      isRelieved &= isHigh;
      if (isHigh && !isRelieved && now - highSince >= roundNanos) {
        isRelieved = true;
        highSince = now;
        relief.run();
      } else if (isHigh && !hasTold && now - highSince >= patienceNanos) {
        tell(now);
      }
    }
  }

  /**
   * Takes note of whether there was enough memory to look after the node. Tells that the heap is
   * full if there was none for as long as the heap may be above its mark. Allocates nothing.
   */
  void looked(boolean hasRoom) {
    if (hasRoom) {
      isFailing = false;
      return;
    }
    long now = clock.getAsLong();
    if (!isFailing) {
      isFailing = true;
      failingSince = now;
    } else if (!hasTold && now - failingSince >= patienceNanos) {
      exhausted.accept(NO_ROOM);
      hasTold = true;
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
      // Then the short one has to do.
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
