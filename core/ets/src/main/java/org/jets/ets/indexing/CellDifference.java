package org.jets.ets.indexing;

import java.util.List;
import org.jets.ets.cell.Cells;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The objects in which two cells of a key differ. Those that both have, at the same distance from
 * the beginning or from the end, are left out. So an object that is added to a long list costs only
 * itself.
 */
final class CellDifference {
  private final List<Tuple> before;
  private final List<Tuple> after;
  private final int first;
  private final int last;

  CellDifference(@Nullable Object cellBefore, @Nullable Object cellAfter) {
    before = Cells.objects(cellBefore);
    after = Cells.objects(cellAfter);
    int common = Math.min(before.size(), after.size());
    int same = 0;
    while (same < common && isSame(same, same)) {
      same++;
    }
    int sameEnd = 0;
    while (sameEnd < common - same
        && isSame(before.size() - 1 - sameEnd, after.size() - 1 - sameEnd)) {
      sameEnd++;
    }
    first = same;
    last = sameEnd;
  }

  @SuppressWarnings("ReferenceEquality") // Equal ones may count as different.
  private boolean isSame(int i, int j) {
    return before.get(i) == after.get(j);
  }

  /** Returns objects of the cell before, with all that the cell after lacks. */
  List<Tuple> removed() {
    return before.subList(first, before.size() - last);
  }

  /** Returns objects of the cell after, with all that the cell before lacks. */
  List<Tuple> added() {
    return after.subList(first, after.size() - last);
  }

  /** Returns the first objects that both have. */
  List<Tuple> keptFirst() {
    return after.subList(0, first);
  }

  /** Returns the last objects that both have. */
  List<Tuple> keptLast() {
    return after.subList(after.size() - last, after.size());
  }
}
