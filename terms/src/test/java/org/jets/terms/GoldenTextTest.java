package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the parser and the printer against recorded results of OTP 29. */
class GoldenTextTest {

  @Test
  void parseAll_recordedTexts_readAsRecorded() throws IOException {
    List<List<String>> cases = GoldenText.readAll(GoldenText.PARSED);
    assertThat(cases).hasSizeGreaterThan(1_000);
    for (List<String> fields : cases) {
      String read;
      try {
        read = ListTerm.of(TermParser.parseAll(fields.get(0))).toString();
      } catch (TermSyntaxException e) {
        read = GoldenText.REFUSED;
      }
      assertThat(read).as(fields.get(0)).isEqualTo(fields.get(1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothForms_recordedTerms_printedAsRecorded(PrintableRange range) throws IOException {
    String name = GoldenText.printed(range.name().toLowerCase(Locale.ROOT));
    List<List<String>> cases = GoldenText.readAll(name);
    assertThat(cases).hasSizeGreaterThan(500);
    for (List<String> fields : cases) {
      Term term = TermParser.parse(fields.get(0));
      PrintOptions options =
          PrintOptions.defaults()
              .withLineWidth(Integer.parseInt(fields.get(1)))
              .withColumn(Integer.parseInt(fields.get(2)))
              .withPrintableRange(range);
      assertThat(TermPrinter.print(term)).isEqualTo(fields.get(0));
      assertThat(TermPrinter.prettyPrint(term, options)).as("%s", options).isEqualTo(fields.get(3));
    }
  }
}
