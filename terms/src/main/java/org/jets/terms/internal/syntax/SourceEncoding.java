package org.jets.terms.internal.syntax;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The encoding of a file of terms: UTF-8 unless a comment in one of the first two lines names
 * another with a word like {@code coding: latin-1}.
 */
public final class SourceEncoding {

  private static final Pattern CODING = Pattern.compile("coding *[:=] *([-a-zA-Z0-9]+)");
  private static final int COMMENT_LINES = 2;

  private SourceEncoding() {}

  public static String decode(byte[] bytes) {
    if (isLatin1(bytes)) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
    text.flip();
    if (result.isError()) {
      String valid = text.toString();
      throw new SourceText(valid).error(valid.length(), "a byte that is not UTF-8");
    }
    return text.toString();
  }

  private static boolean isLatin1(byte[] bytes) {
    int lineStart = 0;
    for (int line = 0; line < COMMENT_LINES; line++) {
      int lineEnd = lineStart;
      while (lineEnd < bytes.length && bytes[lineEnd] != '\n') {
        lineEnd++;
      }
      String text = new String(bytes, lineStart, lineEnd - lineStart, StandardCharsets.ISO_8859_1);
      int comment = text.indexOf('%');
      if (comment >= 0) {
        Matcher matcher = CODING.matcher(text).region(comment, text.length());
        if (matcher.find()) {
          // A name may have a suffix, as in latin-1-unix.
          return (matcher.group(1) + "-").toLowerCase(Locale.ROOT).startsWith("latin-1-");
        }
      }
      lineStart = Math.min(lineEnd + 1, bytes.length);
    }
    return false;
  }
}
