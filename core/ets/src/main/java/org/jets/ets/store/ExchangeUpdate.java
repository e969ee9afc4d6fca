package org.jets.ets.store;

import org.jets.ets.cell.CellUpdate;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The exchange of the object of a key in a set type, if it is {@code =:=} to the expected one. */
public final class ExchangeUpdate extends CellUpdate {
  private final StoreConfig config;
  private final @Nullable Tuple expected;
  private final @Nullable Tuple object;
  private boolean isDone;

  /**
   * Makes the update.
   *
   * @param expected null if the key is expected to be absent
   * @param object the packed object to leave; null to remove the key
   */
  public ExchangeUpdate(StoreConfig config, @Nullable Tuple expected, @Nullable Tuple object) {
    this.config = config;
    this.expected = expected;
    this.object = object;
  }

  @Override
  public boolean mayRemove() {
    return object == null;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    isDone = cell == null ? expected == null : cell.equals(expected);
    if (!isDone) {
      return cell;
    }
    return object == null ? null : SharedKey.in(config, cell, object);
  }

  @Override
  public @Nullable Tuple inserted() {
    return isDone ? object : null;
  }

  /** Returns whether the object was the expected one. */
  public boolean isDone() {
    return isDone;
  }
}
