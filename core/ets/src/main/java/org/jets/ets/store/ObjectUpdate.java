package org.jets.ets.store;

import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.ObjectList;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The insertion or removal of one object in a cell that may have several.
 *
 * <p>An insertion that finds the next slot of an {@link ObjectList} claimed by another thread
 * retries, up to {@value #ATTEMPTS} times. Usually that thread is about to publish its longer list,
 * and then no copy is needed. If that thread does not proceed, or its list was discarded, the
 * insertion copies the list. So threads that fill one key on a lock-free map do not copy all
 * objects on each collision.
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
  public boolean mayRemove() {
    return !isInsert;
  }

  @Override
  public @Nullable Tuple inserted() {
    return isInsert ? object : null;
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
