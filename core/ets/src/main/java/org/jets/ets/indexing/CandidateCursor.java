package org.jets.ets.indexing;

import java.util.List;
import org.jets.ets.quota.HeapLayout;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.Direction;
import org.jets.ets.store.LookupCursor;
import org.jets.ets.store.TableStore;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A walk over the cells of keys that an index had at the start. It keeps these keys. */
final class CandidateCursor implements CellCursor {
  private final CellCursor cells;
  private final long keyBytes;

  /**
   * Makes one.
   *
   * @param keys differ, and the list is not changed any more
   */
  CandidateCursor(TableStore store, List<Term> keys, Direction direction) {
    this(
        new LookupCursor(store, keys, direction),
        (long) keys.size() * HeapLayout.ofThisJvm().referenceBytes());
  }

  private CandidateCursor(CellCursor cells, long keyBytes) {
    this.cells = cells;
    this.keyBytes = keyBytes;
  }

  @Override
  public @Nullable Object next() {
    return cells.next();
  }

  @Override
  public @Nullable Object nextCurrent(TableStore walked) {
    return cells.nextCurrent(walked);
  }

  @Override
  public long keptBytes() {
    return keyBytes;
  }

  @Override
  public CellCursor copy() {
    return new CandidateCursor(cells.copy(), keyBytes);
  }
}
