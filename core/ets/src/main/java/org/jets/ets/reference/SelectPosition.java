package org.jets.ets.reference;

import java.util.List;
import java.util.function.ToLongFunction;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The place in a table where a search has stopped. A reference can stand for it. */
public interface SelectPosition {
  /** Returns the last key that the search reached. */
  Term key();

  /** Returns the objects of that key, if some of them are left to be read. */
  List<Tuple> unfinished();

  /** Returns the bytes of this; those of one key's objects count once for all places among them. */
  long bytes(ToLongFunction<MatchSpec> ofSpec, ToLongFunction<SelectPosition> ofPlace);
}
