package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the printer's contract, case by case. */
@ExtendWith(RandomTerms.class)
final class TermPrinterTest {

  private static final int DEEP = 1_000_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "42",
        "-1",
        "340282366920938463463374607431768211456",
        "1.0",
        "-0.0",
        "1.0e23",
        "a",
        "å",
        "a@b",
        "'A b'",
        "''",
        "'if'",
        "'maybe'",
        "'else'",
        "'λ'",
        "'\\n\\e\\d\\001\\''",
        "[]",
        "[1,[2],3|d]",
        "[97,98]",
        "{}",
        "{a,{b}}",
        "#{}",
        "#{1 => a,1.0 => b,c => []}",
        "#{-0.0 => a,0.0 => b}",
        "<<>>",
        "<<1,255>>",
        "<<1,5:3>>",
        "<<1:1>>",
        "fun lists:map/2",
        "fun 'A':'b c'/0",
        "fun 'a@b':c/1"
      })
  void print_readableTerm_isItsText(String text) {
    assertThat(TermPrinter.print(TermParser.parse(text))).isEqualTo(text);
    assertThat(TermParser.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.1",
    "0.001, 0.001",
    "0.0001, 0.0001",
    "0.00012, 1.2e-4",
    "0.00001, 1.0e-5",
    "100, 100.0",
    "1000, 1.0e3",
    "1234.5, 1234.5",
    "120000, 1.2e5",
    "123456789, 123456789.0",
    "9007199254740991, 9007199254740991.0",
    "9007199254740992, 9.007199254740992e15",
    "1e22, 1.0e22",
    "2e-323, 2.0e-323",
    "4.9e-324, 5.0e-324",
    "1.7976931348623157e308, 1.7976931348623157e308",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "9.5367431640625e-7, 9.5367431640625e-7",
    "5.764607523034235e17, 5.764607523034235e17"
  })
  void print_float_isShortestTextThatReadsBack(double value, String text) {
    assertThat(TermPrinter.print(FloatTerm.of(value))).isEqualTo(text);
    assertThat(TermPrinter.print(FloatTerm.of(-value))).isEqualTo("-" + text);
  }

  @Test
  void print_identifiers_showAllThatTellsThemApart() {
    Atom node = Atom.of("a@b");
    Pid pid = Pid.of(node, 1, 2, -1);
    assertThat(pid).hasToString("#Pid<a@b,1,2,4294967295>");
    assertThat(Port.of(node, -1, 3)).hasToString("#Port<a@b,18446744073709551615,3>");
    assertThat(Reference.of(Atom.of("a.b@c"), 7, 1, -1))
        .hasToString("#Ref<'a.b@c',7,1,4294967295>");
    byte[] uniq = new byte[LocalFun.UNIQ_BYTES];
    uniq[0] = (byte) 0xAB;
    assertThat(LocalFun.of(Atom.of("m"), 2, uniq, 5, 0, 0, pid, List.of(pid)))
        .hasToString("#Fun<m,2,5,ab" + "0".repeat(30) + ">");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "[$a,$b]; \"ab\"",
        "[8,9,10,11,12,13,27,$\\\",$\\\\]; \"\\b\\t\\n\\v\\f\\r\\e\\\"\\\\\"",
        "[160,255]; \"\u00A0ÿ\"",
        "[7]; [7]",
        "[127]; [127]",
        "[$a|$b]; [97|98]",
        "[$a,1.0]; [97,1.0]",
        "[256]; [256]",
        "<<\"ab\">>; <<\"ab\">>",
        "<<\"å\"/utf8>>; <<\"å\"/utf8>>",
        "<<\"å\">>; <<\"å\">>",
        "<<\"€\"/utf8>>; <<226,130,172>>",
        "<<1,2>>; <<1,2>>",
        "<<\"a\",1:1>>; <<97,1:1>>",
        "#{\"a\"=>[]}; #{\"a\" => []}"
      })
  void prettyPrint_text_isPrintedAsStringWhereAllIsPrintable(String text, String printed) {
    assertThat(TermPrinter.prettyPrint(TermParser.parse(text))).isEqualTo(printed);
  }

  @Test
  void prettyPrint_unicodeRange_takesMoreForText() {
    PrintOptions unicode = PrintOptions.defaults().withPrintableRange(PrintableRange.UNICODE);
    Term term = TermParser.parse("[[8364],<<\"€\"/utf8>>,[16#D800],[16#FFFE]]");
    assertThat(TermPrinter.prettyPrint(term, unicode))
        .isEqualTo("[\"€\",<<\"€\"/utf8>>,[55296],[65534]]");
  }

  @Test
  void prettyPrint_longerThanALine_broken() {
    Term term =
        TermParser.parse(
            "{state,[1,2,3],#{key=>\"some value\",other=>{tagged,\"a long string, in fact\","
                + "\"and one more of them\"}},<<0:400>>,[a|b]}");
    assertThat(TermPrinter.prettyPrint(term))
        .isEqualTo(
            """
            {state,[1,2,3],
                   #{key => "some value",
                     other => {tagged,"a long string, in fact","and one more of them"}},
                   <<0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
                     0,0,0,0,0,0,0,0,0,0,0,0,0,0,0>>,
                   [a|b]}\
            """);
    assertThat(TermPrinter.prettyPrint(term, PrintOptions.defaults().withLineWidth(0)))
        .doesNotContain("\n");
    assertThat(
            TermPrinter.prettyPrint(term, PrintOptions.defaults().withLineWidth(40).withColumn(5)))
        .isEqualTo(
            """
            {state,
                    [1,2,3],
                    #{key => "some value",
                      other =>
                          {tagged,
                              "a long string, in fact",
                              "and one more of them"}},
                    <<0,0,0,0,0,0,0,0,0,0,0,0,0,0,
                      0,0,0,0,0,0,0,0,0,0,0,0,0,0,
                      0,0,0,0,0,0,0,0,0,0,0,0,0,0,
                      0,0,0,0,0,0,0,0>>,
                    [a|b]}\
            """);
  }

  @Test
  void bothForms_randomTerms_readBackAsTheSameTerm(TermGenerator terms) {
    PrintGenerator printGenerator = new PrintGenerator(terms.random());
    for (int i = 0; i < TestScale.count(10_000); i++) {
      Term term = i % 2 == 0 ? ReadableTerms.of(terms.term()) : printGenerator.next();
      assertThat(TermParser.parse(TermPrinter.print(term))).isEqualTo(term);
      PrintOptions options =
          PrintOptions.defaults()
              .withLineWidth(terms.random().nextInt(120))
              .withPrintableRange(i % 4 < 2 ? PrintableRange.LATIN1 : PrintableRange.UNICODE);
      assertThat(TermParser.parse(TermPrinter.prettyPrint(term, options))).isEqualTo(term);
    }
  }

  @Test
  void appendable_bothForms_getsTheSameText(TermGenerator terms) throws IOException {
    for (int i = 0; i < 500; i++) {
      Term term = terms.term(500);
      StringBuilder printed = new StringBuilder();
      TermPrinter.print(term, printed);
      assertThat(printed.toString()).isEqualTo(TermPrinter.print(term));
      StringBuilder pretty = new StringBuilder();
      TermPrinter.prettyPrint(term, PrintOptions.defaults(), pretty);
      assertThat(pretty.toString()).isEqualTo(TermPrinter.prettyPrint(term));
    }
  }

  @Test
  void appendable_thatFails_itsExceptionComesOut() {
    Appendable full =
        new Appendable() {
          @Override
          public Appendable append(CharSequence text) throws IOException {
            throw new IOException("full");
          }

          @Override
          public Appendable append(CharSequence text, int start, int end) throws IOException {
            throw new IOException("full");
          }

          @Override
          public Appendable append(char c) throws IOException {
            throw new IOException("full");
          }
        };
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> TermPrinter.print(Atom.OK, full))
        .withMessage("full");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> TermPrinter.prettyPrint(Atom.OK, PrintOptions.defaults(), full))
        .withMessage("full");
  }

  @Test
  void bothForms_deeplyNested_printed() {
    Term lists = ListTerm.empty();
    Term tuples = Atom.of("a");
    Term maps = Atom.of("a");
    for (int i = 0; i < DEEP; i++) {
      lists = ListTerm.of(lists);
      tuples = Tuple.of(tuples);
      maps = MapTerm.of(IntegerTerm.of(1), maps);
    }
    String brackets = "[".repeat(DEEP + 1) + "]".repeat(DEEP + 1);
    assertThat(TermPrinter.print(lists).equals(brackets)).isTrue();
    assertThat(TermPrinter.prettyPrint(lists).equals(brackets)).isTrue();
    String braces = "{".repeat(DEEP) + "a" + "}".repeat(DEEP);
    assertThat(TermPrinter.print(tuples).equals(braces)).isTrue();
    assertThat(TermPrinter.prettyPrint(tuples).equals(braces)).isTrue();
    assertThat(TermPrinter.print(maps)).hasSize(8 * DEEP + 1);
    PrintOptions oneLine = PrintOptions.defaults().withLineWidth(0);
    assertThat(TermPrinter.prettyPrint(maps, oneLine)).hasSize(8 * DEEP + 1);
  }

  @Test
  void print_integerOfManyDigits_printed() {
    BigInteger value = BigInteger.TEN.pow(500_000);
    assertThat(TermPrinter.print(IntegerTerm.of(value))).isEqualTo("1" + "0".repeat(500_000));
  }

  @Test
  void options_outOfRange_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PrintOptions.defaults().withLineWidth(-1))
        .withMessage("columns: -1 (expected: >= 0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PrintOptions.defaults().withColumn(0))
        .withMessage("column: 0 (expected: >= 1)");
    assertThatNullPointerException()
        .isThrownBy(() -> PrintOptions.defaults().withPrintableRange(null))
        .withMessage("range");
  }

  @Test
  void publicMethods_null_refusedByName() {
    assertThatNullPointerException().isThrownBy(() -> TermPrinter.print(null)).withMessage("term");
    assertThatNullPointerException()
        .isThrownBy(() -> TermPrinter.print(Atom.OK, null))
        .withMessage("out");
    assertThatNullPointerException()
        .isThrownBy(() -> TermPrinter.prettyPrint(Atom.OK, null))
        .withMessage("options");
  }

  @Test
  void printStart_shortTerm_isPrintedWhole() {
    Term term = TermParser.parse("{a,[1,2|b],#{k => <<1,2:3>>},'x y',1.5}");
    String whole = TermPrinter.print(term);
    assertThat(TermPrinter.printStart(term, whole.length())).isEqualTo(whole);
    for (int length = 0; length < whole.length(); length++) {
      assertThat(TermPrinter.printStart(term, length))
          .isEqualTo(whole.substring(0, length) + "...");
    }
  }

  @Test
  void printStart_hugeTerms_isAsShortAsAskedFor() {
    Term shared = Atom.OK;
    for (int level = 0; level < 60; level++) {
      shared = Tuple.of(shared, shared);
    }
    byte[] zeros = new byte[1 << 20];
    Term integer = IntegerTerm.of(BigInteger.ONE.shiftLeft(4_000_000));
    assertThat(TermPrinter.printStart(shared, 10)).isEqualTo("{{{{{{{{{{...");
    assertThat(TermPrinter.printStart(ListTerm.of(shared, shared), 4)).isEqualTo("[{{{...");
    assertThat(TermPrinter.printStart(Bitstring.of(zeros, 8 << 20), 6)).isEqualTo("<<0,0,...");
    assertThat(TermPrinter.printStart(Tuple.of(integer), 100))
        .isEqualTo("{#Integer<4000001 bits>}");
  }

  @Test
  void printStart_surrogatePair_isNotSplit() {
    Term atom = Atom.of("\uD83D\uDE00");
    assertThat(TermPrinter.printStart(atom, 2)).isEqualTo("'...");
    assertThatIllegalArgumentException().isThrownBy(() -> TermPrinter.printStart(atom, -1));
  }
}
