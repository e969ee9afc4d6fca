package org.jets.ets.quota;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jets.ets.reclaim.Forgettable;
import org.jets.ets.reclaim.Forgotten;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the heap is short of room: whether more than {@value #PERCENT} percent of it were
 * in use after the last collection, garbage of older collections included, or will be after the
 * next one if that adds as much as the last one did. So as long as it is not, nothing that is
 * reachable takes as much, and a heap that fills steadily is short before it comes to that.
 *
 * <p>A collection is noticed in two ways. A weak reference to nothing else is cleared by it, which
 * the next caller of {@link #isShort} sees, or the thread that takes such references. Collections
 * that keep nearly all young objects do not clear it until all of the heap is collected. So one of
 * {@value #CALLS_PER_POLL} callers, and each that adds much, asks how many collections there have
 * been, once the heap has begun to fill. Where the module {@code java.management} is missing, the
 * reference alone tells.
 *
 * <p>Nobody asks for the time.
 */
public final class HeapWatch {
  /** From how many percent of the heap on it is short. */
  static final int PERCENT = 50;

  private static final int CALLS_PER_POLL = 32;

  /** Until so many percent of the heap are in use, nobody asks for collections. */
  private static final int PERCENT_TO_POLL = 20;

  private static final long UNKNOWN = -1;

  private static final VarHandle SENTINEL =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "sentinel", VarHandle.class, HeapWatch.class, Sentinel.class);

  private final long maxBytes;
  private final LongSupplier usedBytes;

  /** Tells how many collections there have been; constant if it does not know. */
  private final LongSupplier collectionCount;

  /** How many collections there had been at the last look at the heap. */
  private final AtomicLong seenCount = new AtomicLong(UNKNOWN);

  private volatile boolean isPolled;
  private final WeakReference<HeapWatch> reference = new WeakReference<>(this);
  private volatile boolean isShort;
  private volatile long collections;

  /** After the last collection, or at the beginning. */
  private volatile long lastUsedBytes;

  private volatile long shortages;

  /**
   * Kept for the collector to find. Replaced by CAS, by the thread that notices the collection.
   * Null where there was no memory for another.
   */
  private volatile @Nullable Sentinel sentinel;

  public HeapWatch(long maxBytes, LongSupplier usedBytes) {
    this(maxBytes, usedBytes, () -> UNKNOWN);
  }

  public HeapWatch(long maxBytes, LongSupplier usedBytes, LongSupplier collectionCount) {
    this.maxBytes = maxBytes;
    this.usedBytes = usedBytes;
    this.collectionCount = collectionCount;
    ensureWatching();
  }

  private static final class OfThisJvm {
    static final HeapWatch WATCH =
        new HeapWatch(
            Runtime.getRuntime().maxMemory(),
            HeapWatch::usedBytesOfThisJvm,
            HeapWatch::collectionsOfThisJvm);
  }

  /** A class of its own, since its module may be missing. */
  private static final class Collectors {
    private static final List<GarbageCollectorMXBean> ALL =
        ManagementFactory.getGarbageCollectorMXBeans();

    private static long collections() {
      long count = 0;
      for (GarbageCollectorMXBean collector : ALL) {
        count += Math.max(0, collector.getCollectionCount());
      }
      return count;
    }
  }

  private static long collectionsOfThisJvm() {
    try {
      return Collectors.collections();
    } catch (LinkageError e) {
      return UNKNOWN;
    }
  }

  /** Returns the bytes in use, read while the heap does not change its size. */
  private static long usedBytesOfThisJvm() {
    Runtime runtime = Runtime.getRuntime();
    long total;
    long free;
    do {
      total = runtime.totalMemory();
      free = runtime.freeMemory();
    } while (total != runtime.totalMemory());
    return total - free;
  }

  /** Returns the one that watches the heap of this JVM. */
  public static HeapWatch ofThisJvm() {
    return OfThisJvm.WATCH;
  }

  public long maxBytes() {
    return maxBytes;
  }

  /** Returns whether the heap is short, after a look at it if there has been a collection. */
  public boolean isShort() {
    Sentinel current = sentinel;
    if (current != null && current.refersTo(null)) {
      notice(current);
    } else if ((ThreadLocalRandom.current().nextInt() & (CALLS_PER_POLL - 1)) == 0) {
      poll();
    }
    return isShort;
  }

  /** Looks at the heap if there has been a collection since the last look. */
  public void poll() {
    try {
      if (isPolled || usedBytes() > maxBytes / 100 * PERCENT_TO_POLL) {
        isPolled = true;
        long seen = seenCount.get();
        if (collectionCount.getAsLong() != seen) {
          look(seen);
        }
      }
    } catch (VirtualMachineError e) {
      stopWatching();
    }
  }

  /** Looks at the heap, unless another thread does so for the same collection. */
  private void look(long seen) {
    long count = collectionCount.getAsLong();
    if (count == UNKNOWN || (count != seen && seenCount.compareAndSet(seen, count))) {
      collected();
    }
  }

  /** Returns a number that changes with each collection. */
  public long collections() {
    return collections;
  }

  /** Returns how many bytes are in use now, garbage included. */
  public long usedBytes() {
    return usedBytes.getAsLong();
  }

  /** Returns a number that changes each time when the heap becomes short. */
  public long shortages() {
    return shortages;
  }

  /** Goes on watching, if there was no memory to do so. To be called now and then by writers. */
  public void ensureWatching() {
    if (sentinel == null) {
      try {
        watch(null);
      } catch (VirtualMachineError e) {
        stopWatching();
      }
    }
  }

  /**
   * Sets a new sentinel. Its referent stays reachable until then: one that was cleared before would
   * be kept in vain, and could have replaced itself already.
   *
   * @param replaced the one to be replaced; null for none
   * @return false if another thread has replaced it
   */
  private boolean watch(@Nullable Sentinel replaced) {
    Object referent = new Object();
    try {
      return SENTINEL.compareAndSet(this, replaced, new Sentinel(referent, reference));
    } finally {
      Reference.reachabilityFence(referent);
    }
  }

  /** Looks at the heap, unless another thread has noticed the same collection. */
  private void notice(Sentinel cleared) {
    try {
      if (watch(cleared)) {
        look(seenCount.get());
      }
    } catch (VirtualMachineError e) {
      // There is no room to look, so the heap is taken to be short. Writers try again.
      stopWatching();
    }
  }

  /** Takes the heap to be short, as long as nobody watches. Allocates nothing. */
  private void stopWatching() {
    sentinel = null;
    if (!isShort) {
      setShort();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Two that call at a time may count one.
  private void setShort() {
    shortages++;
    isShort = true;
  }

  /** Looks at the heap: there has been a collection. Called by one thread at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Two that call at a time may count one.
  public void collected() {
    long used = usedBytes.getAsLong();
    long growth = Math.max(0, used - lastUsedBytes);
    lastUsedBytes = used;
    if (used + growth <= maxBytes / 100 * PERCENT) {
      isShort = false;
    } else if (!isShort) {
      setShort();
    }
    collections++;
  }

  /** Cleared by the next collection. */
  private static final class Sentinel extends WeakReference<Object> implements Forgettable {
    private final WeakReference<HeapWatch> watch;

    Sentinel(Object referent, WeakReference<HeapWatch> watch) {
      super(referent, Forgotten.queue());
      this.watch = watch;
    }

    @Override
    public void forgotten() {
      HeapWatch watched = watch.get();
      if (watched != null) {
        watched.notice(this);
      }
    }
  }
}
