package org.jets.ets.eviction;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jets.ets.cell.CellForm;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The cells of a batch. For one attempt to insert it. */
final class RankedBatch implements CellForm {
  private final CellRanks ranks;

  /** The form within, of another store around this one; null for none. */
  private final @Nullable CellForm inner;

  private final @Nullable RankedCell[] before;

  RankedBatch(CellRanks ranks, @Nullable CellForm inner, int size) {
    this.ranks = ranks;
    this.inner = inner;
    this.before = new @Nullable RankedCell[size];
  }

  @Nullable CellForm inner() {
    return inner;
  }

  /** Returns the cell that a key had before, as far as is known. */
  @Nullable RankedCell before(int i) {
    return before[i];
  }

  void noteBefore(int i, @Nullable RankedCell held) {
    before[i] = held;
  }

  /**
   * Returns the cell that the map is to hold. A set gets a new one in any case: an eviction may
   * remove the held cell before the batch is written, and a removed cell never returns.
   */
  @Override
  public Object insert(
      int i,
      @Nullable Object held,
      List<Tuple> objects,
      UnaryOperator<@Nullable Object> insertion) {
    RankedCell given = (RankedCell) held;
    if (given != null) {
      before[i] = given;
    }
    Object cell = given == null ? null : given.cell();
    Object result =
        inner == null ? insertion.apply(cell) : inner.insert(i, cell, objects, insertion);
    boolean isBag = !ranks.config().type().isSet();
    if (isBag && given != null && result == cell) {
      return given;
    }
    return ranks.of(ranks.config().key(objects.get(0)), given, result);
  }
}
