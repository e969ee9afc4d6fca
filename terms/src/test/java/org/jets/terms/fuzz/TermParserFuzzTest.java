package org.jets.terms.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import org.jets.terms.ParseOptions;
import org.jets.terms.PrintOptions;
import org.jets.terms.PrintableRange;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.TermPrinter;
import org.jets.terms.TermSyntaxException;
import org.junit.jupiter.api.Tag;

/**
 * Fuzzes the parser. Any text is read or refused with a {@link TermSyntaxException}. A term that
 * was read is read back as the same term from both of its printed forms.
 */
@Tag("fuzz")
final class TermParserFuzzTest {
  private static final ParseOptions OPTIONS =
      ParseOptions.defaults().withMaxPaddingBytes(1 << 16).withMaxIntegerBits(1 << 16);

  @FuzzTest
  void parseAll_anyText_isReadOrRefused(FuzzedDataProvider data) {
    int lineWidth = data.consumeInt(0, 200);
    PrintableRange range = data.pickValue(PrintableRange.values());
    String text = data.consumeRemainingAsString();
    List<Term> terms;
    try {
      terms = TermParser.parseAll(text, OPTIONS);
    } catch (TermSyntaxException e) {
      assertThat(e.line()).isPositive();
      assertThat(e.column()).isPositive();
      return;
    }
    PrintOptions layout =
        PrintOptions.defaults().withLineWidth(lineWidth).withPrintableRange(range);
    for (Term term : terms) {
      assertThat(TermParser.parse(TermPrinter.print(term))).isEqualTo(term);
      assertThat(TermParser.parse(TermPrinter.prettyPrint(term, layout))).isEqualTo(term);
    }
  }
}
