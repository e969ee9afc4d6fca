package org.jets.ets.match;

import java.io.Serializable;
import java.util.Objects;

/**
 * One mistake in a match specification.
 *
 * @param place where it is, such as {@code clause 1, guard 2}; clauses, guards and expressions of
 *     the body are counted from 1
 * @param reason what is wrong, in words
 * @param erlangText what {@code ets:test_ms} says of it in Erlang
 */
public record MatchSpecError(String place, String reason, String erlangText)
    implements Serializable {

  /** Checks that none is null. */
  public MatchSpecError {
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(erlangText, "erlangText");
  }

  /** The place and the reason. */
  @Override
  public String toString() {
    return place + ": " + reason;
  }
}
