package org.jets.ets.eviction;

import org.jets.ets.cell.CellUpdate;
import org.jets.ets.event.TableChange.Cause;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** An update of the objects of a key, made on the cell as the map holds it. */
final class RankedUpdate extends CellUpdate {
  private final CellRanks ranks;
  private final Term key;
  private final CellUpdate change;
  private @Nullable RankedCell before;
  private @Nullable RankedCell after;

  RankedUpdate(CellRanks ranks, Term key, CellUpdate change) {
    this.ranks = ranks;
    this.key = key;
    this.change = change;
  }

  @Override
  public boolean mayRemove() {
    return change.mayRemove();
  }

  @Override
  public @Nullable Tuple inserted() {
    return change.inserted();
  }

  @Override
  public Cause cause() {
    return change.cause();
  }

  /** Returns the cell before the last run. */
  @Nullable RankedCell before() {
    return before;
  }

  /** Returns the cell after the last run. */
  @Nullable RankedCell after() {
    return after;
  }

  @Override
  protected @Nullable Object update(@Nullable Object held) {
    before = (RankedCell) held;
    after = before;
    Object cell = before == null ? null : before.cell();
    Object result = change.apply(key, cell);
    if (!change.isMade()) {
      giveWay();
    } else if (result == null) {
      after = null;
    } else if (result != cell || ranks.isWrite(change)) {
      after = ranks.of(key, before, result);
    }
    return after;
  }
}
