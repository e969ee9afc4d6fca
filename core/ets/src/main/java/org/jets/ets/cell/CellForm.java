package org.jets.ets.cell;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The form that a store around the map's store gives to the cells of a batch. */
public interface CellForm {
  /**
   * Returns the cell of a key after its objects are inserted.
   *
   * @param i the number of the key in the batch
   * @param before as the map holds it; null for none
   * @param objects the inserted objects
   * @param insertion returns a cell, without addition, after the insertion
   */
  Object insert(
      int i,
      @Nullable Object before,
      List<Tuple> objects,
      UnaryOperator<@Nullable Object> insertion);
}
