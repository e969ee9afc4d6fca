package org.jets.ets.expiry;

import org.jspecify.annotations.Nullable;

/**
 * A hierarchical timer wheel (G. Varghese, T. Lauck: Hashed and Hierarchical Timing Wheels, 1987).
 * Time passes in ticks. The buckets of the first level have a tick each, those of each further
 * level as many as the whole level below. A cell is in the list of a bucket of the first level that
 * reaches its tick. When time comes to a bucket, its whole list is joined to the list of due cells,
 * from which the caller takes one after the other, and schedules again what is not due yet.
 *
 * <p>Differences from the paper: a cell is not moved when its end changes to a later one, but when
 * its bucket comes. A list is moved as a whole, in constant time, and its cells find their next
 * buckets later. So {@link #advance} takes bounded time however far it goes.
 *
 * <p>Nothing is allocated after the constructor. Not thread-safe.
 */
final class TimerWheel {
  static final int BITS = 5;
  static final int BUCKETS = 1 << BITS;
  static final int LEVELS = 4;

  /** The number of ticks back that count as a late look of another thread, and not as a change. */
  private static final long LATE_TICKS = 16;

  /** The number of ticks beyond which a cell waits in the farthest bucket. */
  static final long MOST_TICKS = (1L << (BITS * LEVELS)) - 1;

  /** Marks a cell that has left the map and is not linked again. */
  private static final DatedCell RETIRED = new DatedCell("retired", 0);

  private final DatedCell[] heads = new DatedCell[LEVELS * BUCKETS];
  private final DatedCell due = head();
  private long tick;

  /** Makes a wheel at a tick. */
  TimerWheel(long tick) {
    this.tick = tick;
    for (int i = 0; i < heads.length; i++) {
      heads[i] = head();
    }
  }

  /** Returns an empty list. */
  private static DatedCell head() {
    DatedCell head = new DatedCell("head", 0);
    head.previous = head;
    head.next = head;
    return head;
  }

  static boolean isLinked(DatedCell cell) {
    return cell.previous != null;
  }

  /** Returns whether the cell has been {@linkplain #retire retired}. */
  static boolean isRetired(DatedCell cell) {
    return cell.next == RETIRED;
  }

  /** Returns whether there is something to do at a tick. */
  boolean isDue(long now) {
    return now > tick || now < tick - LATE_TICKS || due.next != due;
  }

  /** Links a cell, in no list, so that it is due at a tick, but not before the next one. */
  void schedule(DatedCell cell, long at) {
    insertBefore(bucket(at), cell);
  }

  private DatedCell bucket(long at) {
    long ahead = Math.min(MOST_TICKS, Math.max(1, at - tick));
    int level = 0;
    while (ahead >= 1L << (BITS * (level + 1))) {
      level++;
    }
    long number = (tick + ahead) >> (BITS * level);
    return heads[level * BUCKETS + ((int) number & (BUCKETS - 1))];
  }

  private static void insertBefore(DatedCell place, DatedCell cell) {
    DatedCell last = linked(place.previous);
    cell.previous = last;
    cell.next = place;
    last.next = cell;
    place.previous = cell;
  }

  private static DatedCell linked(@Nullable DatedCell neighbour) {
    if (neighbour == null) {
      throw new IllegalStateException("a cell in no list");
    }
    return neighbour;
  }

  /** Puts a cell, in no list, into the place of one that leaves its list. */
  static void substitute(DatedCell cell, DatedCell successor) {
    insertBefore(cell, successor);
    retire(cell);
  }

  /** Removes a cell from its list, if it is in one. */
  static void unlink(DatedCell cell) {
    if (isLinked(cell)) {
      DatedCell previous = linked(cell.previous);
      DatedCell next = linked(cell.next);
      previous.next = next;
      next.previous = previous;
      cell.previous = null;
      cell.next = null;
    }
  }

  /** Removes a cell for ever. */
  static void retire(DatedCell cell) {
    unlink(cell);
    cell.next = RETIRED;
  }

  /**
   * Moves to a tick. If the clock has been set back, all cells are looked at again. The tick of a
   * thread that has read the clock a little earlier than another one changes nothing.
   */
  void advance(long now) {
    long before = tick;
    if (now <= before && now >= before - LATE_TICKS) {
      return;
    }
    tick = now;
    if (now < before) {
      for (DatedCell head : heads) {
        moveAllToDue(head);
      }
      return;
    }
    for (int level = 0; level < LEVELS; level++) {
      long from = before >> (BITS * level);
      long steps = Math.min(BUCKETS, (now >> (BITS * level)) - from);
      if (steps == 0) {
        return;
      }
      for (long number = from + 1; number <= from + steps; number++) {
        moveAllToDue(heads[level * BUCKETS + ((int) number & (BUCKETS - 1))]);
      }
    }
  }

  private void moveAllToDue(DatedCell head) {
    DatedCell first = linked(head.next);
    if (first == head) {
      return;
    }
    DatedCell last = linked(head.previous);
    DatedCell end = linked(due.previous);
    end.next = first;
    first.previous = end;
    last.next = due;
    due.previous = last;
    head.previous = head;
    head.next = head;
  }

  /** Takes the next cell whose bucket has come; null for none. */
  @Nullable DatedCell poll() {
    DatedCell first = linked(due.next);
    if (first == due) {
      return null;
    }
    unlink(first);
    return first;
  }

  /** Unlinks all cells. */
  void clear() {
    for (DatedCell head : heads) {
      moveAllToDue(head);
    }
    while (poll() != null) {}
  }
}
