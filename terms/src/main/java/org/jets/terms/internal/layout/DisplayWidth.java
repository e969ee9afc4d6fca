package org.jets.terms.internal.layout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of columns of a text: one for each user-perceived character (extended grapheme
 * cluster), as in Erlang. The clusters depend on the version of Unicode, and so on the JDK.
 */
final class DisplayWidth {

  private static final Pattern CLUSTER = Pattern.compile("\\X");

  /**
   * The first character that can combine. Each character below it is one column; printed texts have
   * no controls.
   */
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
