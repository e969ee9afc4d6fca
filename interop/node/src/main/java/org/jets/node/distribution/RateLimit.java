package org.jets.node.distribution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Bounds events that other nodes can cause at will: a number of them in 10 seconds. Counts the
 * events beyond the bound. Safe for use by many threads.
 */
public final class RateLimit {
  public static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final int most;
  private final LongSupplier clock;

  /** The keys of the events that have been allowed since the window began. */
  @GuardedBy("this") private final Set<Object> keys = new HashSet<>();

  @GuardedBy("this") private long windowStart;

  @GuardedBy("this") private int events;

  @GuardedBy("this") private long left;

  /**
   * Creates a limit.
   *
   * @param most how many events are allowed in 10 seconds
   * @param clock the time in nanoseconds
   */
  public RateLimit(int most, LongSupplier clock) {
    this.most = most;
    this.clock = clock;
    this.windowStart = clock.getAsLong();
  }

  /**
   * Allows an event, or counts it.
   *
   * @return the number of counted events that no call has returned before; -1 if this one is
   *     counted
   */
  public synchronized long begin() {
    beginWindow();
    return allow(events < most);
  }

  /**
   * Allows an event as {@link #begin()} does, or counts it. Of the events with equal keys, it
   * allows one in 10 seconds.
   */
  public synchronized long begin(Object key) {
    beginWindow();
    return allow(events < most && keys.add(key));
  }

  @GuardedBy("this") private long allow(boolean isAllowed) {
    if (!isAllowed) {
      left++;
      return -1;
    }
    events++;
    return takeLeft();
  }

  /**
   * Returns the number of counted events that no call has returned before; 0 before the time is
   * over.
   */
  public synchronized long over() {
    beginWindow();
    return events == 0 ? takeLeft() : 0;
  }

  /** Returns the number of counted events that no call has returned before, at any time. */
  synchronized long rest() {
    return takeLeft();
  }

  @GuardedBy("this") private void beginWindow() {
    long now = clock.getAsLong();
    if (now - windowStart > WINDOW_NANOS) {
      windowStart = now;
      events = 0;
      keys.clear();
    }
  }

  @GuardedBy("this") private long takeLeft() {
    long untold = left;
    left = 0;
    return untold;
  }
}
