package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;

/**
 * Rewrites {@code golden/terms.txt}. It is not part of a test run. It is started by name, with an
 * Erlang of the release that jets follows:
 *
 * <pre>{@code JETS_ERL=erl ./mvnw test -pl terms -Dtest=GoldenTermsRecording}</pre>
 */
class GoldenTermsRecording {
  private static final long SEED = 29;
  private static final int GENERATED = 1_200;
  private static final int MAX_BYTES = 300;
  private static final Atom DETERMINISTIC = Atom.of("deterministic");

  @LiveErlangTest
  void record(ErlangOracle oracle) throws IOException {
    assertThat(oracle.release()).isEqualTo(ReleaseDifferences.NEWEST);
    List<String> lines = new ArrayList<>();
    lines.add("# What OTP " + oracle.release() + " says of these terms, in its standard order.");
    lines.add("# Written by GoldenTermsRecording; the fields are described in GoldenTerm.");
    record(oracle, sorted(oracle, terms())).forEach(golden -> lines.add(golden.line()));
    Files.write(Path.of("src/test/resources", GoldenTerm.FILE), lines);
  }

  private static List<Term> terms() {
    List<Term> terms = EdgeTerms.all();
    TermGenerator generator = new TermGenerator(SEED);
    for (int i = 0; i < GENERATED; i++) {
      Term term = generator.term();
      if (ExternalTermFormat.encode(term).length <= MAX_BYTES) {
        terms.add(term);
      }
    }
    // Terms whose order differs between nodes cannot be recorded.
    terms.removeIf(
        term -> ReleaseDifferences.hasPrivateExactOrder(ReleaseDifferences.NEWEST, term));
    return terms;
  }

  private static List<Term> sorted(ErlangOracle oracle, List<Term> terms) {
    Term call = Tuple.of(Atom.of("lists"), Atom.of("sort"), ListTerm.of(ListTerm.of(terms)));
    Answer answer = oracle.ask("apply", List.of(ExternalTermFormat.encode(call))).get(0);
    return ((ListTerm) ExternalTermFormat.decode(answer.bytes())).toList();
  }

  private static List<GoldenTerm> record(ErlangOracle oracle, List<Term> sorted) {
    List<byte[]> items = sorted.stream().map(ExternalTermFormat::encode).toList();
    List<byte[]> pairs = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      pairs.add(
          ExternalTermFormat.encode(ListTerm.of(sorted.get(Math.max(i - 1, 0)), sorted.get(i))));
    }
    List<Answer> orders = oracle.ask("compare", pairs);
    List<Answer> hashes =
        oracle.ask("phash2", encode(ListTerm.of(IntegerTerm.of(Phash2.MAX_RANGE))), items);
    List<Answer> bytes = oracle.ask("encode", encode(ListTerm.of(DETERMINISTIC)), items);
    Term minorVersion1 = Tuple.of(Atom.of("minor_version"), IntegerTerm.of(1));
    List<Answer> older =
        oracle.ask("encode", encode(ListTerm.of(DETERMINISTIC, minorVersion1)), items);
    List<GoldenTerm> golden = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      // The second of a pair's four comparisons is that of the first term with the second.
      byte[] order = orders.get(i).bytes();
      golden.add(
          new GoldenTerm(
              "<=>".charAt(order[3]),
              "<=>".charAt(order[4]),
              ReleaseDifferences.hasPrivateHash(sorted.get(i))
                  ? null
                  : hashes.get(i).numbers().getLong(),
              hex(bytes.get(i)),
              sorted.get(i).equals(ReleaseDifferences.withWidePorts(sorted.get(i)))
                  ? hex(older.get(i))
                  : null));
    }
    return golden;
  }

  private static String hex(Answer answer) {
    return HexFormat.of().formatHex(answer.bytes());
  }

  private static byte[] encode(Term option) {
    return ExternalTermFormat.encode(option);
  }
}
