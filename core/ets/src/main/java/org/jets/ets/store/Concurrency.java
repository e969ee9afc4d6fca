package org.jets.ets.store;

/**
 * The concurrency options of a table, for stores that have a choice. They affect costs, but no
 * guarantees.
 *
 * @param locks the number of locks that the keys share; {@value #ADAPTING} for as many as are
 *     needed
 * @param manyReaders whether to make reads cheap while other threads write
 * @param decentralizedCounters whether the counters of objects are decentralized
 */
public record Concurrency(int locks, boolean manyReaders, boolean decentralizedCounters) {
  public static final int ADAPTING = 0;

  /** The options of a table that specifies none. */
  public static final Concurrency UNNAMED = new Concurrency(ADAPTING, false, true);
}
