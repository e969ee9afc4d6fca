package org.jets.bench.harness;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts Erlang here with a program of ours. It is {@code erl}, or the first one
 * in the environment variable {@code JETS_ERL}, which lists them separated by commas; its words are
 * separated by spaces. The program travels on the command line and is compiled in memory, so that
 * the command may lead into another file system ({@code chroot}, a container).
 */
public final class ErlangCommand {
  private static final String LOADER =
      "Forms = fun Next(Text) ->"
          + " case erl_scan:tokens([], Text, 1) of"
          + " {done, {ok, Tokens, _}, Rest} ->"
          + " {ok, Form} = erl_parse:parse_form(Tokens), [Form | Next(Rest)];"
          + " _ -> [] end end,"
          + " Source = binary_to_list(base64:decode(\"%s\")),"
          + " {ok, M, Beam} = compile:forms(Forms(Source), []),"
          + " {module, M} = code:load_binary(M, \"nofile\", Beam), ";

  private ErlangCommand() {}

  /** Returns the words of the first command. */
  public static List<String> words() {
    return words(commands().get(0));
  }

  /** Returns the words of a command. */
  public static List<String> words(String command) {
    return List.of(command.strip().split("\\s+", -1));
  }

  /** Returns all commands. */
  public static List<String> commands() {
    return commands(System.getenv("JETS_ERL"));
  }

  static List<String> commands(@Nullable String environment) {
    return environment == null || environment.isBlank()
        ? List.of("erl")
        : List.of(environment.split(",", -1));
  }

  /**
   * Returns the words of the command that runs a program, by its function {@code serve()}.
   *
   * @param program a resource beside the class: a module without macros
   * @param options of the emulator and of Erlang
   */
  public static List<String> running(Class<?> user, String program, List<String> options)
      throws IOException {
    List<String> words = new ArrayList<>(words());
    words.addAll(options);
    words.addAll(List.of("-noshell", "-eval", loading(user, program) + "M:serve()."));
    return words;
  }

  /**
   * Returns expressions that compile and load a program, and then have its name in the variable
   * {@code M}; more can follow.
   *
   * @param program a resource beside the class: a module without macros
   */
  public static String loading(Class<?> user, String program) throws IOException {
    return LOADER.formatted(encoded(user, program));
  }

  private static String encoded(Class<?> user, String program) throws IOException {
    try (InputStream source = user.getResourceAsStream(program)) {
      if (source == null) {
        throw new IllegalStateException(program + ": not on the class path");
      }
      return Base64.getEncoder().encodeToString(source.readAllBytes());
    }
  }
}
