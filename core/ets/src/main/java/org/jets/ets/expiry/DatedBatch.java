package org.jets.ets.expiry;

import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jets.ets.cell.CellForm;
import org.jets.ets.cell.ObjectList;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The cells of a batch, all of which is written at one time. For one attempt to insert it. */
final class DatedBatch implements CellForm {
  private final Lifetimes lives;
  private final long now;
  private final @Nullable DatedCell[] before;

  DatedBatch(Lifetimes lives, long now, int size) {
    this.lives = lives;
    this.now = now;
    this.before = new @Nullable DatedCell[size];
  }

  /** Returns the cell that a key had before, as far as is known. */
  @Nullable DatedCell before(int i) {
    return before[i];
  }

  void noteBefore(int i, @Nullable DatedCell held) {
    before[i] = held;
  }

  @Override
  public Object insert(
      int i,
      @Nullable Object held,
      List<Tuple> objects,
      UnaryOperator<@Nullable Object> insertion) {
    DatedCell given = (DatedCell) held;
    if (given != null) {
      before[i] = given;
    }
    DatedCell live = given == null ? null : lives.purged(given, now);
    Object cell = live == null ? null : live.cell();
    Object result = insertion.apply(cell);
    DatedCell made =
        live != null && result == cell ? live : lives.written(live, result, now, Lifetimes.NONE);
    boolean areAllNew =
        ObjectList.count(result) == ObjectList.count(cell) + objects.size() || !lives.isBag();
    if (!areAllNew || made == live) {
      made = lives.rewritten(made, new HashSet<>(objects), now, Lifetimes.NONE);
    }
    return made;
  }
}
