package org.jets.bench.harness;

import java.time.Duration;
import java.util.List;

/**
 * A request to {@code jets_scale:run/1} in an Erlang of its own in each round.
 *
 * @param request its words: letters, digits and {@code _ - . , : =}
 */
public record ErlangRun(Otp otp, List<String> request, int rounds, Duration expected)
    implements Measured {
  /** Makes a run of one round. */
  public ErlangRun(Otp otp, List<String> request, Duration expected) {
    this(otp, request, 1, expected);
  }

  /** Copies and checks the request. */
  public ErlangRun {
    request = List.copyOf(request);
    for (String word : request) {
      if (!word.matches("[A-Za-z0-9_.,:=-]+")) {
        throw new IllegalArgumentException(
            "request: " + word + " (expected: letters, digits and _-.,:=)");
      }
    }
  }
}
