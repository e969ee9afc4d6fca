package org.jets.ets.cell;

import java.util.List;
import java.util.function.Function;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The replacement of the objects of a cell that match. */
public final class MatchReplace extends CellUpdate {
  private final Function<Tuple, @Nullable Tuple> replacement;

  /** Gets the replaced objects' replacements; null if nobody asks for them. */
  private final @Nullable List<Tuple> replacements;

  private final int first;
  private final int most;
  private int count;

  private MatchReplace(
      Function<Tuple, @Nullable Tuple> replacement,
      @Nullable List<Tuple> replacements,
      int first,
      int most) {
    this.replacement = replacement;
    this.replacements = replacements;
    this.first = first;
    this.most = most;
  }

  /**
   * Returns an update that counts the replaced objects.
   *
   * @param replacement returns an object with the same key, or null if the object stays
   */
  public static MatchReplace counting(Function<Tuple, @Nullable Tuple> replacement) {
    return new MatchReplace(replacement, null, 0, Integer.MAX_VALUE);
  }

  /**
   * Returns an update that also collects the new objects, before they are in the table.
   *
   * @param replacement returns an object with the same key, or null if the object stays
   * @param replacements gets the new objects at its end, in the order of the replaced ones
   * @param limit the size of the list from which on all objects stay
   */
  public static MatchReplace collecting(
      Function<Tuple, @Nullable Tuple> replacement, List<Tuple> replacements, int limit) {
    int first = replacements.size();
    return new MatchReplace(replacement, replacements, first, limit - first);
  }

  @Override
  public boolean mayRemove() {
    return false;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    count = 0;
    if (replacements != null) {
      replacements.subList(first, replacements.size()).clear();
    }
    if (cell == null) {
      return null;
    }
    return cell instanceof ObjectList objects ? objects.map(this::replace) : replace((Tuple) cell);
  }

  private Tuple replace(Tuple object) {
    Tuple result = count == most ? null : replacement.apply(object);
    if (result == null) {
      return object;
    }
    count++;
    if (replacements != null) {
      replacements.add(result);
    }
    return result;
  }

  /** Returns the number of replaced objects. */
  public int count() {
    return count;
  }
}
