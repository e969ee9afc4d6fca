package org.jets.ets.fixation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of calls of {@code safe_fixtable} of one owner, for one table, that have not been
 * taken back, by the handle of the call. It takes memory for each handle, and none for a further
 * call.
 *
 * <p>Cost: constant time for each operation. A release allocates nothing.
 *
 * <p>Guarded by the lock of {@link Fixations}.
 */
final class HandleFixations {
  private final Map<Object, Count> counts = new HashMap<>();

  /** The count of the last used handle; null if there is none. */
  private @Nullable Count last;

  private long total;

  /** The calls through one handle, between those of the handles that were used before and after. */
  private static final class Count {
    private final Object handle;
    private long calls;
    private @Nullable Count before;
    private @Nullable Count after;

    private Count(Object handle) {
      this.handle = handle;
    }
  }

  /** Counts the first call. */
  HandleFixations(Object handle) {
    add(handle);
  }

  /** Counts one more call. */
  void add(Object handle) {
    Count count = counts.get(handle);
    if (count == null) {
      count = enter(handle);
    } else if (count != last) {
      unlink(count);
      link(count);
    }
    count.calls++;
    total++;
  }

  /**
   * Makes a count without calls. An error, which can occur while the map grows, leaves the map
   * without it.
   */
  private Count enter(Object handle) {
    Count count = new Count(handle);
    boolean isEntered = false;
    try {
      counts.put(handle, count);
      isEntered = true;
    } finally {
      if (!isEntered) {
        counts.remove(handle);
      }
    }
    link(count);
    return count;
  }

  private void link(Count count) {
    count.before = last;
    if (last != null) {
      last.after = count;
    }
    last = count;
  }

  private void unlink(Count count) {
    if (count.before != null) {
      count.before.after = count.after;
    }
    if (count.after != null) {
      count.after.before = count.before;
    } else {
      last = count.before;
    }
    count.before = null;
    count.after = null;
  }

  /** Takes back one call through the last used handle. */
  void removeLast() {
    Count count = last;
    if (count != null) {
      count.calls--;
      total--;
      if (count.calls == 0) {
        removeAll(count.handle);
      }
    }
  }

  /** Takes back all calls through a handle. */
  void removeAll(Object handle) {
    Count count = counts.remove(handle);
    if (count != null) {
      unlink(count);
      total -= count.calls;
    }
  }

  /** Returns the number of calls that have not been taken back. */
  long total() {
    return total;
  }
}
