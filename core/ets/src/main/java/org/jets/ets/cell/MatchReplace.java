package org.jets.ets.cell;

import java.util.function.Function;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The replacement of the objects of a cell that match. */
public final class MatchReplace extends CellUpdate {
  private final Function<Tuple, @Nullable Tuple> replacement;
  private int count;

  /**
   * Makes the update.
   *
   * @param replacement returns an object with the same key, or null if the object stays
   */
  public MatchReplace(Function<Tuple, @Nullable Tuple> replacement) {
    this.replacement = replacement;
  }

  @Override
  public boolean mayRemove() {
    return false;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
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

  /** Returns the number of replaced objects. */
  public int count() {
    return count;
  }
}
