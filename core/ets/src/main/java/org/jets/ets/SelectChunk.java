package org.jets.ets;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jets.terms.Term;

/**
 * Some results of a search with a limit: as many as the limit, or at least one in the last chunk.
 *
 * @param results unmodifiable
 * @param continuation the place where {@link EtsTable#select(SelectContinuation)} resumes; empty if
 *     there are no more results. There may be none even if it is present
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
