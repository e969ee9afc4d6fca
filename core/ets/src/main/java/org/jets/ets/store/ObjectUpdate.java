package org.jets.ets.store;

import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The insertion or removal of one object in a cell that may have several.
 *
 * <p>An insertion that finds the next slot of an {@link ObjectList} claimed by another thread runs
 * again, up to {@value #ATTEMPTS} times: usually that thread is about to publish its longer list,
 * and then there is nothing to copy. A thread that claimed the slot and does not go on, or whose
 * list was given up, costs a copy. So threads that fill one key on a lock-free map do not copy all
 * objects each time they meet.
 */
public final class ObjectUpdate extends CellUpdate {
  private static final int ATTEMPTS = 100;

  private final StoreConfig config;
  private final Cells cells;
  private final Tuple object;
  private final boolean isInsert;
  private int attempts;

  private ObjectUpdate(StoreConfig config, Tuple object, boolean isInsert) {
    this.config = config;
    this.cells = Cells.of(config.type());
    this.object = object;
    this.isInsert = isInsert;
  }

  public static ObjectUpdate insert(StoreConfig config, Tuple object) {
    return new ObjectUpdate(config, object, true);
  }

  public static ObjectUpdate delete(StoreConfig config, Tuple object) {
    return new ObjectUpdate(config, object, false);
  }

  @Override
  protected boolean mayRemove() {
    return !isInsert;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    if (!isInsert) {
      return cells.without(cell, object);
    }
    if (cell instanceof ObjectList list && list.isNextClaimed() && attempts++ < ATTEMPTS) {
      giveWay();
      return cell;
    }
    return cells.with(cell, SharedKey.in(config, cell, object));
  }
}
