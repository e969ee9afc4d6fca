package org.jets.ets;

import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;

/**
 * The place where a search with a limit has stopped: what the continuations of {@code ets:select/3}
 * and its relatives are. It knows the table, the specification, the limit and the direction.
 *
 * <p>A continuation is a value: it does not change, may be used any number of times, at the same
 * time too, and each time goes on from the same place. It holds no lock. However the table changes
 * meanwhile, the chunks of one search together have each object that is there throughout exactly
 * once and none twice; fixing the table is not needed for that. It does not survive the table's
 * deletion. One in an ordered_set that is known by its name does not survive its renaming either,
 * as in Erlang.
 *
 * <p>It keeps what the search needs from being collected: in a store without an order of keys, the
 * keys that have not been reached when the walk over them has read them already.
 */
public interface SelectContinuation {
  /**
   * Returns the name of the table if that is an ordered_set known by its name, else its identifier.
   */
  Term table();

  /** Returns the specification that is searched for. */
  MatchSpec spec();

  /** Returns how many results a chunk has. */
  int limit();

  /** Whether an ordered_set is searched from its last key down. */
  boolean isReverse();
}
