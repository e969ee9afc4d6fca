package org.jets.ets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.ErlangOracle;

/** Files of tables as a live Erlang writes and reads them: the module {@code jets_table_files}. */
final class ErlangFiles {
  private static final String PROGRAM = "jets_table_files.erl";

  private static final String LOADER =
      "Forms = fun Next(Text) ->"
          + "  case erl_scan:tokens([], Text, 1) of"
          + "    {done, {ok, Tokens, _}, Rest} ->"
          + "      {ok, Form} = erl_parse:parse_form(Tokens), [Form | Next(Rest)];"
          + "    _ -> []"
          + "  end"
          + " end,"
          + " {ok, M, Beam} = compile:forms(Forms(binary_to_list(%s)), []),"
          + " {module, M} = code:load_binary(M, \"nofile\", Beam), ok";

  private final ErlangOracle oracle;

  ErlangFiles(ErlangOracle oracle) throws IOException {
    this.oracle = oracle;
    try (InputStream source = ErlangFiles.class.getResourceAsStream(PROGRAM)) {
      Binary text = Binary.of(Objects.requireNonNull(source, PROGRAM).readAllBytes());
      oracle.ask("eval", List.of(LOADER.formatted(text).getBytes(UTF_8))).get(0).bytes();
    }
  }

  /** What Erlang writes. */
  byte[] write(ListTerm tableOptions, List<Tuple> objects, ListTerm fileOptions) {
    Term arguments = ListTerm.of(tableOptions, ListTerm.of(objects), fileOptions);
    return ((Binary) ask("write", List.of(arguments)).get(0)).toByteArray();
  }

  /** What Erlang reads: for each file the answers of tabfile_info and of file2tab. */
  List<Term> read(List<byte[]> files, ListTerm optionLists) {
    return ask(
        "read",
        files.stream().map(bytes -> (Term) ListTerm.of(Binary.of(bytes), optionLists)).toList());
  }

  private List<Term> ask(String function, List<Term> argumentLists) {
    List<byte[]> calls =
        argumentLists.stream()
            .map(list -> Tuple.of(Atom.of("jets_table_files"), Atom.of(function), list))
            .map(ExternalTermFormat::encode)
            .toList();
    return oracle.ask("apply", calls).stream()
        .map(answer -> ExternalTermFormat.decode(answer.bytes()))
        .toList();
  }
}
