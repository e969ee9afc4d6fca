package org.jets.ets.cell;

import java.util.List;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The times at which the objects of cells end, in a form that outlasts this JVM: milliseconds of
 * the system's clock. For any thread.
 */
public interface CellEnds {
  /** The end of an object that does not expire. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Returns the ends of the objects of a cell, in their order.
   *
   * @return an empty list if the objects themselves hold their times
   */
  List<Long> ends(Object cell);

  /** Returns whether the objects of two cells have the same ends, one by one. Reads no clock. */
  boolean areSame(Object cell, Object other);

  /**
   * Returns a cell of those objects whose end has not come.
   *
   * @param ends as {@link #ends} has returned them. If they are none, and the objects do not hold
   *     their times, these count from now on
   * @return null if no object is left
   */
  @Nullable Object restored(List<Tuple> objects, List<Long> ends);
}
