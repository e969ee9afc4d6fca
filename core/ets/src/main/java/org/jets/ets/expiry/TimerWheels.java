package org.jets.ets.expiry;

import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.TableType;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.watch.KeyHash;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The timer wheels of a table. A key has one of them, so that writers of different keys seldom meet
 * at a lock.
 *
 * <p><b>Invariant.</b> Each cell that is in the map is linked in the wheel of its key, at the
 * latest at its earliest end, or its writer is about to link it. A cell that has left the map is
 * retired, so that a slower writer does not link it. A wheel may have cells that are in the map no
 * more: then their removal does nothing.
 *
 * <p><b>Guarded by.</b> A wheel and the links of its cells: the lock of the wheel. Nothing is
 * locked or allocated inside.
 */
final class TimerWheels {
  private static final int MOST_WHEELS = 4;

  /** The bytes of a wheel. */
  private static final int WHEEL_BYTES =
      TimerWheel.LEVELS * TimerWheel.BUCKETS * (DatedCell.BYTES + Integer.BYTES);

  private final StoreConfig config;
  private final Lifetimes lives;

  /** The number of bits of a time below a tick of about 65 ms. */
  private final int tickBits;

  private final Wheel[] wheels;

  TimerWheels(StoreConfig config, Lifetimes lives) {
    this.config = config;
    this.lives = lives;
    this.tickBits = lives.isAtElement() ? 6 : 26;
    int processors = Runtime.getRuntime().availableProcessors();
    this.wheels = new Wheel[Math.min(MOST_WHEELS, Integer.highestOneBit(processors) * 2)];
    long now = lives.now();
    for (int i = 0; i < wheels.length; i++) {
      wheels[i] = new Wheel(new TimerWheel(now >> tickBits));
    }
  }

  /** A wheel and its lock. */
  private static final class Wheel {
    final OverflowSafeLock lock = new OverflowSafeLock();

    /** Null once the table has been deleted. */
    @Nullable TimerWheel timers;

    Wheel(TimerWheel timers) {
      this.timers = timers;
    }
  }

  int count() {
    return wheels.length;
  }

  long bytes() {
    return (long) wheels.length * WHEEL_BYTES;
  }

  /** Returns the number of the wheel of a cell. */
  int number(DatedCell cell) {
    Term key = config.keyOf(cell);
    // In an ordered_set, keys that are == have the same wheel.
    boolean isOrdered = config.type() == TableType.ORDERED_SET;
    int hash = (isOrdered ? KeyHash.of(key) : key.hashCode()) * 0x9E3779B9;
    return (hash >>> 16) & (wheels.length - 1);
  }

  private long tickAfter(long end) {
    return (end >> tickBits) + 1;
  }

  /** Links a cell that is in the map, if it is not linked yet. Never fails for lack of memory. */
  void link(DatedCell cell) {
    replace(null, cell);
  }

  /**
   * Follows a change that the map has made.
   *
   * @param before the cell that has left the map, or null
   * @param after the cell that is in the map, or null
   */
  void replace(@Nullable DatedCell before, @Nullable DatedCell after) {
    if (before == after) {
      return;
    }
    int number = after == null ? -1 : number(after);
    int left = before == null ? number : number(before);
    if (left == number) {
      replaceIn(wheels[number], before, after);
    } else {
      replaceIn(wheels[left], before, null);
      if (after != null) {
        replaceIn(wheels[number], null, after);
      }
    }
  }

  private void replaceIn(Wheel wheel, @Nullable DatedCell before, @Nullable DatedCell after) {
    wheel.lock.lock();
    try {
      TimerWheel timers = wheel.timers;
      if (timers == null) {
        return;
      }
      if (after == null || !mustBeLinked(after)) {
        if (before != null) {
          TimerWheel.retire(before);
        }
        return;
      }
      long end = lives.earliest(after);
      if (before != null && TimerWheel.isLinked(before) && end >= lives.earliest(before)) {
        TimerWheel.substitute(before, after);
        return;
      }
      if (before != null) {
        TimerWheel.retire(before);
      }
      timers.schedule(after, tickAfter(end));
    } finally {
      wheel.lock.unlock();
    }
  }

  private boolean mustBeLinked(DatedCell cell) {
    return !TimerWheel.isLinked(cell)
        && !TimerWheel.isRetired(cell)
        && lives.earliest(cell) != Lifetimes.NEVER;
  }

  /** Returns whether a wheel has something to do. May miss what another thread is about to do. */
  boolean isDue(int number, long now) {
    TimerWheel timers = wheels[number].timers;
    return timers != null && timers.isDue(now >> tickBits);
  }

  /**
   * Takes the next cell with an expired object out of a wheel.
   *
   * @param steps the number of cells to look at, which this counts down
   * @return null if there is none, or the steps are used up
   */
  @Nullable DatedCell poll(int number, long now, int[] steps) {
    Wheel wheel = wheels[number];
    wheel.lock.lock();
    try {
      TimerWheel timers = wheel.timers;
      if (timers == null) {
        return null;
      }
      timers.advance(now >> tickBits);
      while (steps[0] > 0) {
        DatedCell cell = timers.poll();
        if (cell == null) {
          return null;
        }
        steps[0]--;
        long end = lives.earliest(cell);
        if (end <= now) {
          return cell;
        }
        timers.schedule(cell, tickAfter(end));
      }
      return null;
    } finally {
      wheel.lock.unlock();
    }
  }

  /** Unlinks all cells, since the map has been cleared. The caller links again what is in it. */
  void clear() {
    for (Wheel wheel : wheels) {
      wheel.lock.lock();
      try {
        if (wheel.timers != null) {
          wheel.timers.clear();
        }
      } finally {
        wheel.lock.unlock();
      }
    }
  }

  /** Drops all cells, since the table has been deleted. */
  void close() {
    for (Wheel wheel : wheels) {
      wheel.lock.lock();
      try {
        wheel.timers = null;
      } finally {
        wheel.lock.unlock();
      }
    }
  }
}
