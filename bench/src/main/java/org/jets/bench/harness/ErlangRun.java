package org.jets.bench.harness;

import java.time.Duration;
import java.util.List;

/**
 * A request to {@code jets_scale:run/1} in an Erlang of its own in each round.
 *
 * @param command the words of the command that starts Erlang
 * @param request its words: letters, digits and {@code _ - . , : =}
 */
public record ErlangRun(List<String> command, List<String> request, int rounds, Duration expected)
    implements Measured {
  /** Makes a run of one round. */
  public ErlangRun(List<String> command, List<String> request, Duration expected) {
    this(command, request, 1, expected);
  }

  /** Copies the lists and checks the request. */
  public ErlangRun {
    command = List.copyOf(command);
    request = List.copyOf(request);
    for (String word : request) {
      if (!word.matches("[A-Za-z0-9_.,:=-]+")) {
        throw new IllegalArgumentException(
            "request: " + word + " (expected: letters, digits and _-.,:=)");
      }
    }
  }
}
