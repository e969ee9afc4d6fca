package org.jets.ets;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the heap is short of room: whether more than {@value #PERCENT} percent of it were
 * in use after the last collection, garbage of older collections included. So as long as it is not,
 * nothing that is reachable takes as much.
 *
 * <p>A collection is noticed by a weak reference to nothing else that it clears. Nobody asks for
 * the time or for anything else of the system while there is room: what is read is one volatile
 * field.
 */
final class HeapWatch {
  /** From how many percent of the heap on it is short. */
  static final int PERCENT = 50;

  private final long maxBytes;
  private final LongSupplier usedBytes;
  private volatile boolean isShort;
  private volatile long collections;

  /** After the last collection; all that there is where that is not known. */
  private volatile long lastUsedBytes;

  private volatile long shortages;

  /** Kept, and replaced, for the collector to find. Null where there was no memory for another. */
  private volatile @Nullable Sentinel sentinel;

  HeapWatch(long maxBytes, LongSupplier usedBytes) {
    this.maxBytes = maxBytes;
    this.usedBytes = usedBytes;
    watch(this, new WeakReference<>(this));
  }

  private static final class OfThisJvm {
    static final HeapWatch WATCH =
        new HeapWatch(
            Runtime.getRuntime().maxMemory(),
            () -> Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
  }

  /** Returns the one that watches the heap of this JVM. */
  static HeapWatch ofThisJvm() {
    return OfThisJvm.WATCH;
  }

  long maxBytes() {
    return maxBytes;
  }

  boolean isShort() {
    return isShort;
  }

  /** Returns a number that changes with each collection. */
  long collections() {
    return collections;
  }

  /**
   * Returns how many bytes were in use after the last collection, garbage of older ones included.
   */
  long usedBytes() {
    return lastUsedBytes;
  }

  /** Returns a number that changes each time when the heap becomes short. */
  long shortages() {
    return shortages;
  }

  /** Goes on watching, if there was no memory to do so. To be called now and then by writers. */
  void ensureWatching() {
    if (sentinel == null) {
      watch(this, new WeakReference<>(this));
    }
  }

  /**
   * Sets a new sentinel. Its referent stays reachable until then: one that was cleared before would
   * be kept in vain, and could have replaced itself already.
   */
  private static void watch(HeapWatch watch, WeakReference<HeapWatch> reference) {
    Object referent = new Object();
    try {
      watch.sentinel = new Sentinel(referent, reference);
    } finally {
      Reference.reachabilityFence(referent);
    }
  }

  /** Takes the heap to be short, as long as nobody watches. Allocates nothing. */
  private void stopWatching() {
    sentinel = null;
    lastUsedBytes = maxBytes;
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
  void collected() {
    long used = usedBytes.getAsLong();
    lastUsedBytes = used;
    if (used <= maxBytes / 100 * PERCENT) {
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
        boolean isWatching = false;
        try {
          watch(watched, watch);
          watched.collected();
          isWatching = true;
        } finally {
          if (!isWatching) {
            watched.stopWatching();
          }
        }
      }
    }
  }
}
