package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** Files of tables as jets writes and reads them, in the form in which {@link ErlangFiles} does. */
public record JetsFiles(Path file) {
  static final Term BADFILE = error(Atom.of("badfile"));

  private static final List<String> PROPERTIES =
      List.of(
          "name", "type", "protection", "named_table", "keypos", "compressed", "read_concurrency");

  public static Tuple error(Term reason) {
    return Tuple.of(Atom.ERROR, reason);
  }

  public byte[] write(ListTerm tableOptions, List<Tuple> objects, ListTerm fileOptions) {
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = owner.newTable(Atom.of("jets_files"), TableOptions.fromTerms(tableOptions));
      table.insert(objects);
      table.tab2file(file, SaveOptions.fromTerms(fileOptions));
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Term read(byte[] bytes, ListTerm optionLists) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Term> answers = new ArrayList<>();
    answers.add(answer(() -> Tuple.of(Atom.OK, TabFile.info(file))));
    for (Term options : optionLists) {
      TableSpace space = new TableSpace();
      try (Owner owner = space.newOwner()) {
        Term answer = answer(() -> describe(owner.file2tab(file, LoadOptions.fromTerms(options))));
        assertThat(space.all()).hasSize(((Tuple) answer).element(1) == Atom.OK ? 1 : 0);
        answers.add(answer);
      }
    }
    return ListTerm.of(answers);
  }

  private Term answer(Supplier<Term> call) {
    try {
      return call.get();
    } catch (TableFileException e) {
      return error(withoutName(e.reason()));
    }
  }

  private Term withoutName(Term reason) {
    if (!(reason instanceof Tuple tuple) || tuple.element(1) != Atom.of("read_error")) {
      return reason;
    }
    Tuple inner = (Tuple) tuple.element(2);
    assertThat(inner.element(2)).isEqualTo(ListTerm.ofText(file.toString()));
    return tuple.with(2, inner.with(2, Atom.of("file")));
  }

  public static Tuple describe(EtsTable table) {
    List<Term> properties = new ArrayList<>();
    PROPERTIES.forEach(item -> properties.add(table.info(Atom.of(item)).orElseThrow()));
    List<Tuple> objects = new ArrayList<>(table.tab2list());
    objects.sort(TermOrder.STANDARD);
    return Tuple.of(Atom.OK, ListTerm.of(properties), ListTerm.of(objects));
  }
}
