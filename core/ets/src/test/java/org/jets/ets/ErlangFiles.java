package org.jets.ets;

import java.io.IOException;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.ErlangOracle;

/** Files of tables as a live Erlang writes and reads them: the module {@code jets_table_files}. */
public final class ErlangFiles {
  private final ErlangOracle oracle;

  public ErlangFiles(ErlangOracle oracle) throws IOException {
    this.oracle = oracle;
    oracle.load(ErlangFiles.class, "jets_table_files.erl");
  }

  /** Returns the bytes that Erlang writes. */
  public byte[] write(ListTerm tableOptions, List<Tuple> objects, ListTerm fileOptions) {
    Term arguments = ListTerm.of(tableOptions, ListTerm.of(objects), fileOptions);
    return ((Binary) ask("write", List.of(arguments)).get(0)).toByteArray();
  }

  /** Returns Erlang's answers of tabfile_info and file2tab for each file. */
  public List<Term> read(List<byte[]> files, ListTerm optionLists) {
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
