package org.jets.bench.locks;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A pointer for each thread to what it reads, common to many locks: the "ETS pointers" (D.
 * Klaftenegger, K. Sagonas, K. Winblad: On the scalability of the Erlang term storage, 2013,
 * section 6.3). A lock takes no memory for its readers, and a reader writes a cache line of its
 * own. But a writer reads the pointers of all threads that have ever read.
 *
 * <p>A thread keeps its place as long as it lives, and nobody gets it afterwards. It reads under
 * one lock at a time.
 *
 * <p><b>Progress.</b> Wait-free. <b>Memory order.</b> All accesses to pointers are volatile.
 */
public final class ThreadPointers {
  /** The references in 128 bytes or more. */
  private static final int STRIDE = 32;

  private final AtomicReferenceArray<Object> pointers;
  private final AtomicInteger threads = new AtomicInteger();
  private final ThreadLocal<Integer> place = ThreadLocal.withInitial(this::newPlace);

  /**
   * Makes pointers that point to nothing.
   *
   * @param mostThreads the number of threads that can ever use them
   */
  public ThreadPointers(int mostThreads) {
    pointers = new AtomicReferenceArray<>((mostThreads + 2) * STRIDE);
  }

  private Integer newPlace() {
    int place = (threads.incrementAndGet() + 1) * STRIDE;
    if (place >= pointers.length()) {
      throw new IllegalStateException("more threads than places");
    }
    return place;
  }

  /** Makes the indicator of a lock. */
  public ReadIndicator newIndicator() {
    return new Indicator();
  }

  private final class Indicator implements ReadIndicator {
    @Override
    public void arrive(int spread) {
      int mine = place.get();
      if (pointers.get(mine) != null) {
        throw new IllegalStateException("a thread reads under one lock at a time");
      }
      pointers.set(mine, this);
    }

    @Override
    public void depart(int spread) {
      pointers.set(place.get(), null);
    }

    @Override
    public boolean isEmpty() {
      // A thread has its place before it announces itself there.
      int last = (threads.get() + 1) * STRIDE;
      for (int each = 2 * STRIDE; each <= last && each < pointers.length(); each += STRIDE) {
        if (pointers.get(each) == this) {
          return false;
        }
      }
      return true;
    }
  }
}
