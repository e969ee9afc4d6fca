package org.jets.ets.eviction;

import org.jets.ets.cell.CellUpdate;
import org.jets.ets.event.TableChange.Cause;
import org.jspecify.annotations.Nullable;

/** The removal of a key that still has the cell for which it was chosen. */
final class Eviction extends CellUpdate {
  private final RankedCell victim;

  Eviction(RankedCell victim) {
    this.victim = victim;
  }

  @Override
  public Cause cause() {
    return Cause.EVICTION;
  }

  @Override
  protected @Nullable Object update(@Nullable Object held) {
    return held == victim ? null : held;
  }
}
