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
 * Knows whether the heap is above its high-water mark, which is a share of the greatest heap. It is
 * above the mark if what a full collection leaves is; that is looked at when what the last
 * collection left is above the mark, and from then on until it is not, twice in the time that it
 * may be above the mark. So a node that is below its mark has nothing collected for this.
 *
 * <p>A heap that stays above its mark has first what other nodes hold released, more each time, and
 * is then told of. Nothing here relies on memory to be had: a look that ends for want of it is one
 * at a heap above its mark. To release takes a little memory, so a reserve is let go of before.
 *
 * <p>{@link #look} and {@link #looked} are for one thread, {@link #isHigh} for any.
 */
final class HeapGuard {
  private static final String NO_ROOM = "the heap is full";

  /** The share of the heap that is kept for releasing memory, and at most so many bytes. */
  private static final int RESERVE_SHARE = 64;

  private static final long MOST_RESERVE_BYTES = 1 << 20;

  private final Heap heap;
  private final long markBytes;
  private final LongSupplier clock;

  /** Until the heap is taken to be exhausted. */
  private final long patienceNanos;

  /** Between two full collections, and until what other nodes hold is released. */
  private final long roundNanos;

  private final Relief relief;
  private final Consumer<? super String> exhausted;
  private volatile boolean isHigh;
  private long highSince;
  private long collectedAt;

  /** How often memory has been released since the heap was below its mark. */
  private int reliefs;

  private boolean hasTold;

  /** Null while what other nodes hold is released, or if there is no memory for it. */
  private byte @Nullable [] reserve;

  /** Whether looking after the node fails for want of memory, and since when. */
  private boolean isFailing;

  private long failingSince;

  /** Releases what other nodes hold. */
  @FunctionalInterface
  interface Relief {
    /**
     * Releases some of it.
     *
     * @param round how often this has been called since the heap was below its mark
     * @return whether there was any
     */
    boolean release(int round);
  }

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
   * @param patience how long the heap may be above its mark; after half of it some of what other
   *     nodes hold is released, and it begins anew
   * @param relief called again and again while the heap stays above the mark, until there is
   *     nothing to release
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
      // Another look may find room.
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
   * Takes note of whether there was enough memory to look after the node. If there was none for
   * long, has memory released, and then tells that the heap is full, as {@link #look} does.
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
