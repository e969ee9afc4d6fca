package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of the parser against a live Erlang's {@code file:consult/1}: both refuse a text, or both
 * read the same terms.
 */
@ExtendWith(RandomTerms.class)
final class LiveTermParserTest {
  private static final int TEXTS = TestScale.count(20_000);
  private static final int BATCH = 1_000;

  /** Options without limits that Erlang does not have. */
  private static final ParseOptions OPTIONS =
      ParseOptions.defaults().withMaxPaddingBytes(Integer.MAX_VALUE);

  @LiveErlangTest
  void parseAll_randomTexts_readAsErlangReadsThem(ErlangOracle erlang, TermGenerator terms) {
    SyntaxGenerator generator = new SyntaxGenerator(terms.random());
    int compared = 0;
    int read = 0;
    while (compared < TEXTS) {
      List<String> texts = new ArrayList<>();
      while (texts.size() < BATCH) {
        String text = generator.next() + (texts.size() % 20 == 0 ? "" : ".\n");
        if (!TextDifferences.canDiffer(erlang.release(), text)) {
          texts.add(text);
        }
      }
      List<Answer> answers = consult(erlang, texts);
      for (int i = 0; i < BATCH; i++) {
        Optional<Term> theirs = term(answers.get(i));
        assertThat(parseAll(texts.get(i)))
            .as("%s, text:\n%s", erlang, texts.get(i))
            .isEqualTo(theirs);
        read += theirs.isPresent() ? 1 : 0;
      }
      compared += BATCH;
    }
    assertThat(read).as("texts that are terms").isGreaterThan(compared / 5);
  }

  @LiveErlangTest
  void parseAll_textsThatReleasesReadDifferently_readAsTheNewestReadsThem(ErlangOracle erlang) {
    for (TextDifferences row : TextDifferences.ROWS) {
      Answer answer = consult(erlang, List.of(row.example())).get(0);
      assertThat(term(answer).map(TermPrinter::print))
          .as("%s: %s", erlang, row)
          .isEqualTo(row.readBy(erlang.release()).map(text -> "[" + text + "]"));
      assertThat(parseAll(row.example()).map(TermPrinter::print))
          .as("%s", row)
          .isEqualTo(row.now().map(text -> "[" + text + "]"));
    }
  }

  private static List<Answer> consult(ErlangOracle erlang, List<String> texts) {
    return erlang.ask(
        "consult", texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList());
  }

  private static Optional<Term> term(Answer answer) {
    return answer.error().isPresent()
        ? Optional.empty()
        : Optional.of(ExternalTermFormat.decode(answer.bytes()));
  }

  private static Optional<Term> parseAll(String text) {
    try {
      return Optional.of(ListTerm.of(TermParser.parseAll(text, OPTIONS)));
    } catch (TermSyntaxException e) {
      return Optional.empty();
    }
  }
}
