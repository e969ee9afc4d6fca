package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jets.terms.Term;

/**
 * Some results of a search with a limit: as many as the limit says, or, in the last chunk, one at
 * least.
 *
 * @param results unmodifiable
 * @param continuation from where {@link EtsTable#select(SelectContinuation)} goes on; empty if
 *     there is nothing more, and if there is one there may still be nothing more
 */
public record SelectChunk(List<Term> results, Optional<SelectContinuation> continuation) {

  /** Copies the list. */
  public SelectChunk {
    results = List.copyOf(results);
    Objects.requireNonNull(continuation, "continuation");
  }

  /** Returns the number of results, and whether there may be more. */
  @Override
  public String toString() {
    return results.size() + (continuation.isPresent() ? " results, perhaps more" : " last results");
  }
}
