package org.jets.ets.erl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;
import static org.jets.ets.erl.ModuleStep.BELOW_A_FILE;
import static org.jets.ets.erl.ModuleStep.FOLDER;
import static org.jets.ets.erl.ModuleStep.IN_NO_FOLDER;
import static org.jets.ets.erl.ModuleStep.TEXT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jets.ets.Backend;
import org.jets.ets.ErlangFiles;
import org.jets.ets.JetsFiles;
import org.jets.ets.Terms;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares {@link EtsModule} with a live Erlang by random sequences of all functions of {@code
 * ets}, called by several processes. Results and errors are the same, on every store, and each side
 * reads the files of both. The property {@code jets.seed} repeats a run. A failing sequence is
 * shrunk as far as possible.
 */
class EtsModuleLiveTest {
  private static final int STEPS = 200_000;
  private static final int STEPS_PER_SEQUENCE = 200;
  private static final int SEQUENCES_PER_REQUEST = 50;

  private static final Term CHECKSUM_ERROR = JetsFiles.error(Terms.a("checksum_error"));

  private static final ListTerm READINGS = l(l(), l(t("verify", "true")));

  @TempDir private Path folder;

  private final List<ModuleAnswers.Files> files = new ArrayList<>();
  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);

  @LiveErlangTest
  void apply_randomSequences_giveWhatErlangGives(ErlangOracle oracle) throws IOException {
    List<Backend> stores = List.of(Backend.values());
    int next = 0;
    for (int done = 0; done < TestScale.count(STEPS); ) {
      List<List<ModuleStep>> sequences = new ArrayList<>();
      for (int n = 0; n < SEQUENCES_PER_REQUEST; n++) {
        sequences.add(new ModuleSteps(random, oracle.release()).sequence(STEPS_PER_SEQUENCE));
      }
      List<List<Term>> answers = ask(oracle, sequences);
      for (int n = 0; n < sequences.size(); n++) {
        Backend store = stores.get(next++ % stores.size());
        Difference difference = difference(oracle, store, sequences.get(n), answers.get(n));
        if (difference != null) {
          report(oracle, store, sequences.get(n).subList(0, difference.index() + 1));
        }
        done += sequences.get(n).size();
      }
      checkFiles(oracle);
    }
  }

  /** Checks that each side reads the same from both files of a table. */
  private void checkFiles(ErlangOracle oracle) throws IOException {
    List<byte[]> written = new ArrayList<>();
    for (ModuleAnswers.Files pair : files) {
      written.add(pair.jets().toByteArray());
      written.add(pair.erlang().toByteArray());
    }
    files.clear();
    List<Term> theirs = new ErlangFiles(oracle).read(written, READINGS);
    JetsFiles jets = new JetsFiles(folder.resolve("file"));
    for (int n = 0; n < written.size(); n++) {
      if (((ListTerm) theirs.get(n | 1)).toList().contains(CHECKSUM_ERROR)) {
        continue; // Erlang cannot read its own file, since it takes {'EXIT',_} for a failure.
      }
      Term read = sorted(jets.read(written.get(n), READINGS));
      assertThat(read)
          .as("file %d of %d, -Djets.seed=%d", n, written.size(), seed)
          .isEqualTo(sorted(theirs.get(n)))
          .isEqualTo(sorted(theirs.get(n ^ 1)));
    }
  }

  /** Returns the readings with the objects of tables in an order that tells 1 from 1.0. */
  private static Term sorted(Term readings) {
    return ListTerm.of(
        ((ListTerm) readings)
            .stream()
                .map(
                    answer ->
                        answer instanceof Tuple table && table.arity() == 3
                            ? table.with(3, sortedList((ListTerm) table.element(3)))
                            : answer)
                .toList());
  }

  private static ListTerm sortedList(ListTerm objects) {
    return ListTerm.of(objects.stream().sorted(TermOrder.EXACT).toList());
  }

  /** Errors of the file system that also occur for root. */
  @LiveErlangTest
  void apply_namesThatNoFileCanHave_giveErlangsErrors(ErlangOracle oracle) {
    List<ModuleStep> steps = new ArrayList<>();
    steps.add(ModuleStep.of(0, "new", a("t"), l()).keptAt(0));
    for (int name : List.of(FOLDER, IN_NO_FOLDER, BELOW_A_FILE, 0, TEXT)) {
      steps.add(ModuleStep.of(0, "file2tab", ModuleStep.file(name)));
      steps.add(ModuleStep.of(0, "tabfile_info", ModuleStep.file(name)));
      if (name < 0) {
        steps.add(ModuleStep.of(0, "tab2file", ModuleStep.place(0), ModuleStep.file(name)));
      }
    }
    List<Term> expected = ask(oracle, List.of(steps)).get(0);
    assertThat(expected.toString()).contains("eisdir", "enoent", "enotdir", "eaccess", "not_a_log");
    for (Backend store : Backend.values()) {
      Difference difference = difference(oracle, store, steps, expected);
      assertThat(difference).isNull();
    }
  }

  /** Arguments that the random steps omit. */
  @LiveErlangTest
  void apply_unusualArguments_giveErlangsAnswers(ErlangOracle oracle) {
    List<ModuleStep> steps = new ArrayList<>();
    Term table = ModuleStep.place(0);
    steps.add(ModuleStep.of(0, "new", a("t"), l()).keptAt(0));
    steps.add(ModuleStep.of(0, "insert", table, l(t(1), t(2))));
    steps.add(ModuleStep.of(0, "internal_delete_all", table, i(1)));
    steps.add(ModuleStep.of(1, "internal_delete_all", table, i(1)));
    steps.add(ModuleStep.of(0, "tab2list", table));
    for (Term noTable : List.of(Term.of("t"), i(1), a("nosuch"))) {
      steps.add(ModuleStep.of(0, "info", noTable, a("binary")));
    }
    for (Term end :
        List.of(i('y'), a("y"), l(i('y')), ListTerm.improper(List.of(i('y')), i('z')))) {
      Term name = ListTerm.improper(List.of(Term.of("/missing/x")), end);
      steps.add(ModuleStep.of(0, "file2tab", name));
      steps.add(ModuleStep.of(0, "tabfile_info", name));
    }
    if (oracle.release() >= 29) {
      // Older releases have a shorter reason.
      for (String name : List.of("", "/missing/file", "/", "/etc/passwd/x")) {
        steps.add(ModuleStep.of(0, "tab2file", table, Term.of(name)));
      }
      Term improper = ListTerm.improper(List.of(Term.of("/missing/x")), i('y'));
      steps.add(ModuleStep.of(0, "tab2file", table, improper));
    }
    steps.add(ModuleStep.of(0, "internal_delete_all", table, a("undefined")));
    steps.add(ModuleStep.of(0, "tab2list", table));
    List<Term> expected = ask(oracle, List.of(steps)).get(0);
    for (Backend store : Backend.values()) {
      Difference difference = difference(oracle, store, steps, expected);
      assertThat(difference).isNull();
    }
  }

  private record Difference(int index, ModuleAnswers.Pair answers) {}

  private static List<List<Term>> ask(ErlangOracle oracle, List<List<ModuleStep>> sequences) {
    List<byte[]> questions =
        sequences.stream()
            .map(steps -> ListTerm.of(steps.stream().map(ModuleStep::toTerm).toList()))
            .map(ExternalTermFormat::encode)
            .toList();
    return oracle.ask("ets", questions).stream()
        .map(Answer::bytes)
        .map(ExternalTermFormat::decode)
        .map(answers -> ((ListTerm) answers).toList())
        .toList();
  }

  private Difference difference(
      ErlangOracle oracle, Backend backend, List<ModuleStep> steps, List<Term> expected) {
    ModuleAnswers answers = new ModuleAnswers(oracle.release());
    try (ModuleRun run = new ModuleRun(backend, folder)) {
      for (int n = 0; n < steps.size(); n++) {
        ModuleAnswers.Pair pair =
            answers.compare(steps.get(n), run.run(steps.get(n)), expected.get(n));
        if (!pair.agrees()) {
          return new Difference(n, pair);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.addAll(answers.files());
    return null;
  }

  /** Removes steps as long as both sides still differ. All candidates of a round run at once. */
  private void report(ErlangOracle oracle, Backend backend, List<ModuleStep> failing) {
    List<ModuleStep> shortest = failing;
    for (int size = Math.max(1, failing.size() / 2); size > 0; ) {
      List<List<ModuleStep>> candidates = new ArrayList<>();
      for (int from = 0; from < shortest.size(); from += size) {
        List<ModuleStep> candidate = new ArrayList<>(shortest);
        candidate.subList(from, Math.min(shortest.size(), from + size)).clear();
        candidates.add(candidate);
      }
      List<ModuleStep> shorter = firstFailing(oracle, backend, candidates);
      if (shorter != null) {
        shortest = shorter;
      } else {
        size /= 2;
      }
    }
    Difference difference =
        difference(oracle, backend, shortest, ask(oracle, List.of(shortest)).get(0));
    fail(
        "on %s, -Djets.seed=%d, shortest sequence (place = process function arguments):%n%s%n"
            + "jets:   %s%nErlang: %s",
        backend,
        seed,
        String.join("\n", shortest.stream().map(ModuleStep::toString).toList()),
        difference == null ? "(does not fail again)" : difference.answers().jets(),
        difference == null ? "" : difference.answers().erlang());
  }

  private List<ModuleStep> firstFailing(
      ErlangOracle oracle, Backend backend, List<List<ModuleStep>> candidates) {
    List<List<Term>> answers = ask(oracle, candidates);
    for (int n = 0; n < candidates.size(); n++) {
      Difference difference = difference(oracle, backend, candidates.get(n), answers.get(n));
      if (difference != null) {
        return candidates.get(n).subList(0, difference.index() + 1);
      }
    }
    return null;
  }
}
