package org.jets.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * An Erlang module that is a resource of the tests. It is sent to an Erlang as text and compiled
 * there in memory, so that the Erlang may run in another file system.
 */
public final class ErlangProgram {
  /** The Erlang expressions that compile the program in the variable Source. M is its module. */
  public static final String LOADER =
      " Forms = fun Next(Text) ->"
          + "   case erl_scan:tokens([], Text, 1) of"
          + "     {done, {ok, Tokens, _}, Rest} ->"
          + "       {ok, Form} = erl_parse:parse_form(Tokens), [Form | Next(Rest)];"
          + "     _ -> []"
          + "   end"
          + " end,"
          + " {ok, M, Beam} = compile:forms(Forms(binary_to_list(Source)), []),"
          + " {module, M} = code:load_binary(M, \"nofile\", Beam),";

  private ErlangProgram() {}

  /** Returns the text of the program that is a resource beside a class. */
  public static byte[] source(Class<?> user, String program) throws IOException {
    try (InputStream source = user.getResourceAsStream(program)) {
      return Objects.requireNonNull(source, program).readAllBytes();
    }
  }
}
