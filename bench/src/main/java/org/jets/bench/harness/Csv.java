package org.jets.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lines of comma-separated values, as spreadsheets write them; without line breaks in values. */
final class Csv {
  private Csv() {}

  static String line(List<String> values) {
    return values.stream().map(Csv::quoted).collect(Collectors.joining(","));
  }

  private static String quoted(String value) {
    String line = value.replaceAll("[\\r\\n]+", " ");
    return line.contains(",") || line.contains("\"")
        ? '"' + line.replace("\"", "\"\"") + '"'
        : line;
  }

  static List<String> parse(String line) {
    List<String> values = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && isQuoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        value.append(c);
        i++;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == ',' && !isQuoted) {
        values.add(value.toString());
        value.setLength(0);
      } else {
        value.append(c);
      }
    }
    values.add(value.toString());
    return values;
  }
}
