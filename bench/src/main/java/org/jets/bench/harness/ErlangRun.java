package org.jets.bench.harness;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A request to {@code jets_scale:run/1} in an Erlang of its own.
 *
 * @param command the words of the command that starts Erlang
 * @param request its words: letters, digits and {@code _ - . , : =}
 */
public record ErlangRun(List<String> command, List<String> request, Duration expected)
    implements Measured {
  private static final String PROGRAM = "jets_scale.erl";

  private static final String RUN =
      "try M:run([%s]), halt(0)"
          + " catch C:R:S -> io:format(\"failed ~0p~n\", [{C, R, S}]), halt(1) end.";

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

  /**
   * Returns the words of a command that carries out the request.
   *
   * @param options of the emulator
   */
  public List<String> commandWith(List<String> options) throws IOException {
    String words = request.stream().map(word -> '"' + word + '"').collect(Collectors.joining(","));
    List<String> all = new ArrayList<>(command);
    all.addAll(options);
    String expressions = ErlangCommand.loading(ErlangRun.class, PROGRAM) + RUN.formatted(words);
    all.addAll(List.of("-noshell", "-eval", expressions));
    return all;
  }
}
