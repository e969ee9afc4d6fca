package org.jets.ets.store;

/**
 * What a table's options say about concurrent use, for stores that have something to choose. They
 * change costs and no guarantee.
 *
 * @param locks how many locks the keys share; {@value #ADAPTING} for as many as are needed
 * @param manyReaders whether to make reading cheap where others write
 * @param decentralizedCounters whether to count where the writing is done
 */
public record Concurrency(int locks, boolean manyReaders, boolean decentralizedCounters) {
  public static final int ADAPTING = 0;

  /** What a table is prepared for whose options say nothing. */
  public static final Concurrency UNNAMED = new Concurrency(ADAPTING, false, true);
}
