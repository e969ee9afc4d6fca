package org.jets.ets.observe;

/** The plan of a search that scans all objects. */
public interface ScanPlan {
  /** Returns the planner's reason for a scan. */
  String reason();

  /**
   * Returns advice how to search without a scan: a part of the key to bind, a guard to write in
   * another way, or a table in which the same specification would be a lookup. Empty if there is
   * none. It is found when it is asked for, which takes as long as some twenty plans.
   */
  String advice();
}
