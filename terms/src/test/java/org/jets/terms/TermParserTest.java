package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the parser's contract, case by case. */
final class TermParserTest {

  private static final int MANY_DIGITS = 1_000_000;
  private static final int DEEP = 1_000_000;

  private static Term parse(String text) {
    return TermParser.parse(text);
  }

  private static TermSyntaxException refusal(String text) {
    return refusal(text, ParseOptions.defaults());
  }

  private static TermSyntaxException refusal(String text, ParseOptions options) {
    try {
      Term term = TermParser.parse(text, options);
      throw new AssertionError("parsed: " + term);
    } catch (TermSyntaxException e) {
      return e;
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "42, 42",
        "-  42, -42",
        "1_000, 1000",
        "16#fF, 255",
        "36#Zz, 1295",
        "2#1_0, 2",
        "(((7))), 7",
        "-(7), -7",
        "$a, 97",
        "-$a, -97",
        "$\\n, 10",
        "$\\^A, 1",
        "$\\^?, 127",
        "$\\x{1F600}, 128512",
        "$\\101, 65"
      })
  void parse_integer_readsValue(String text, long value) {
    assertThat(parse(text)).isEqualTo(IntegerTerm.of(value));
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1.0",
    "-1.5e-3, -0.0015",
    "1_0.0_1e1_0, 100100000000",
    "2#1.01#e3, 10",
    "16#f.8, 15.5",
    "1.0e-400, 0",
    "0.0e400, 0",
    "4.9e-324, 4.9e-324",
    "7#0.1111111111111111111111111, 0.16666666666666669"
  })
  void parse_float_readsValue(String text, double value) {
    assertThat(parse(text)).isEqualTo(FloatTerm.of(value));
  }

  @Test
  void parse_negativeZero_keepsSign() {
    assertThat(parse("-0.0")).isEqualTo(FloatTerm.of(-0.0)).isNotEqualTo(FloatTerm.of(0.0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'foo'", "foo", "'f\\o\\x6f'", "%comment\nfoo%comment", "(foo)"})
  void parse_spellingsOfOneAtom_readTheAtom(String text) {
    assertThat(parse(text)).isSameAs(Atom.of("foo"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"abc\"",
        "\"a\" \"b\"\n\"c\"",
        "[$a,$b,$c]",
        "[97|\"bc\"]",
        "\"\"\"\nabc\n\"\"\"",
        "\"\"\"\n  abc\n  \"\"\"",
        "~s\"abc\"",
        "~s(a\\x62c)",
        "~S{abc}"
      })
  void parse_spellingsOfOneString_readTheList(String text) {
    assertThat(parse(text)).isEqualTo(ListTerm.ofText("abc"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<<\"abc\">>",
        "<<97,98,99>>",
        "<<\"a\",98:8,$c>>",
        "<<6:4,1:4,\"bc\"/utf8>>",
        "<<16#636261:24/little>>",
        "<<<<\"abcd\">>:3/binary>>",
        "<<(<<\"ab\">>)/bits,99/integer-unsigned-big>>",
        "<<\"abc\":1/unit:8>>",
        "~\"abc\"",
        "~B\"\"\"\n abc\n \"\"\""
      })
  void parse_spellingsOfOneBinary_readTheBinary(String text) {
    assertThat(parse(text)).isEqualTo(Binary.of("abc"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "<<1:4>>; 10; 4",
        "<<-2:12/little>>; FEF0; 12",
        "<<1:3,16#abcd:12/little,1:1>>; 39B7; 16",
        "<<1.0:16/float>>; 3C00; 16",
        "<<1.0004882812500002:16/float>>; 3C01; 16",
        "<<65520.0:16/float>>; 7C00; 16",
        "<<6.0e-8:16/float>>; 0001; 16",
        "<<1.5:4/float-unit:8>>; 3FC00000; 32",
        "<<1/float>>; 3FF0000000000000; 64",
        "<<\"\\x{20AC}\"/utf8>>; E282AC; 24",
        "<<\"\\x{10FFFF}\"/utf16-little>>; FFDBFFDF; 32",
        "<<\"A\"/utf32>>; 00000041; 32",
        "<<12345678901234567890:16>>; 0AD2; 16"
      })
  void parse_segments_evaluatesThem(String text, String hexBytes, int bits) {
    byte[] bytes = new BigInteger("1" + hexBytes, 16).toByteArray();
    byte[] expected = java.util.Arrays.copyOfRange(bytes, 1, bytes.length);
    assertThat(parse(text)).isEqualTo(Bitstring.of(expected, bits));
  }

  @Test
  void parse_compoundTerm_readsAll() {
    Term expected =
        Tuple.of(
            MapTerm.of(Atom.of("k"), ListTerm.improper(java.util.List.of(Atom.OK), Atom.ERROR)),
            ExternalFun.of(Atom.of("lists"), Atom.of("map"), 2),
            ListTerm.empty(),
            Tuple.of(),
            MapTerm.of());
    assertThat(parse("{#{k=>[ok|error]},fun lists:map/2,[],{},#{}}.")).isEqualTo(expected);
  }

  @Test
  void parse_mapWithEqualKeys_lastValueCounts() {
    assertThat(parse("#{a=>1,b=>2,a=>3}")).isEqualTo(parse("#{b=>2,a=>3}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1.", " 1 . ", "1.%x", "1 %x\n.\n%y"})
  void parse_fullStop_mayBeMissing(String text) {
    assertThat(parse(text)).isEqualTo(IntegerTerm.of(1));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "``; 1; 1; the end of the text (expected: a term)",
        "{a,; 1; 4; the end of the text (expected: a term)",
        "{a b}; 1; 4; an atom (expected: , or })",
        "[a|b,c]; 1; 5; , (expected: ])",
        "[a,]; 1; 4; ] (expected: a term)",
        "#{a}; 1; 4; } (expected: =>)",
        "a b; 1; 3; an atom (expected: the end of the term)",
        "a. b; 1; 4; an atom (expected: the end of the term)",
        "{Var}; 1; 2; the variable Var (expected: a term)",
        "case; 1; 1; the reserved word case (expected: a term)",
        "'a; 1; 1; a quote or delimiter that is not closed",
        "\"a; 1; 1; a quote or delimiter that is not closed",
        "37#1; 1; 1; base: 37 (expected: 2 to 36)",
        "1e5; 1; 2; a number goes on with no digit of its base",
        "1.0e400; 1; 1; a float beyond the largest, 1.7976931348623157e308",
        "- a; 1; 1; a sign before a term that is no number without a sign",
        "<<1,a>>; 1; 5; a segment of type integer whose value is none",
        "<<1/foo>>; 1; 5; foo: unknown, out of range or in contradiction in a segment",
        "#Ref<0.1.2.3>; 1; 1; #Ref: identifiers and local funs cannot be read from text",
        "#Fun<a.1.2>; 1; 1; #Fun: identifiers and local funs cannot be read from text",
        "<0.1.0>; 1; 1; <: a pid cannot be read from text, nor is this an operator",
        "#rec{}; 1; 1; #rec: a record cannot be read from text",
        "\"\\x{D800}\"; 1; 2; the escape sequence stands for no character"
      })
  void parse_otherText_saysWhereAndWhy(String text, int line, int column, String reason) {
    TermSyntaxException e = refusal(text);
    assertThat(e.reason()).isEqualTo(reason);
    assertThat(e.line()).isEqualTo(line);
    assertThat(e.column()).isEqualTo(column);
    assertThat(e).hasMessage("line " + line + ", column " + column + ": " + reason);
  }

  @Test
  void parse_errorOnLaterLine_countsLinesAndCodePoints() {
    TermSyntaxException e = refusal("{a,\n\"\uD83D\uDE00\uD83D\uDE00\" b}");
    assertThat(e.line()).isEqualTo(2);
    assertThat(e.column()).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\uD800", "'\uDC00'", "\"a\uD800b\"", "%\uFFFE", "$\uFFFF", "\uFEFF1", "λ"})
  void parse_illegalCharacters_refused(String text) {
    assertThat(refusal(text).line()).isEqualTo(1);
  }

  @Test
  void parse_atomOf255CodePoints_read_of256_refused() {
    String longest = "\uD83D\uDE00".repeat(255);
    assertThat(parse("'" + longest + "'")).isEqualTo(Atom.of(longest));
    assertThat(refusal("'" + longest + "a'").reason()).contains("more than 255 characters");
  }

  @Test
  void parse_deeplyNested_read() {
    Term lists = parse("[".repeat(DEEP) + "]".repeat(DEEP));
    assertThat(lists).isEqualTo(parse(TermPrinter.print(lists)));
    Term tuples = parse("{a,".repeat(DEEP) + "b" + "}".repeat(DEEP));
    assertThat(((Tuple) tuples).element(1)).isSameAs(Atom.of("a"));
    Term maps = parse("#{1=>".repeat(DEEP) + "2" + "}".repeat(DEEP));
    assertThat(((MapTerm) maps).get(IntegerTerm.of(1))).isInstanceOf(MapTerm.class);
    assertThat(parse("(".repeat(DEEP) + "1" + ")".repeat(DEEP))).isEqualTo(IntegerTerm.of(1));
    Term tails = parse("[a|".repeat(DEEP) + "b" + "]".repeat(DEEP));
    assertThat(((ListTerm) tails).size()).isEqualTo(DEEP);
    assertThat(refusal("[".repeat(DEEP)).column()).isEqualTo(DEEP + 1);
    assertThat(refusal("-".repeat(DEEP) + "1").column()).isEqualTo(DEEP - 1);
  }

  @Test
  void parse_maxDepth_bounds() {
    ParseOptions two = ParseOptions.defaults().withMaxDepth(2);
    assertThat(TermParser.parse("[{1}]", two)).isEqualTo(parse("[{1}]"));
    assertThat(refusal("[{[1]}]", two).column()).isEqualTo(3);
  }

  @Test
  void parse_maxIntegerBits_bounds() {
    ParseOptions eight = ParseOptions.defaults().withMaxIntegerBits(8);
    assertThat(TermParser.parse("-255", eight)).isEqualTo(IntegerTerm.of(-255));
    assertThat(refusal("256", eight).reason()).isEqualTo("an integer of more than 8 bits");
    assertThat(refusal("9".repeat(10_000_000)).reason())
        .isEqualTo("an integer of more than 4194240 bits");
  }

  @Test
  void parse_manyLargeIntegers_areBoundedTogether() {
    ParseOptions bits = ParseOptions.defaults().withMaxIntegerBits(40_000);
    String large = "2#1" + "0".repeat(19_000);
    String smaller = "2#1" + "0".repeat(16_000);
    ListTerm list =
        (ListTerm) TermParser.parse("[" + (smaller + ",").repeat(9) + large + "]", bits);
    assertThat(list.size()).isEqualTo(10);
    assertThat(TermParser.parse("[" + large + "," + large + "]", bits)).isNotNull();
    TermSyntaxException refusal = refusal("[" + large + "," + large + ",\n" + large + "]", bits);
    assertThat(refusal.reason()).isEqualTo("large integers of more than 40000 bits together");
    assertThat(refusal.line()).isEqualTo(2);
  }

  /** Returns the largest integer within the default limit, in the digits of a base. */
  private static String largestInteger(int base) {
    return BigInteger.TWO
        .pow(ParseOptions.defaults().maxIntegerBits())
        .subtract(BigInteger.ONE)
        .toString(base);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 16, 36})
  void parse_oneDigitMoreThanTheBound_refused(int base) {
    String largest = largestInteger(base);
    String prefix = base == 10 ? "" : base + "#";
    BigInteger value = BigInteger.TWO.pow(4_194_240).subtract(BigInteger.ONE);
    assertThat(parse("-" + prefix + "000" + largest)).isEqualTo(IntegerTerm.of(value.negate()));
    String tooLong = prefix + "1" + "0".repeat(largest.length());
    TermSyntaxException refusal = refusal("[" + tooLong + "]");
    assertThat(refusal.reason()).isEqualTo("an integer of more than 4194240 bits");
    assertThat(refusal.getMessage()).hasSizeLessThan(200);
    assertThat(refusal.column()).isEqualTo(2);
  }

  @Test
  void parse_everyBaseWithASmallBound_boundsTheSameValue() {
    ParseOptions small = ParseOptions.defaults().withMaxIntegerBits(100);
    BigInteger largest = BigInteger.TWO.pow(100).subtract(BigInteger.ONE);
    for (int base = 2; base <= 36; base++) {
      String prefix = base + "#";
      assertThat(TermParser.parse(prefix + largest.toString(base), small))
          .isEqualTo(IntegerTerm.of(largest));
      String next = prefix + largest.add(BigInteger.ONE).toString(base);
      assertThat(refusal(next, small).reason()).isEqualTo("an integer of more than 100 bits");
    }
  }

  @Test
  void parse_floatInABaseOfMoreDigitsThanTheBound_refused() {
    ParseOptions bits = ParseOptions.defaults().withMaxIntegerBits(100);
    String most = "1." + "0".repeat(98) + "1";
    assertThat(TermParser.parse("2#" + most, bits)).isEqualTo(FloatTerm.of(1.0));
    assertThat(refusal("2#" + most + "1", bits).reason())
        .isEqualTo("an integer of more than 100 bits");
    String whole = "1".repeat(99) + ".1";
    assertThat(TermParser.parse("2#" + whole, bits)).isEqualTo(FloatTerm.of(0x1p99));
    assertThat(refusal("2#1" + whole, bits).reason()).isEqualTo("an integer of more than 100 bits");
  }

  @Test
  void parse_decimalFloatOfManyDigits_readsValue() {
    assertThat(parse("0." + "3".repeat(MANY_DIGITS))).isEqualTo(FloatTerm.of(1.0 / 3));
    assertThat(parse("1." + "0".repeat(MANY_DIGITS) + "1e308")).isEqualTo(FloatTerm.of(1e308));
    assertThat(refusal("9".repeat(MANY_DIGITS) + ".0").reason())
        .isEqualTo("a float beyond the largest, 1.7976931348623157e308");
  }

  @Test
  void parse_integerOfManyDigits_readsValue() {
    BigInteger value = BigInteger.TWO.pow(400_000).subtract(BigInteger.ONE);
    assertThat(parse("00000" + value)).isEqualTo(IntegerTerm.of(value));
    assertThat(parse("-2#" + "1".repeat(400_000))).isEqualTo(IntegerTerm.of(value.negate()));
    BigInteger largest = BigInteger.TWO.pow(4_194_240).subtract(BigInteger.ONE);
    assertThat(parse("16#" + "f".repeat(1_048_560))).isEqualTo(IntegerTerm.of(largest));
  }

  @Test
  void parse_maxNewAtoms_bounds() {
    ParseOptions one = ParseOptions.defaults().withMaxNewAtoms(1);
    assertThat(TermParser.parse("[ok,'new atom 1','new atom 1']", one)).isNotNull();
    assertThat(refusal("[ok,'new atom 2','new atom 3']", one).column()).isEqualTo(18);
  }

  @Test
  void parse_safe_takesNoNewAtomsAndNoFuns() {
    ParseOptions safe = ParseOptions.defaults().withSafe(true);
    assertThat(TermParser.parse("[ok]", safe)).isEqualTo(ListTerm.of(Atom.OK));
    assertThat(refusal("['new atom 4']", safe).reason()).isEqualTo("an atom that there is not yet");
    assertThat(Atom.existing("new atom 4")).isNull();
    assertThat(refusal("fun lists:map/2", safe).reason()).isEqualTo("an external fun");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<<1:1000000000000>>",
        "<<1:16#ffffffffffffffffffffffff>>",
        "<<\"abcdefgh\":99999999>>",
        "<<0:134217728,0:134217728>>",
        "<<0:16#7fffffff/unit:256>>"
      })
  void parse_bitstringsLargerThanTheText_bounded(String text) {
    assertThat(refusal(text).reason()).isEqualTo("bitstrings of more bytes than allowed");
  }

  @Test
  void parse_bitstringLargerThanAnArray_refusedWhateverTheOption() {
    ParseOptions most = ParseOptions.defaults().withMaxPaddingBytes(Integer.MAX_VALUE);
    assertThat(refusal("<<0:17179869184>>", most).reason())
        .isEqualTo("bitstrings of more bytes than allowed");
    assertThat(refusal("<<1,0:17179869120>>", most).reason())
        .isEqualTo("bitstrings of more bytes than allowed");
  }

  @Test
  void parse_nestedBitstrings_countAtEachLevel() {
    ParseOptions megabyte = ParseOptions.defaults().withMaxPaddingBytes(1_000_000);
    String half = "<<0:4000000>>";
    assertThat(TermParser.parse(half, megabyte)).isInstanceOf(Binary.class);
    String nested = "<<" + "<<".repeat(9) + half + "/binary>>".repeat(9) + "/binary>>";
    assertThat(refusal(nested, megabyte).reason())
        .isEqualTo("bitstrings of more bytes than allowed");
  }

  @Test
  void parseAll_severalTerms_readInOrder() {
    assertThat(TermParser.parseAll("1. {a}.\n%% x\n\"s\". ")).hasToString("[1, {a}, [115]]");
    assertThat(TermParser.parseAll(" %nothing")).isEmpty();
  }

  @Test
  void parseAll_missingFullStop_refused() {
    assertThatExceptionOfType(TermSyntaxException.class)
        .isThrownBy(() -> TermParser.parseAll("1.\n2"))
        .withMessage("line 2, column 2: the end of the text (expected: .)");
  }

  @Test
  void parseAll_reader_readToItsEnd() throws IOException {
    String text = "{item,\"λ\"}.\n".repeat(5000);
    assertThat(TermParser.parseAll(new StringReader(text), ParseOptions.defaults()))
        .hasSize(5000)
        .containsOnly(parse("{item,[955]}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%% coding: latin-1",
        "%coding=LATIN-1",
        "% x\n  %% -*- encoding : latin-1-unix -*-",
        "\n%% coding: latin-1",
        "ok. %coding: latin-1"
      })
  void consult_fileThatSaysLatin1_readAsLatin1(String comment, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("terms");
    Files.writeString(file, comment + "\n\"å\".\n", StandardCharsets.ISO_8859_1);
    assertThat(TermParser.consult(file)).contains(parse("[229]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%% Coding: latin-1", "%% coding: latin1", "%% coding: utf-8\n%% coding: latin-1",
        "\n\n%% coding: latin-1", "\"coding: latin-1\".", "%% coding: latin-1x"
      })
  void consult_otherFile_readAsUtf8(String comment, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("terms");
    Files.writeString(file, comment + "\n{'λ',\"å\"}.\n");
    assertThat(TermParser.consult(file)).contains(parse("{'λ',[229]}"));
    Files.writeString(file, comment + "\n\"å\".\n", StandardCharsets.ISO_8859_1);
    assertThatExceptionOfType(TermSyntaxException.class)
        .isThrownBy(() -> TermParser.consult(file))
        .withMessageEndingWith("column 2: a byte that is not UTF-8");
  }

  @Test
  void publicMethods_null_refusedByName() {
    assertThatNullPointerException().isThrownBy(() -> TermParser.parse(null)).withMessage("text");
    assertThatNullPointerException()
        .isThrownBy(() -> TermParser.parse("a", null))
        .withMessage("options");
    assertThatNullPointerException()
        .isThrownBy(() -> TermParser.parseAll((String) null))
        .withMessage("text");
    assertThatNullPointerException().isThrownBy(() -> TermParser.consult(null)).withMessage("file");
  }
}
