package org.jets.ets.expiry;

import java.util.List;
import org.jets.ets.cell.CellUpdate;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * An update of the objects of a key, made on the cell with its times. If an object of the cell has
 * expired, the update leaves the cell, and must be made again once the expired objects have been
 * removed. So each removal of expired objects is a change of its own.
 */
final class TimedUpdate extends HeldUpdate {
  private final Lifetimes lives;
  private final Term key;
  private final CellUpdate change;
  private final long own;
  private boolean hasMetExpired;
  private long now;

  /**
   * Makes the update.
   *
   * @param own the time to live of new objects, or {@link Lifetimes#NONE}
   */
  TimedUpdate(Lifetimes lives, Term key, CellUpdate change, long own) {
    this.lives = lives;
    this.key = key;
    this.change = change;
    this.own = own;
  }

  @Override
  public boolean mayRemove() {
    return change.mayRemove();
  }

  /** Returns whether the last run met expired objects, and so did not make the update. */
  boolean hasMetExpired() {
    return hasMetExpired;
  }

  /** Returns the time of the last run. */
  long now() {
    return now;
  }

  @Override
  @Nullable DatedCell updateHeld(@Nullable DatedCell held) {
    now = lives.now();
    hasMetExpired = held != null && lives.hasExpired(held, now);
    if (hasMetExpired) {
      return held;
    }
    Object cell = held == null ? null : held.cell();
    Object result = change.apply(key, cell);
    if (!change.isMade()) {
      giveWay();
      return held;
    }
    if (held != null && result == cell) {
      return unchanged(held);
    }
    return result == null ? null : lives.written(held, result, now, own);
  }

  private DatedCell unchanged(DatedCell held) {
    var inserted = change.inserted();
    if (inserted != null) {
      return lives.rewritten(held, List.of(inserted), now, own);
    }
    hasMetExpired = lives.isAccess() && !lives.renew(held, now);
    return held;
  }
}
