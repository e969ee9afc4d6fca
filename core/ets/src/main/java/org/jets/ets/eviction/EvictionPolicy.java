package org.jets.ets.eviction;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.limit.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * The order in which keys are evicted: W-TinyLFU (G. Einziger, R. Friedman, B. Manes: TinyLFU, a
 * highly efficient cache admission policy, 2017).
 *
 * <p>New cells come to the end of a <i>window</i>, a list by the last use. The first cell of a full
 * window becomes a candidate at the end of the list of cells <i>on probation</i>. When there is too
 * much, the candidate competes with the first cell on probation. The one whose key has been used
 * more often lately stays, by the estimate of a {@link FrequencySketch}. A cell on probation that
 * is used again becomes <i>protected</i>. If too many are, the first of them is on probation again.
 * The share of the window changes by hill climbing (G. Einziger, O. Eytan, R. Friedman, B. Manes:
 * Adaptive software cache management, 2018): it goes on in a direction while the share of hits
 * grows, and turns back when that falls.
 *
 * <p>Differences from the papers: the shares are parts of the number of cells that there are, and
 * not of a bound. So one policy serves a bound of objects, of bytes, or of both. A candidate that
 * is used often wins a lost competition at random, once in 128 times. Otherwise keys of equal
 * hashes could keep all others out.
 *
 * <p>A cell that exceeds a bound alone is in a list of its own, which is evicted first. A new cell
 * that is larger than the window's share of a bound is a candidate at once.
 *
 * <p><b>Invariant.</b> Each cell that is in the map is linked here, or its writer is about to link
 * it, or an evicting thread has taken it. A cell that has left the map is retired, so that a slower
 * writer does not link it.
 *
 * <p><b>Guarded by.</b> Everything except the buffer of reads and the number of clears: one lock. A
 * thread holds it for some steps, except when the sketch is halved or grows. Nothing is locked
 * inside.
 */
final class EvictionPolicy {
  private static final int OVERSIZED = 0;
  private static final int WINDOW = 1;
  private static final int PROBATION = 2;
  private static final int PROTECTED = 3;

  private static final double FIRST_WINDOW_SHARE = 0.01;
  private static final double MOST_WINDOW_SHARE = 0.8;

  /** The share of the window and the protected cells together. */
  private static final double SHARE_WITHOUT_PROBATION = 0.802;

  private static final double FIRST_STEP = 0.0625;
  private static final double STEP_DECAY = 0.98;
  private static final double RESTART_CHANGE = 0.05;

  private static final long CERTAIN_REQUESTS = 15_000;
  private static final long REQUESTS_OF_CELL = 4;

  /** The number of cells that change their list at a time because the window is too large. */
  private static final int MOST_MOVES = 1_000;

  private static final int OFTEN = 6;
  private static final int RANDOM_MASK = 127;

  private final long maxObjects;
  private final long maxBytes;
  private final OverflowSafeLock lock = new OverflowSafeLock();
  private final ReadBuffer reads = new ReadBuffer();
  private final Consumer<RankedCell> use = this::use;
  private final FrequencySketch sketch = new FrequencySketch();

  /** The cells each of which exceeds a bound alone. */
  private CellList oversized = new CellList(OVERSIZED);

  private CellList window = new CellList(WINDOW);
  private CellList probation = new CellList(PROBATION);
  private CellList protectedCells = new CellList(PROTECTED);

  private long objects;
  private long bytes;

  /** The first cell on probation that has come from the window for the present evictions. */
  private @Nullable RankedCell candidate;

  private double windowShare = FIRST_WINDOW_SHARE;
  private double step = FIRST_STEP;
  private double lastHitRate;
  private long hits;
  private long misses;

  /** True if reads count. They do not while less than half of a bound is in use. */
  private volatile boolean countsReads;

  private boolean isClosed;

  /** Read without the lock too. An old value makes {@link #restore} do nothing. */
  private int clears;

  EvictionPolicy(Bounds bounds) {
    this.maxObjects = bounds.maxObjects();
    this.maxBytes = bounds.maxBytes();
  }

  /** Returns whether the weights of cells are needed. */
  boolean countsBytes() {
    return maxBytes != Bounds.NONE;
  }

  /** Notes that a cell has been read. Never waits, and allocates nothing. */
  void read(RankedCell cell) {
    if (countsReads && reads.add(cell) && tryLock()) {
      try {
        reads.takeAll(use);
      } finally {
        lock.unlock();
      }
    }
  }

  /** A reader with little room on its stack does without. */
  private boolean tryLock() {
    try {
      return lock.tryLock();
    } catch (StackOverflowError e) {
      return false;
    }
  }

  /** Links a cell that is in the map, if it is not linked yet. */
  void link(RankedCell cell) {
    replace(null, cell);
  }

  /**
   * Follows a change that the map has made.
   *
   * @param before the cell that has left the map, or null
   * @param after the cell that is in the map, or null
   * @return true if there is too much, so that the caller must {@link #poll}
   */
  boolean replace(@Nullable RankedCell before, @Nullable RankedCell after) {
    if (before == after) {
      return false;
    }
    lock.lock();
    try {
      if (isClosed) {
        return false;
      }
      reads.takeAll(use);
      if (after == null || after.isLinked() || after.isRetired()) {
        if (before != null) {
          drop(before);
        }
      } else if (before != null && before.isLinked()) {
        substitute(before, after);
      } else {
        if (before != null) {
          drop(before);
        }
        add(after);
      }
      countsReads = objects > maxObjects / 2 || bytes > maxBytes / 2;
      return hasTooMuch();
    } finally {
      lock.unlock();
    }
  }

  /** Gives each list its share, and returns whether there is more than allowed. */
  private boolean hasTooMuch() {
    climb();
    balance();
    if (objects > maxObjects || bytes > maxBytes) {
      return true;
    }
    candidate = null;
    return false;
  }

  private void add(RankedCell cell) {
    misses++;
    addNew(cell);
    sketch.ensureCapacity(cells());
    sketch.add(cell.hash());
  }

  /** Adds a cell whose key has not been admitted yet, to the list for its size. */
  private void addNew(RankedCell cell) {
    if (isOversized(cell)) {
      oversized.addLast(cell);
    } else if (exceedsWindow(cell)) {
      probation.addLast(cell);
      candidate = candidate == null ? cell : candidate;
    } else {
      window.addLast(cell);
    }
    count(cell, 1);
  }

  private void substitute(RankedCell before, RankedCell after) {
    boolean isNew = before.segment() == OVERSIZED || before.segment() == WINDOW;
    if (isNew || isOversized(after)) {
      unlink(before);
      addNew(after);
      noteUse(after); // A candidate must not become protected by this.
    } else {
      count(before, -1);
      listOf(before).substitute(before, after);
      if (candidate == before) {
        candidate = after;
      }
      count(after, 1);
      use(after);
    }
    before.retire();
  }

  private void count(RankedCell cell, int sign) {
    objects += sign * (long) ObjectList.count(cell);
    bytes += sign * cell.weight();
  }

  /**
   * Returns whether a new cell is larger than the window's share of a bound, and than the other
   * cells on average.
   */
  private boolean exceedsWindow(RankedCell cell) {
    return exceedsWindow(ObjectList.count(cell), objects, maxObjects)
        || exceedsWindow(cell.weight(), bytes, maxBytes);
  }

  private boolean exceedsWindow(long amount, long sum, long most) {
    return most != Bounds.NONE
        && amount > windowShare * most
        && amount > sum / Math.max(1, cells());
  }

  private boolean isOversized(RankedCell cell) {
    return ObjectList.count(cell) > maxObjects || cell.weight() > maxBytes;
  }

  /** Removes a cell for ever. */
  private void drop(RankedCell cell) {
    if (cell.isLinked()) {
      unlink(cell);
    }
    cell.retire();
  }

  private void unlink(RankedCell cell) {
    if (candidate == cell) {
      candidate = probation.after(cell);
    }
    listOf(cell).remove(cell);
    count(cell, -1);
  }

  private CellList listOf(RankedCell cell) {
    return switch (cell.segment()) {
      case OVERSIZED -> oversized;
      case WINDOW -> window;
      case PROBATION -> probation;
      default -> protectedCells;
    };
  }

  private long cells() {
    return oversized.size() + window.size() + probation.size() + protectedCells.size();
  }

  private void noteUse(RankedCell cell) {
    hits++;
    sketch.add(cell.hash());
  }

  /** Counts a use of a cell that may have left the map. */
  private void use(RankedCell cell) {
    noteUse(cell);
    if (!cell.isLinked()) {
      return;
    }
    if (cell.segment() != PROBATION) {
      listOf(cell).moveToEnd(cell);
      return;
    }
    if (candidate == cell) {
      candidate = probation.after(cell);
    }
    probation.remove(cell);
    protectedCells.addLast(cell);
    if (protectedCells.size() > protectedTarget()) {
      demote();
    }
  }

  private double protectedTarget() {
    return (SHARE_WITHOUT_PROBATION - windowShare) * cells();
  }

  private void demote() {
    RankedCell first = protectedCells.first();
    if (first != null) {
      protectedCells.remove(first);
      probation.addLast(first);
    }
  }

  // Evictions

  /**
   * Takes the next cell to evict out of its list. The caller evicts it and {@link #retire}s it, or
   * else {@link #restore}s it.
   *
   * @return null if there are no more objects and bytes than allowed
   */
  @Nullable RankedCell poll() {
    lock.lock();
    try {
      reads.takeAll(use);
      if (!hasTooMuch()) {
        return null;
      }
      RankedCell victim = victim();
      if (victim != null) {
        unlink(victim);
      }
      return victim;
    } finally {
      lock.unlock();
    }
  }

  private long windowTarget() {
    return Math.max(1, (long) (windowShare * cells()));
  }

  private @Nullable RankedCell moveFromWindow() {
    RankedCell moved = window.first();
    if (moved != null) {
      window.remove(moved);
      probation.addLast(moved);
    }
    return moved;
  }

  private @Nullable RankedCell victim() {
    RankedCell tooLarge = oversized.first();
    if (tooLarge != null) {
      return tooLarge;
    }
    RankedCell first = probation.first();
    RankedCell competing = candidate;
    if (first != null && competing != null) {
      candidate = probation.after(competing);
      return competing == first || isAdmitted(competing, first) ? first : competing;
    }
    if (first == null) {
      first = protectedCells.first();
    }
    return first == null ? window.first() : first;
  }

  /** Returns whether a candidate takes the place of a cell. */
  private boolean isAdmitted(RankedCell competing, RankedCell held) {
    int frequency = sketch.frequency(competing.hash());
    return frequency > sketch.frequency(held.hash())
        || (frequency >= OFTEN && (ThreadLocalRandom.current().nextInt() & RANDOM_MASK) == 0);
  }

  /**
   * Returns the number of requests between two changes of the window. Fewer than {@value
   * #CERTAIN_REQUESTS} do not tell a better hit rate from chance.
   */
  private long climbPeriod() {
    return Math.max(CERTAIN_REQUESTS, REQUESTS_OF_CELL * cells());
  }

  /** Changes the share of the window, once there have been enough reads and writes. */
  private void climb() {
    long requests = hits + misses;
    if (requests < climbPeriod()) {
      return;
    }
    double hitRate = (double) hits / requests;
    double change = hitRate - lastHitRate;
    double amount = change >= 0 ? step : -step;
    lastHitRate = hitRate;
    hits = 0;
    misses = 0;
    step =
        Math.abs(change) >= RESTART_CHANGE
            ? Math.copySign(FIRST_STEP, amount)
            : amount * STEP_DECAY;
    windowShare = Math.max(0, Math.min(MOST_WINDOW_SHARE, windowShare + amount));
    for (int n = 0; n < MOST_MOVES && window.size() > windowTarget(); n++) {
      moveFromWindow();
    }
  }

  /** Moves cells between the lists, so that each has its share. */
  private void balance() {
    for (int n = 0; n < MOST_MOVES && protectedCells.size() > protectedTarget() + 1; n++) {
      demote();
    }
    for (int n = 0; n < MOST_MOVES && window.size() > windowTarget(); n++) {
      RankedCell moved = moveFromWindow();
      candidate = candidate == null ? moved : candidate;
    }
  }

  /** Notes that a polled cell has left the map. */
  void retire(RankedCell cell) {
    lock.lock();
    try {
      drop(cell);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Puts a polled cell back, since its eviction has failed, as the next one to be evicted.
   *
   * @param clearsBefore the number of {@link #clears} before it was polled
   * @return false, and does nothing, if all cells have been unlinked since: it may have left the
   *     map
   */
  boolean restore(RankedCell cell, int clearsBefore) {
    lock.lock();
    try {
      if (clears != clearsBefore) {
        return false;
      }
      if (!isClosed && !cell.isLinked() && !cell.isRetired()) {
        (isOversized(cell) ? oversized : probation).addFirst(cell);
        count(cell, 1);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  // All cells

  /** Returns how often all cells have been unlinked. */
  int clears() {
    return clears;
  }

  /**
   * Unlinks all cells, since the map has been cleared. The caller links again what is in it.
   * Allocates nothing.
   */
  void clear() {
    lock.lock();
    try {
      clears++;
      oversized.clear();
      window.clear();
      probation.clear();
      protectedCells.clear();
      forgetAll();
    } finally {
      lock.unlock();
    }
  }

  private void forgetAll() {
    objects = 0;
    bytes = 0;
    candidate = null;
  }

  /** Drops all cells, since the table has been deleted. */
  void close() {
    lock.lock();
    try {
      isClosed = true;
      countsReads = false;
      reads.takeAll(cell -> {});
      oversized = new CellList(OVERSIZED);
      window = new CellList(WINDOW);
      probation = new CellList(PROBATION);
      protectedCells = new CellList(PROTECTED);
      sketch.drop();
      forgetAll();
    } finally {
      lock.unlock();
    }
  }

  // Counts

  /** Returns the number of linked cells. */
  long keys() {
    lock.lock();
    try {
      return cells();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of objects in linked cells. */
  long objects() {
    lock.lock();
    try {
      return objects;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the weight of the linked cells; 0 if weights are not needed. */
  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the bytes of the sketch. */
  long ownBytes() {
    lock.lock();
    try {
      return sketch.bytes();
    } finally {
      lock.unlock();
    }
  }
}
