package org.jets.ets.cell;

import org.jets.terms.Term;

/** Learns of the objects that a store removes by itself, since they are too many or expired. */
@FunctionalInterface
public interface RemovalListener {
  /** Learns of nothing. */
  RemovalListener IGNORED = (key, update, cellBytes) -> {};

  /**
   * Learns of a removal that has been made. Does not fail for lack of memory.
   *
   * @param update has been run on the cells as the map holds them
   * @param cellBytes of these cells
   */
  void removed(Term key, CellUpdate update, CellBytes cellBytes);
}
