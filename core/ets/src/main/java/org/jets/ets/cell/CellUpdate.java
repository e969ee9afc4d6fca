package org.jets.ets.cell;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.jets.ets.event.TableChange.Cause;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A change of one cell, made for one call and used by one thread. A store may run {@link #update}
 * several times until it accepts the outcome. Its fields have the results of the last run.
 */
public abstract class CellUpdate implements BiFunction<Term, @Nullable Object, @Nullable Object> {
  private @Nullable Object before;
  private @Nullable Object after;
  private @Nullable Transaction obstacle;
  private boolean gaveWay;
  private @Nullable WriterGate gate;

  /** Null if no removal is announced. */
  private @Nullable Function<Term, RemovalCount> removals;

  /** Null before a run that removes. */
  private @Nullable RemovalCount removal;

  private boolean refusesCounter;
  private boolean allowsCounter;

  /** Null if the table is not metered. */
  private @Nullable TableMeter meter;

  /** Null if the table is not metered. */
  private @Nullable CellBytes cellBytes;

  /** The number of objects that have been counted so far. */
  private long countedObjects;

  private long countedBytes;

  /** The number of bytes by which the last run changed the cell. */
  private long byteGrowth;

  /**
   * Returns the cell that replaces the given one; the same cell to leave it unchanged; null to
   * remove it. Must not touch the store.
   */
  protected abstract @Nullable Object update(@Nullable Object cell);

  /** Returns whether the update can remove a cell. */
  public boolean mayRemove() {
    return true;
  }

  /** Returns the object that the update inserts, whether the cell has it already or not. */
  public @Nullable Tuple inserted() {
    return null;
  }

  /** Returns the reason for the change, as the listeners of the table's changes learn it. */
  public Cause cause() {
    return Cause.CALL;
  }

  /** Sets the gate that each run must pass. */
  public final void through(WriterGate gate) {
    this.gate = gate;
  }

  /**
   * Sets what begins a removal, before the first run that would remove a cell returns. If it fails,
   * so does the update.
   */
  public final void announceTo(Function<Term, RemovalCount> removals) {
    this.removals = removals;
  }

  /** Ends the removal that a run has begun, if any. Does not fail. */
  public final void endRemoval() {
    if (removal != null) {
      removal.end();
      removal = null;
    }
  }

  /** Returns whether the update would leave a {@link CounterCell}. */
  public boolean wantsCounter() {
    return false;
  }

  /** Keeps the update from {@linkplain #asksForCounter asking} for a {@link CounterCell}. */
  public final void refuseCounter() {
    refusesCounter = true;
  }

  /** Returns whether the update would leave a {@link CounterCell}, and none is refused. */
  public final boolean asksForCounter() {
    return !refusesCounter && wantsCounter();
  }

  /** Allows that the update leaves a {@link CounterCell} instead of an object. */
  public final void allowCounter() {
    allowsCounter = true;
  }

  /** Returns whether {@link #update} may return a {@link CounterCell} for an object of a set. */
  protected final boolean allowsCounter() {
    return allowsCounter;
  }

  /**
   * Sets the meter that counts what each run adds; a run that adds too much fails. Removals are not
   * counted before the update {@linkplain #settle has been made}. Otherwise other threads could use
   * up memory that a discarded run only seemed to free.
   */
  public final void through(TableMeter counting, CellBytes bytes) {
    this.meter = counting;
    this.cellBytes = bytes;
  }

  /** Returns the number of bytes by which the last run changed the cell. */
  public final long byteGrowth(CellBytes bytes) {
    return bytes.growth(before, after);
  }

  /** Counts the outcome of the update. */
  public final void settle() {
    count(objectGrowth(), byteGrowth);
  }

  /** Takes back the counts, since the update has failed. */
  public final void uncount() {
    count(0, 0);
  }

  private void count(long objects, long bytes) {
    if (meter != null) {
      meter.count(objects - countedObjects, bytes - countedBytes);
      countedObjects = objects;
      countedBytes = bytes;
    }
  }

  /** Runs the update. A map's {@code compute} calls this with the value that it holds. */
  @Override
  public final @Nullable Object apply(Term key, @Nullable Object held) {
    obstacle = null;
    gaveWay = false;
    Object cell = held;
    Transaction closer = gate == null ? null : gate.closedBy();
    if (closer != null) {
      obstacle = closer;
      return held;
    }
    if (held instanceof PendingCell pending) {
      if (pending.isUndecided()) {
        obstacle = pending.transaction();
        return held;
      }
      cell = pending.value();
    } else if (held instanceof CounterCell counter) {
      counter.seal();
      cell = counter.object();
    }
    before = cell;
    after = update(cell);
    if (after == null && before != null && removals != null && removal == null) {
      removal = removals.apply(key);
    }
    if (cellBytes != null) {
      byteGrowth = byteGrowth(cellBytes);
      count(Math.max(0, objectGrowth()), Math.max(0, byteGrowth));
    }
    return after;
  }

  /** Makes the store run {@link #update}, which calls this, again; until then the cell stays. */
  protected final void giveWay() {
    gaveWay = true;
  }

  /**
   * Returns whether the last run made the update. If not, it left the cell as it was, and the
   * update must be run again {@linkplain #awaitObstacle after a while}.
   */
  public final boolean isMade() {
    return obstacle == null && !gaveWay;
  }

  /**
   * Waits for the obstacle of the last run: a batch insert to end, or a thread to make its next
   * step.
   */
  public final void awaitObstacle() {
    if (obstacle != null) {
      obstacle.await();
    } else {
      Thread.onSpinWait();
    }
  }

  /** Returns whether the last run changed the cell. */
  public final boolean hasChanged() {
    return after != before;
  }

  /** Returns whether the last run changed the cell, and left this one. */
  public final boolean hasLeft(@Nullable Object cell) {
    return hasChanged() && cell == after;
  }

  /** Returns whether there was a cell after the last run. */
  public final boolean hasLeftCell() {
    return after != null;
  }

  /** Returns the number of objects by which the last run changed the cell. */
  public final int objectGrowth() {
    return ObjectList.count(after) - ObjectList.count(before);
  }

  /** Returns the number of keys by which the last run changed the table: 1, 0 or -1. */
  public final int keyGrowth() {
    return (after == null ? 0 : 1) - (before == null ? 0 : 1);
  }
}
