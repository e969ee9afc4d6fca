package org.jets.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A live Erlang with a table, to measure beside: a process that does what it is told in lines and
 * answers each with a number. One round trip takes some 50 microseconds, which is to be small
 * beside what is asked for. Its schedulers are bound to processors where the system allows it.
 *
 * <p>The command is {@code erl}, or the first one in the environment variable {@code JETS_ERL},
 * which lists them separated by commas; its words are separated by spaces. The program travels on
 * the command line and is compiled in memory, so that the command may lead into another file system
 * ({@code chroot}, a container).
 */
final class ErlangTables {
  private static final String PROGRAM = "jets_bench.erl";
  private static final long SECONDS_TO_END = 10;

  private static final String LOADER =
      "Forms = fun Next(Text) ->"
          + " case erl_scan:tokens([], Text, 1) of"
          + " {done, {ok, Tokens, _}, Rest} ->"
          + " {ok, Form} = erl_parse:parse_form(Tokens), [Form | Next(Rest)];"
          + " _ -> [] end end,"
          + " Source = binary_to_list(base64:decode(\"%s\")),"
          + " {ok, M, Beam} = compile:forms(Forms(Source), []),"
          + " {module, M} = code:load_binary(M, \"nofile\", Beam),"
          + " M:serve().";

  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;

  private ErlangTables(Process process) {
    this.process = process;
    this.requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
    this.answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  static ErlangTables start() {
    List<String> words = new ArrayList<>(command(System.getenv("JETS_ERL")));
    try {
      words.addAll(List.of("+stbt", "db", "-noshell", "-eval", LOADER.formatted(program())));
      return new ErlangTables(
          new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run Erlang (install it, or set JETS_ERL)", e);
    }
  }

  /** Returns the words of the first of these commands. */
  static List<String> command(@Nullable String commands) {
    String first = commands == null || commands.isBlank() ? "erl" : commands.split(",", 2)[0];
    return List.of(first.strip().split("\\s+"));
  }

  private static String program() throws IOException {
    try (InputStream source = ErlangTables.class.getResourceAsStream(PROGRAM)) {
      if (source == null) {
        throw new IllegalStateException(PROGRAM + ": not on the class path");
      }
      return Base64.getEncoder().encodeToString(source.readAllBytes());
    }
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
  void end() {
    try {
      requests.close();
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
