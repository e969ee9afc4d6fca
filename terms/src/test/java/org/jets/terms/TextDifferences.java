package org.jets.terms;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jets.terms.internal.layout.PrintableText;

/**
 * The known differences between Erlang releases in the text of terms. jets follows OTP 29. Each row
 * has an example and the results of OTP 25 and OTP 29. OTP 27 reads two of the examples as OTP 25
 * does, and the others as OTP 29.
 *
 * <p>Printing has two differences. The first is that OTP 27 and later quote {@code 'maybe'} and
 * {@code 'else'} as reserved words. The second is {@link #printsDifferently}.
 *
 * @param what the difference
 * @param texts the pattern of texts that can show it
 * @param example a text that shows it
 * @param since the first release that is known to read as OTP 29
 * @param before the printed term that OTP 25 reads, or empty if it refuses the text
 * @param now the printed term that OTP 29 reads, or empty if it refuses the text
 */
record TextDifferences(
    String what,
    Pattern texts,
    String example,
    int since,
    Optional<String> before,
    Optional<String> now) {

  private static final int SETTLED = 29;

  static final List<TextDifferences> ROWS =
      List.of(
          row("sigils", "~", "~s(x).", 27, null, "[120]"),
          row("triple-quoted strings", "\"\"\"", "\"\"\"\nx\n\"\"\".", 27, "[10,120,10]", "[120]"),
          row("strings right behind each other", "\"\"", "\"a\"\"b\".", 27, "[97,98]", null),
          row("\\^ before other characters", "\\\\\\^", "$\\^1.", 27, "17", null),
          row("\\^?", "\\\\\\^", "$\\^?.", 27, "31", "127"),
          row("floats of any base", "#\\w+\\.\\w", "2#1.1#e1.", 29, null, "3.0"),
          row("floats of any base without whole part", "#\\.\\w", "16#.8.", 29, null, "0.5"),
          row("the reserved word else", "else", "else.", 27, "'else'", null),
          row("the reserved word maybe", "maybe", "maybe.", 27, "'maybe'", null),
          row(
              "0.0 and -0.0 as keys",
              "0\\.0",
              "#{0.0=>1,-0.0=>2}.",
              27,
              "#{-0.0 => 2}",
              "#{-0.0 => 2,0.0 => 1}"));

  private static TextDifferences row(
      String what, String texts, String example, int since, String before, String now) {
    return new TextDifferences(
        what,
        Pattern.compile(texts),
        example,
        since,
        Optional.ofNullable(before),
        Optional.ofNullable(now));
  }

  /** Returns whether a release may read this text in another way than OTP 29. */
  static boolean canDiffer(int release, String text) {
    return ROWS.stream().anyMatch(row -> release < row.since && row.texts.matcher(text).find());
  }

  /**
   * Returns whether a release prints some binary in the term as a string that OTP 29 prints as
   * numbers. Such a binary begins with UTF-8 that contains an unprintable character, continues with
   * malformed UTF-8, and is entirely printable as Latin-1.
   */
  static boolean printsDifferently(int release, Term term) {
    if (release >= SETTLED) {
      return false;
    }
    if (term instanceof Binary binary) {
      return PrintableText.ofBits(binary, PrintableRange.LATIN1) == null
          && !isUtf8(binary)
          && new String(binary.toByteArray(), StandardCharsets.ISO_8859_1)
              .chars()
              .allMatch(PrintableRange.LATIN1::contains);
    }
    return ChildCursor.isCompound(term)
        && Compounds.children(term).stream().anyMatch(child -> printsDifferently(release, child));
  }

  private static boolean isUtf8(Binary binary) {
    try {
      binary.toText();
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Returns the printed term that a release reads in the example. */
  Optional<String> readBy(int release) {
    return release < since ? before : now;
  }
}
