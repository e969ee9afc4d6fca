package org.jets.ets.quota;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jets.ets.reclaim.Reclaimable;
import org.jets.ets.reclaim.ResourceReclaimer;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the heap is short. It is short if more than {@value #PERCENT} percent were in use
 * after the last collection, garbage of older collections included. It is also short if that will
 * be so after the next collection, provided the growth is that of the last one. So while the heap
 * is not short, reachable objects take less than this share. A heap that fills steadily is short
 * before its use reaches the share.
 *
 * <p>A collection is noticed in two ways. It clears a weak reference to an object that is otherwise
 * unreachable. The next caller of {@link #isShort}, or the thread that takes such references, sees
 * that. Collections that keep nearly all young objects do not clear the reference until the whole
 * heap is collected. So, once the heap has begun to fill, one of many callers, and each that adds
 * much, reads the number of collections. That is one of {@value #LEAST_CALLS_PER_POLL} callers with
 * a heap of up to {@value #MEGABYTES} MB. With a larger heap it is one of more, in proportion to
 * the heap, but at least one of {@value #MOST_CALLS_PER_POLL}. If the module {@code
 * java.management} is missing, only the reference is used.
 *
 * <p>No method reads a clock.
 */
public final class HeapWatch {
  /** The percentage of the heap from which on it is short. */
  static final int PERCENT = 50;

  private static final int LEAST_CALLS_PER_POLL = 32;
  private static final int MOST_CALLS_PER_POLL = 1024;

  /** The size of a heap up to which there are the least calls for a look at it. */
  private static final int MEGABYTES = 128;

  /** The percentage of the heap in use below which no caller reads the number of collections. */
  private static final int PERCENT_TO_POLL = 20;

  private static final long UNKNOWN = -1;

  private static final VarHandle SENTINEL =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "sentinel", VarHandle.class, HeapWatch.class, Sentinel.class);

  private final long maxBytes;
  private final LongSupplier usedBytes;

  /** Returns the number of collections so far; constant if it is unknown. */
  private final LongSupplier collectionCount;

  /** One less than the number of calls for each look at the heap, which is a power of two. */
  private final int callMask;

  /** The number of collections at the last check of the heap. */
  private final AtomicLong seenCount = new AtomicLong(UNKNOWN);

  private volatile boolean isPolled;
  private final WeakReference<HeapWatch> reference = new WeakReference<>(this);
  private volatile boolean isShort;
  private volatile long collections;

  /** The bytes in use after the last collection, or at the beginning. */
  private volatile long lastUsedBytes;

  private volatile long shortages;

  /**
   * The reference that the collector clears. Replaced by CAS, by the thread that notices the
   * collection. Null if there was no memory for another.
   */
  private volatile @Nullable Sentinel sentinel;

  public HeapWatch(long maxBytes, LongSupplier usedBytes) {
    this(maxBytes, usedBytes, () -> UNKNOWN);
  }

  public HeapWatch(long maxBytes, LongSupplier usedBytes, LongSupplier collectionCount) {
    this.maxBytes = maxBytes;
    this.usedBytes = usedBytes;
    this.collectionCount = collectionCount;
    long calls = (maxBytes / MEGABYTES * LEAST_CALLS_PER_POLL) >> 20;
    long bounded = Math.max(LEAST_CALLS_PER_POLL, Math.min(calls, MOST_CALLS_PER_POLL));
    this.callMask = (int) Long.highestOneBit(bounded) - 1;
    ensureWatching();
  }

  private static final class OfThisJvm {
    static final HeapWatch WATCH =
        new HeapWatch(
            Runtime.getRuntime().maxMemory(),
            HeapWatch::usedBytesOfThisJvm,
            // A lambda within, since the class may fail to load.
            () -> orUnknown(() -> Collectors.collections()));
  }

  /** The access to collectors, in a class of its own, since its module may be missing. */
  private static final class Collectors {
    // Set at the first use: a static initializer that once lacks memory fails for good.
    private static volatile @Nullable List<GarbageCollectorMXBean> all;

    private static long collections() {
      List<GarbageCollectorMXBean> collectors = all;
      if (collectors == null) {
        collectors = ManagementFactory.getGarbageCollectorMXBeans();
        all = collectors;
      }
      long count = 0;
      for (GarbageCollectorMXBean collector : collectors) {
        count += Math.max(0, collector.getCollectionCount());
      }
      return count;
    }
  }

  /**
   * Returns the number of collections; constant if its source fails. The platform's beans fail with
   * several kinds of errors if the module is missing, or if they are initialized without memory.
   */
  static long orUnknown(LongSupplier collections) {
    try {
      return collections.getAsLong();
    } catch (LinkageError | ServiceConfigurationError | RuntimeException e) {
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

  /** Returns the watch of this JVM's heap. */
  public static HeapWatch ofThisJvm() {
    return OfThisJvm.WATCH;
  }

  public long maxBytes() {
    return maxBytes;
  }

  /** Returns whether the heap is short, after a check of it if there has been a collection. */
  public boolean isShort() {
    Sentinel current = sentinel;
    if (current != null && current.refersTo(null)) {
      notice(current);
    } else if ((ThreadLocalRandom.current().nextInt() & callMask) == 0) {
      poll();
    }
    return isShort;
  }

  /** Checks the heap if there has been a collection since the last check. */
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

  /** Checks the heap, unless another thread does so for the same collection. */
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

  /** Returns the bytes in use now, garbage included. */
  public long usedBytes() {
    return usedBytes.getAsLong();
  }

  /** Returns a number that changes each time when the heap becomes short. */
  public long shortages() {
    return shortages;
  }

  /** Resumes watching after a lack of memory. Writers call this now and then. */
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
   * Sets a new sentinel. Its referent stays reachable until then. A sentinel that was cleared
   * earlier would be useless, and could already have replaced itself.
   *
   * @param replaced the sentinel to replace; null for none
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

  /** Checks the heap, unless another thread has noticed the same collection. */
  private void notice(Sentinel cleared) {
    try {
      if (watch(cleared)) {
        look(seenCount.get());
      }
    } catch (VirtualMachineError e) {
      // There is no room for a check, so the heap counts as short. Writers try again.
      stopWatching();
    }
  }

  /** Marks the heap as short until it is watched again. Allocates nothing. */
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

  /** Checks the heap after a collection. Called by one thread at a time. */
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

  /** A weak reference that the next collection clears. */
  private static final class Sentinel extends WeakReference<Object> implements Reclaimable {
    private final WeakReference<HeapWatch> watch;

    Sentinel(Object referent, WeakReference<HeapWatch> watch) {
      super(referent, ResourceReclaimer.queue());
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
