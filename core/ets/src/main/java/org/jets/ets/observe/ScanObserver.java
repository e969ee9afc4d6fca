package org.jets.ets.observe;

import org.jets.terms.Term;

/**
 * Is told of searches that scan all objects of a table: see {@link
 * org.jets.ets.TableSpace#observeScans}. Searches that look keys up or scan ranges of keys are not
 * told.
 */
@FunctionalInterface
public interface ScanObserver {
  /**
   * Called by the thread that searches, before it reads the first object, with nothing locked.
   * Whatever this and its result throw is ignored, so that no observer changes an operation.
   *
   * @param table the table's name if it is known by it, else its identifier
   * @param operation the operation, such as {@code select}
   * @param plan the plan, with the reason for a scan
   * @return an action that runs once, in the same thread, when the search has ended in any way
   */
  Runnable scanBegins(Term table, String operation, ScanPlan plan);
}
