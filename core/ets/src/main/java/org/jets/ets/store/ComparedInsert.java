package org.jets.ets.store;

import java.util.List;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.Cells;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The insertion of an object if its key has exactly the expected objects, in their order. */
public final class ComparedInsert extends CellUpdate {
  private final StoreConfig config;
  private final List<Tuple> expected;
  private final Tuple object;
  private boolean isDone;

  /**
   * Makes the update.
   *
   * @param expected empty if the key is expected to be absent
   * @param object the packed object to insert
   */
  public ComparedInsert(StoreConfig config, List<Tuple> expected, Tuple object) {
    this.config = config;
    this.expected = expected;
    this.object = object;
  }

  @Override
  public boolean mayRemove() {
    return false;
  }

  @Override
  public @Nullable Tuple inserted() {
    return isDone ? object : null;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    isDone = Cells.objects(cell).equals(expected);
    return isDone ? Cells.of(config.type()).with(cell, SharedKey.in(config, cell, object)) : cell;
  }

  /** Returns whether the objects were the expected ones. */
  public boolean isDone() {
    return isDone;
  }
}
