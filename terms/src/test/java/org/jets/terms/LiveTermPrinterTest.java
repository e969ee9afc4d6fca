package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of the printer against a live Erlang. */
@ExtendWith(RandomTerms.class)
final class LiveTermPrinterTest {
  /** The first release that prints maps in the order of their keys only on request. */
  private static final int ORDER_ON_DEMAND = 26;

  private static final int RESERVED_MAYBE = 27;

  /** The first release in which the order of a map's keys tells -0.0 and 0.0 apart. */
  private static final int ORDERED_ZEROS = 27;

  private static final int LAYOUTS = 20;

  @LiveErlangTest
  void print_termsOfAllTypes_isWhatErlangPrints(ErlangOracle erlang, TermGenerator terms) {
    OracleTerms.askAll(
        erlang,
        "print",
        format(erlang, "t", "w"),
        TestScale.count(20_000),
        () -> ReadableTerms.of(terms.term()),
        (term, answer) -> {
          String printed = TermPrinter.print(term);
          if (isOrderedBy(erlang, term, printed)) {
            assertThat(printed).isEqualTo(answer.text());
          } else {
            assertThat(TermParser.parse(answer.text())).isEqualTo(term);
            assertThat(printed).hasSameSizeAs(answer.text());
          }
        });
  }

  @LiveErlangTest
  void print_floats_areWhatErlangPrints(ErlangOracle erlang, TermGenerator terms) {
    Random random = terms.random();
    int[] power = {Double.MIN_EXPONENT - 53};
    OracleTerms.askAll(
        erlang,
        "print",
        ListTerm.ofText("~tw"),
        TestScale.count(2_500),
        () -> {
          // All powers of two, for which the interval is not symmetric, and their neighbours come
          // first.
          double known = Math.scalb(1.0, Math.min(++power[0], Double.MAX_EXPONENT));
          double any = Double.longBitsToDouble(random.nextLong());
          double digits = random.nextInt(1_000_000) / Math.pow(10, random.nextInt(12));
          return ListTerm.of(
              FloatTerm.of(known),
              FloatTerm.of(Math.nextUp(known)),
              FloatTerm.of(-Math.nextDown(known)),
              FloatTerm.of(Double.isFinite(any) ? any : 0),
              FloatTerm.of(digits),
              FloatTerm.of((double) (random.nextLong() >> random.nextInt(64))));
        },
        (term, answer) -> assertThat(TermPrinter.print(term)).isEqualTo(answer.text()));
  }

  @LiveErlangTest
  void prettyPrint_anyLayout_isWhatErlangPrints(ErlangOracle erlang, TermGenerator terms) {
    Random random = terms.random();
    boolean withRecords = erlang.release() >= ReleaseDifferences.NEWEST;
    PrintGenerator generator = new PrintGenerator(random, withRecords);
    for (int i = 0; i < LAYOUTS; i++) {
      int width = i < LAYOUTS / 2 ? 80 : random.nextInt(150);
      int column = i % 2 == 0 ? 1 : 1 + random.nextInt(60);
      PrintOptions options = PrintOptions.defaults().withLineWidth(width).withColumn(column);
      OracleTerms.askAll(
          erlang,
          "print",
          format(erlang, width + "." + column + "t", "p"),
          TestScale.count(25_000) / LAYOUTS,
          () -> printedAlike(erlang, generator),
          (term, answer) ->
              assertThat(TermPrinter.prettyPrint(term, options))
                  .as("%d columns from column %d", width, column)
                  .isEqualTo(answer.text()));
    }
  }

  @LiveErlangTest
  void print_maybeAndElse_areQuotedSinceTheyAreReserved(ErlangOracle erlang) {
    Term term = ListTerm.of(Atom.of("maybe"), Atom.of("else"));
    assertThat(print(erlang, "~tw", term))
        .isEqualTo(erlang.release() < RESERVED_MAYBE ? "[maybe,else]" : "['maybe','else']");
    assertThat(TermPrinter.print(term)).isEqualTo("['maybe','else']");
  }

  @LiveErlangTest
  void prettyPrint_binaryWithUnprintableUtf8BeforeOtherBytes_isNumbers(ErlangOracle erlang) {
    Binary binary = Binary.of(new byte[] {(byte) 0xD7, (byte) 0xBC, (byte) 0xFF});
    boolean differs = TextDifferences.printsDifferently(erlang.release(), binary);
    assertThat(print(erlang, "~tp", binary))
        .isEqualTo(differs ? "<<\"\u00D7\u00BC\u00FF\">>" : "<<215,188,255>>");
    assertThat(TermPrinter.prettyPrint(binary)).isEqualTo("<<215,188,255>>");
  }

  @LiveErlangTest
  void print_records_isWhatErlangPrints(ErlangOracle erlang, TermGenerator terms) {
    PrintGenerator generator = new PrintGenerator(terms.random(), true);
    OracleTerms.askAll(
        erlang,
        "print",
        ListTerm.ofText("~tkw"),
        erlang.release() < ReleaseDifferences.NEWEST ? 0 : TestScale.count(5_000),
        generator::next,
        (term, answer) -> assertThat(TermPrinter.print(term)).isEqualTo(answer.text()));
  }

  private static String print(ErlangOracle erlang, String format, Term term) {
    byte[] option = ExternalTermFormat.encode(ListTerm.ofText(format));
    return erlang.ask("print", option, List.of(ExternalTermFormat.encode(term))).get(0).text();
  }

  private static Term printedAlike(ErlangOracle erlang, PrintGenerator generator) {
    while (true) {
      Term term = generator.next();
      if (!TextDifferences.printsDifferently(erlang.release(), term)) {
        return term;
      }
    }
  }

  private static Term format(ErlangOracle erlang, String before, String directive) {
    String order = erlang.release() < ORDER_ON_DEMAND ? "" : "k";
    return ListTerm.ofText("~" + before + order + directive);
  }

  private static boolean isOrderedBy(ErlangOracle erlang, Term term, String printed) {
    return (erlang.release() >= ORDER_ON_DEMAND || !ReadableTerms.hasLargeMap(term))
        && (erlang.release() >= ORDERED_ZEROS || !printed.contains("-0.0"));
  }
}
