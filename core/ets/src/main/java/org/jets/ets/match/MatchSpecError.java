package org.jets.ets.match;

import java.io.Serializable;
import java.util.Objects;

/**
 * One mistake in a match specification.
 *
 * @param place the place of the mistake, such as {@code clause 1, guard 2}; clauses, guards and
 *     expressions of the body are counted from 1
 * @param reason the description of the mistake
 * @param erlangText the text of {@code ets:test_ms} in Erlang
 */
public record MatchSpecError(String place, String reason, String erlangText)
    implements Serializable {

  /** Checks that no component is null. */
  public MatchSpecError {
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(erlangText, "erlangText");
  }

  /** Returns the place and the reason. */
  @Override
  public String toString() {
    return place + ": " + reason;
  }
}
