package org.jets.terms.internal.layout;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.jets.terms.Bitstring;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.PrintableRange;
import org.jets.terms.Term;
import org.jets.terms.internal.text.QuotedText;
import org.jspecify.annotations.Nullable;

/** Finds the lists and binaries that are printed as strings, and prints them so. */
public final class PrintableText {

  private PrintableText() {}

  /**
   * Returns a list as {@code "..."}, or null if not all its elements are characters of the range.
   */
  static @Nullable String ofList(ListTerm list, PrintableRange range) {
    StringBuilder text = new StringBuilder();
    for (Term element : list) {
      if (!(element instanceof IntegerTerm c) || !c.fitsInt() || !range.contains(c.intValue())) {
        return null;
      }
      text.appendCodePoint(c.intValue());
    }
    return list.isProper() ? quoted(text.toString()) : null;
  }

  /**
   * Returns a binary as {@code <<"...">>} or {@code <<"..."/utf8>>}, or null if not all of it is
   * characters of the range. The bytes are read as UTF-8 up to the first malformed one, and as
   * Latin-1 from there. A character outside the range before that byte gives null.
   */
  public static @Nullable String ofBits(Bitstring bits, PrintableRange range) {
    int length = bits.byteSize();
    if (length == 0 || bits.trailingBits() != 0) {
      return null;
    }
    CharBuffer decoded = CharBuffer.allocate(length);
    byte[] bytes = bits.toByteArray();
    CoderResult result =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), decoded, true);
    String text = decoded.flip().toString();
    if (!isPrintable(text, range)) {
      return null;
    }
    if (!result.isError()) {
      return "<<" + quoted(text) + (text.length() == length ? ">>" : "/utf8>>");
    }
    text = new String(bytes, StandardCharsets.ISO_8859_1);
    return isPrintable(text, range) ? "<<" + quoted(text) + ">>" : null;
  }

  private static boolean isPrintable(String text, PrintableRange range) {
    return text.codePoints().allMatch(range::contains);
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2);
    QuotedText.append(out, text, '"');
    return out.toString();
  }
}
