package org.jets.ets.cell;

import java.util.List;
import java.util.function.Function;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The removal of the first objects of a cell that have a result. The results are in the caller's
 * list before the objects leave the table, so that none is lost if memory runs out.
 *
 * @param <R> the type of the results
 */
public final class MatchTake<R extends Term> extends CellUpdate {
  private final Cells cells;
  private final Function<Tuple, @Nullable R> run;
  private final List<R> results;
  private final int first;
  private final int limit;

  /**
   * Makes the update.
   *
   * @param run returns the result of an object, or null if the object stays
   * @param results gets the results of the removed objects at its end, in the order of these
   * @param limit the size of the list from which on all objects stay
   */
  public MatchTake(Cells cells, Function<Tuple, @Nullable R> run, List<R> results, int limit) {
    this.cells = cells;
    this.run = run;
    this.results = results;
    this.first = results.size();
    this.limit = limit;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    results.subList(first, results.size()).clear();
    return cell == null ? null : cells.without(cell, this::isTaken);
  }

  private boolean isTaken(Tuple object) {
    R result = results.size() == limit ? null : run.apply(object);
    return result != null && results.add(result);
  }
}
