package org.jets.ets;

import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;

/**
 * The place where a search with a limit has stopped: a continuation of {@code ets:select/3} and
 * similar functions. It has the table, the specification, the limit and the direction.
 *
 * <p>A continuation is an immutable value. It may be used any number of times, also concurrently,
 * and each time resumes at the same place. It holds no lock. The chunks of one search together have
 * each object that is present throughout exactly once, and none twice. This holds despite
 * concurrent changes and without a fixation of the table. A continuation becomes invalid when the
 * table is deleted. As in Erlang, one in an ordered_set that is known by its name also becomes
 * invalid when the table is renamed.
 *
 * <p>It keeps the data of the search reachable. In a store without an order of keys, these are the
 * keys that the walk has read ahead.
 */
public interface SelectContinuation {
  /**
   * Returns the name of the table if that is an ordered_set known by its name, else its identifier.
   */
  Term table();

  /** Returns the specification that is searched for. */
  MatchSpec spec();

  /** Returns the number of results in a chunk. */
  int limit();

  /** Returns whether an ordered_set is searched from its last key down. */
  boolean isReverse();
}
