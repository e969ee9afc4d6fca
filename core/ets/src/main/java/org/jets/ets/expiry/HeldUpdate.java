package org.jets.ets.expiry;

import org.jets.ets.cell.CellUpdate;
import org.jspecify.annotations.Nullable;

/** An update of a cell as the map holds it, with the cells before and after its last run. */
abstract class HeldUpdate extends CellUpdate {
  private @Nullable DatedCell before;
  private @Nullable DatedCell after;

  @Override
  protected final @Nullable Object update(@Nullable Object cell) {
    before = (DatedCell) cell;
    after = before;
    after = updateHeld(before);
    return after;
  }

  abstract @Nullable DatedCell updateHeld(@Nullable DatedCell cell);

  final @Nullable DatedCell before() {
    return before;
  }

  final @Nullable DatedCell after() {
    return after;
  }
}
