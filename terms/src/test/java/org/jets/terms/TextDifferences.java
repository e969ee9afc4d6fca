package org.jets.terms;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jets.terms.internal.layout.PrintableText;

/**
 * What is known to differ between Erlang releases in the text of terms, in one place. jets follows
 * OTP 29. Each row has an example and what OTP 25 and OTP 29 read in it; OTP 27 reads two of them
 * as OTP 25 does, and the others as OTP 29.
 *
 * <p>In printing there are two differences. Reserved words are in quotes, {@code 'maybe'} and
 * {@code 'else'} since OTP 27. And {@link #printsDifferently}.
 *
 * @param what the difference
 * @param texts which texts it can be met in
 * @param example one of them
 * @param since the first release that is known to read as OTP 29
 * @param before what OTP 25 reads, printed; empty when it refuses
 * @param now what OTP 29 reads, printed; empty when it refuses
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

  /** Whether a release may read this text in another way than OTP 29 does. */
  static boolean canDiffer(int release, String text) {
    return ROWS.stream().anyMatch(row -> release < row.since && row.texts.matcher(text).find());
  }

  /**
   * Whether a release prints some binary as a string that OTP 29 prints as numbers: one that begins
   * with UTF-8 in which there is a character that cannot be printed, goes on with what is no UTF-8,
   * and is all printable as Latin-1.
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
    return Children.isCompound(term)
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

  /** What a release reads in the example. */
  Optional<String> readBy(int release) {
    return release < since ? before : now;
  }
}
