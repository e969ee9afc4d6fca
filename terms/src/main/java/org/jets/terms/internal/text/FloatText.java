package org.jets.terms.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Floats as text, the form before OTP 17: digits up to the first zero byte. */
public final class FloatText {
  /** The syntax, which allows a comma as the decimal point: some locales wrote one. */
  private static final Pattern SYNTAX =
      Pattern.compile("[+-]?[0-9]+[.,][0-9]+(?:[eE][+-]?[0-9]+)?");

  private FloatText() {}

  /** Returns the value, which may be infinite, or null if the text is not a float. */
  public static @Nullable Double parse(byte[] input, int offset, int length) {
    int end = offset;
    while (end < offset + length && input[end] != 0) {
      end++;
    }
    String text = new String(input, offset, end - offset, StandardCharsets.ISO_8859_1);
    return SYNTAX.matcher(text).matches() ? Double.valueOf(text.replace(',', '.')) : null;
  }
}
