package org.jets.ets;

import java.util.function.BiFunction;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A change of one cell, made for one call and used by one thread. Its {@link #update} may be run
 * several times until a store accepts the outcome; what it leaves in fields is that of the last
 * run.
 */
abstract class CellUpdate implements BiFunction<Term, @Nullable Object, @Nullable Object> {
  private @Nullable Object before;
  private @Nullable Object after;
  private @Nullable Transaction obstacle;

  /**
   * Returns the cell that replaces the given one; the same to leave it; null for none. Must not
   * touch the store.
   */
  abstract @Nullable Object update(@Nullable Object cell);

  /** As a map's {@code compute} calls it, with what the map holds. */
  @Override
  public final @Nullable Object apply(Term key, @Nullable Object held) {
    obstacle = null;
    Object cell = held;
    if (held instanceof PendingCell pending) {
      if (pending.isUndecided()) {
        obstacle = pending.transaction();
        return held;
      }
      cell = pending.value();
    }
    before = cell;
    after = update(cell);
    return after;
  }

  /**
   * The insert of many that the last run met, and that has to end before this update can be made.
   */
  final @Nullable Transaction obstacle() {
    return obstacle;
  }

  /** By how many objects the last run changed the cell. */
  final int objectGrowth() {
    return ObjectList.count(after) - ObjectList.count(before);
  }

  /** By how many keys, which is 1, 0 or -1. */
  final int keyGrowth() {
    return (after == null ? 0 : 1) - (before == null ? 0 : 1);
  }
}
