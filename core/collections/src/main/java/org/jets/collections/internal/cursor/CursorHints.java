package org.jets.collections.internal.cursor;

import java.lang.ref.WeakReference;
import org.jets.collections.internal.sync.ThreadSpread;
import org.jspecify.annotations.Nullable;

/**
 * The places of threads that step through a tree from key to key, so that the next step need not
 * search. A place is a part of the tree, and an index in it. Each thread has a place that few
 * others write, 128 bytes from theirs.
 *
 * <p>Targets are weakly reachable. One that is not in the tree any more may lead to all that came
 * after it, or was there with it.
 *
 * <p>Plain reads and writes: what is found here may be of another thread, and the target of one
 * step and the index of another. A thread that takes it looks for its key at that index.
 */
public final class CursorHints<T> {
  private static final int STRIDE = 128 / Integer.BYTES; // And references take no less.

  /**
   * The number of places: about twice the processors, since stepping threads may be of several
   * pools.
   */
  private static final int PLACES = places(Runtime.getRuntime().availableProcessors());

  private final @Nullable Object[] targets = new @Nullable Object[(PLACES + 1) * STRIDE];
  private final int[] indexes = new int[(PLACES + 1) * STRIDE];

  private static int places(int processors) {
    return processors == 1 ? 1 : 4 * Integer.highestOneBit(Math.min(processors, 64) - 1);
  }

  /** The place of the thread that calls. */
  public static int place() {
    return ((ThreadSpread.of(Thread.currentThread()) & PLACES - 1) + 1) * STRIDE;
  }

  @SuppressWarnings("unchecked") // Only such are stored.
  public @Nullable T target(int place) {
    return targets[place] instanceof WeakReference<?> target ? (T) target.get() : null;
  }

  public int index(int place) {
    return indexes[place];
  }

  public void set(int place, T target, int index) {
    if (target(place) != target) {
      targets[place] = new WeakReference<>(target);
    }
    indexes[place] = index;
  }
}
