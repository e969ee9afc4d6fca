package org.jets.bench.harness.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.TimeLimit;

/** Finds the local Erlangs. */
public final class Erlangs {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String RELEASE =
      "io:format(\"~s~n\", [erlang:system_info(otp_release)]), halt(0).";

  private Erlangs() {}

  /**
   * Asks each command for its release.
   *
   * @param complain gets a line for each command that does not work
   */
  public static List<Otp> find(List<String> commands, Consumer<String> complain)
      throws InterruptedException {
    List<Otp> otps = new ArrayList<>();
    for (String command : commands) {
      List<String> words = ErlangCommand.words(command);
      try {
        otps.add(new Otp(words, release(words)));
      } catch (IOException e) {
        complain.accept(
            "no Erlang beside us: %s does not run (%s): install it, or name one in JETS_ERL"
                .formatted(command.strip(), e.getMessage()));
      }
    }
    return otps;
  }

  private static String release(List<String> words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(words);
    command.addAll(List.of("-noshell", "-eval", RELEASE));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (TimeLimit limit = TimeLimit.of(LIMIT, process.toHandle());
        BufferedReader out =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String release = out.readLine();
      process.waitFor();
      if (release == null || process.exitValue() != 0 || limit.isOver()) {
        throw new IOException("status " + process.exitValue());
      }
      return release.strip();
    } finally {
      TimeLimit.end(process.toHandle());
    }
  }
}
