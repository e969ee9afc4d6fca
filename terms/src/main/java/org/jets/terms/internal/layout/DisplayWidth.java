package org.jets.terms.internal.layout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many columns a text takes: one for each user-perceived character (extended grapheme cluster),
 * as Erlang counts. Which these are depends on the version of Unicode, and so on the JDK.
 */
final class DisplayWidth {

  private static final Pattern CLUSTER = Pattern.compile("\\X");

  /** Below, every character is one column; controls are not in printed texts. */
  private static final char FIRST_COMBINING = 0x300;

  private DisplayWidth() {}

  static long of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= FIRST_COMBINING) {
        return clusters(text);
      }
    }
    return text.length();
  }

  private static long clusters(String text) {
    Matcher matcher = CLUSTER.matcher(text);
    long count = 0;
    while (matcher.find()) {
      count++;
    }
    return count;
  }
}
