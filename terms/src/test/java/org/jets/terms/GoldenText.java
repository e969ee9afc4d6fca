package org.jets.terms;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The golden files of texts. Each case is a line of fields between tabs. In a field, any character
 * that is not plain ASCII is written as a backslash and four hexadecimal digits.
 */
final class GoldenText {
  /**
   * The file of texts, each with the terms that {@code file:consult/1} reads in it, as {@code ~tkw}
   * prints them.
   */
  static final String PARSED = "golden/parsed.txt";

  /** The entry in {@link #PARSED} for a text that is refused. */
  static final String REFUSED = "refused";

  private GoldenText() {}

  /**
   * Returns the file for a range of printable characters. A case is a term as {@code ~tkw} prints
   * it, a line width, a column, and the term as {@code ~tkp} prints it with these.
   */
  static String printed(String range) {
    return "golden/printed-" + range + ".txt";
  }

  static List<List<String>> readAll(String name) throws IOException {
    InputStream file = GoldenText.class.getClassLoader().getResourceAsStream(name);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(file, name), StandardCharsets.US_ASCII))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Arrays.stream(line.split("\t", -1)).map(GoldenText::unescape).toList())
          .toList();
    }
  }

  static String line(String... fields) {
    return Stream.of(fields).map(GoldenText::escape).collect(Collectors.joining("\t"));
  }

  private static String escape(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '\\' || (c == '#' && out.length() == 0)) {
        out.append(String.format("\\%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static String unescape(String field) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      if (field.charAt(i) == '\\') {
        out.append((char) Integer.parseInt(field.substring(i + 1, i + 5), 16));
        i += 4;
      } else {
        out.append(field.charAt(i));
      }
    }
    return out.toString();
  }
}
