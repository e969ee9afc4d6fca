package org.jets.ets.reference;

import java.util.List;
import java.util.function.ToLongFunction;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The place in a table where a search has stopped, for which a reference can stand. */
public interface SearchPlace {
  /** Returns the key that the search has come to. */
  Term key();

  /** Returns the objects of that key, if some of them are left to be read. */
  List<Tuple> unfinished();

  /** Returns how many bytes this takes; counted once for all places among one key's objects. */
  long bytes(ToLongFunction<MatchSpec> ofSpec, ToLongFunction<SearchPlace> ofPlace);
}
