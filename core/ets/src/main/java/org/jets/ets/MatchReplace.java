package org.jets.ets;

import java.util.function.Function;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The replacement of the objects of a cell that match. */
final class MatchReplace extends CellUpdate {
  private final Function<Tuple, @Nullable Tuple> replacement;
  private int count;

  /**
   * Makes the update.
   *
   * @param replacement gives an object with the same key, or null for an object that stays
   */
  MatchReplace(Function<Tuple, @Nullable Tuple> replacement) {
    this.replacement = replacement;
  }

  @Override
  boolean mayRemove() {
    return false;
  }

  @Override
  @Nullable Object update(@Nullable Object cell) {
    count = 0;
    if (cell == null) {
      return null;
    }
    return cell instanceof ObjectList objects ? objects.map(this::replace) : replace((Tuple) cell);
  }

  private Tuple replace(Tuple object) {
    Tuple result = replacement.apply(object);
    if (result == null) {
      return object;
    }
    count++;
    return result;
  }

  /** Returns how many objects the update has replaced. */
  int count() {
    return count;
  }
}
