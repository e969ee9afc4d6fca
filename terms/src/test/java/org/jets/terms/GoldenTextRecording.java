package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;

/**
 * Rewrites the golden files of {@link GoldenText}. It is not part of a test run. It is started by
 * name, with an Erlang of the release that jets follows, once for each range of printable
 * characters:
 *
 * <pre>{@code
 * JETS_ERL="erl,erl +pc unicode" ./mvnw test -pl terms -Dtest=GoldenTextRecording
 * }</pre>
 */
class GoldenTextRecording {
  private static final long SEED = 29;
  private static final int TEXTS = 2_000;
  private static final int TERMS = 800;
  private static final int MAX_LENGTH = 400;

  @LiveErlangTest
  void record(ErlangOracle oracle) throws IOException {
    assertThat(oracle.release()).isEqualTo(ReleaseDifferences.NEWEST);
    write(GoldenText.PARSED, parsed(oracle));
    String range = range(oracle);
    write(GoldenText.printed(range), printed(oracle));
  }

  private static void write(String name, List<String> lines) throws IOException {
    lines.add(0, "# What OTP 29 says. Written by GoldenTextRecording; see GoldenText.");
    Files.write(Path.of("src/test/resources", name), lines, StandardCharsets.US_ASCII);
  }

  private static String range(ErlangOracle oracle) {
    Term call = Tuple.of(Atom.of("io"), Atom.of("printable_range"), ListTerm.empty());
    byte[] answer = oracle.ask("apply", List.of(ExternalTermFormat.encode(call))).get(0).bytes();
    return ((Atom) ExternalTermFormat.decode(answer)).name();
  }

  private static List<String> parsed(ErlangOracle oracle) {
    SyntaxGenerator generator = new SyntaxGenerator(new Random(SEED));
    List<String> lines = new ArrayList<>();
    TextDifferences.ROWS.forEach(row -> lines.add(parsed(oracle, row.example())));
    while (lines.size() < TEXTS) {
      String text = generator.next() + ".";
      String line = text.length() <= MAX_LENGTH ? parsed(oracle, text) : "";
      if (!line.isEmpty()) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Returns a line, or nothing if Erlang cannot print the term that it reads. */
  private static String parsed(ErlangOracle oracle, String text) {
    byte[] item = text.getBytes(StandardCharsets.UTF_8);
    Answer terms = oracle.ask("consult", List.of(item)).get(0);
    if (terms.error().isPresent()) {
      return GoldenText.line(text, GoldenText.REFUSED);
    }
    Term list = ExternalTermFormat.decode(terms.bytes());
    return ReadableTerms.of(list).equals(list)
        ? GoldenText.line(text, print(oracle, "~tkw", terms.bytes()))
        : "";
  }

  private static List<String> printed(ErlangOracle oracle) {
    Random random = new Random(SEED);
    PrintGenerator generator = new PrintGenerator(random);
    List<String> lines = new ArrayList<>();
    while (lines.size() < TERMS) {
      int width = lines.size() % 3 == 0 ? 80 : random.nextInt(100);
      int column = lines.size() % 2 == 0 ? 1 : 1 + random.nextInt(40);
      byte[] term = ExternalTermFormat.encode(generator.next());
      String flat = print(oracle, "~tkw", term);
      if (flat.length() <= MAX_LENGTH) {
        String pretty = print(oracle, "~" + width + "." + column + "tkp", term);
        lines.add(GoldenText.line(flat, Integer.toString(width), Integer.toString(column), pretty));
      }
    }
    return lines;
  }

  private static String print(ErlangOracle oracle, String format, byte[] term) {
    byte[] option = ExternalTermFormat.encode(ListTerm.ofText(format));
    return oracle.ask("print", option, List.of(term)).get(0).text();
  }
}
