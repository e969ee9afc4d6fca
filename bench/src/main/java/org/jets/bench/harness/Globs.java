package org.jets.bench.harness;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Patterns in which {@code *} stands for any text and {@code ?} for any character. */
public final class Globs {
  private Globs() {}

  /**
   * Returns true if a pattern matches the whole text in upper or lower case, or if there is none.
   */
  public static boolean match(List<String> patterns, String text) {
    return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, text));
  }

  private static boolean matches(String pattern, String text) {
    StringBuilder regex = new StringBuilder();
    for (char c : pattern.toLowerCase(Locale.ROOT).toCharArray()) {
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.matches(regex.toString(), text.toLowerCase(Locale.ROOT));
  }
}
