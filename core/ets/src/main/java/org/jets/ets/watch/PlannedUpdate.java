package org.jets.ets.watch;

import org.jets.ets.cell.CellUpdate;
import org.jets.ets.watch.ChangeListener.Change;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** An update whose outcome is told before the store accepts it. */
final class PlannedUpdate extends CellUpdate {
  private final Term key;
  private final CellUpdate update;
  private final Change change;

  PlannedUpdate(Term key, CellUpdate update, Change change) {
    this.key = key;
    this.update = update;
    this.change = change;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    Object after = update.apply(key, cell);
    if (!update.isMade()) {
      giveWay();
      return cell;
    }
    change.planned(new @Nullable Object[] {cell}, new @Nullable Object[] {after});
    return after;
  }

  @Override
  public boolean mayRemove() {
    return update.mayRemove();
  }
}
