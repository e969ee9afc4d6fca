package org.jets.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A live Erlang with a table, to measure beside: a process that does what it is told in lines and
 * answers each with a number. One round trip takes some 50 microseconds, which is to be small
 * beside what is asked for.
 *
 * <p>The command is {@code erl}, or the first one in the environment variable {@code JETS_ERL}.
 */
final class ErlangTables {
  private static final String MODULE = "jets_bench";
  private static final long SECONDS_TO_END = 10;

  private final Path folder;
  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;

  private ErlangTables(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
    this.requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
    this.answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  static ErlangTables start() {
    try {
      Path folder = Files.createTempDirectory("jets-bench");
      Path program = folder.resolve(MODULE + ".erl");
      try (InputStream source = ErlangTables.class.getResourceAsStream(MODULE + ".erl")) {
        if (source == null) {
          throw new IllegalStateException(MODULE + ".erl: not on the class path");
        }
        Files.copy(source, program);
      }
      String load =
          "{ok, M, Beam} = compile:file(\"%s\", [binary]), code:load_binary(M, \"\", Beam), M:serve()."
              .formatted(program);
      Process process =
          new ProcessBuilder(command(), "-noshell", "-eval", load)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new ErlangTables(folder, process);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run Erlang (install it, or set JETS_ERL)", e);
    }
  }

  private static String command() {
    String commands = System.getenv("JETS_ERL");
    return commands == null || commands.isBlank() ? "erl" : commands.split(",", 2)[0].strip();
  }

  /** Has something done, and returns the number that comes back. */
  long ask(String line) {
    try {
      requests.write(line);
      requests.newLine();
      requests.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException("Erlang has ended at: " + line);
      }
      return Long.parseLong(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the process. */
  void end() throws IOException, InterruptedException {
    requests.close();
    if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    Files.deleteIfExists(folder.resolve(MODULE + ".erl"));
    Files.deleteIfExists(folder);
  }
}
