package org.jets.ets.store;

import java.util.function.BiFunction;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A change of one cell, made for one call and used by one thread. Its {@link #update} may be run
 * several times until a store accepts the outcome; what it leaves in fields is that of the last
 * run.
 */
public abstract class CellUpdate implements BiFunction<Term, @Nullable Object, @Nullable Object> {
  private @Nullable Object before;
  private @Nullable Object after;
  private @Nullable Transaction obstacle;
  private boolean gaveWay;
  private @Nullable WriterGate gate;

  /** Null where nobody counts what tables take. */
  private @Nullable TableMeter meter;

  /** What has been counted so far. */
  private long countedObjects;

  private long countedBytes;

  /** By how many bytes the last run changed the cell. */
  private long byteGrowth;

  /**
   * Returns the cell that replaces the given one; the same to leave it; null for none. Must not
   * touch the store.
   */
  protected abstract @Nullable Object update(@Nullable Object cell);

  /** Whether the update can leave no cell where there was one. */
  protected boolean mayRemove() {
    return true;
  }

  /** Sets the gate that each run has to pass. */
  public final void through(WriterGate gate) {
    this.gate = gate;
  }

  /**
   * Has what each run adds counted; a run of which that is too much fails. What the update removes
   * is not counted before it {@linkplain #settle has been made}: others would use up what a run
   * that does not count in the end seems to have freed.
   */
  public final void through(TableMeter counting) {
    this.meter = counting;
  }

  /** Counts what the update has done. */
  public final void settle() {
    count(objectGrowth(), byteGrowth);
  }

  /** Has what has been counted taken back: the update has failed. */
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

  /** As a map's {@code compute} calls it, with what the map holds. */
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
    }
    before = cell;
    after = update(cell);
    if (meter != null) {
      byteGrowth = CellBytes.growth(before, after);
      count(Math.max(0, objectGrowth()), Math.max(0, byteGrowth));
    }
    return after;
  }

  /** Called by {@link #update} to leave the cell for now and be run again. */
  protected final void giveWay() {
    gaveWay = true;
  }

  /**
   * Whether the last run was the whole update. If not, it left the cell as it was and has to be run
   * again, {@linkplain #awaitObstacle after a while}.
   */
  public final boolean isMade() {
    return obstacle == null && !gaveWay;
  }

  /** Waits for what the last run met: an insert of many to end, or a thread to do its next step. */
  public final void awaitObstacle() {
    if (obstacle != null) {
      obstacle.await();
    } else {
      Thread.onSpinWait();
    }
  }

  /** Whether there was a cell after the last run. */
  public final boolean hasLeftCell() {
    return after != null;
  }

  /** By how many objects the last run changed the cell. */
  public final int objectGrowth() {
    return ObjectList.count(after) - ObjectList.count(before);
  }

  /** By how many keys, which is 1, 0 or -1. */
  public final int keyGrowth() {
    return (after == null ? 0 : 1) - (before == null ? 0 : 1);
  }
}
