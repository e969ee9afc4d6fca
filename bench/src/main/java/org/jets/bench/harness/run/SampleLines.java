package org.jets.bench.harness.run;

import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Outcome;
import org.jspecify.annotations.Nullable;

/** Reads the lines that a measurement in a process of its own prints; other lines mean nothing. */
final class SampleLines {
  static final String SAMPLE = "sample ";
  static final String SIDE = "side ";
  static final String FAILED = "failed ";
  private static final int MAX_REASON_CHARS = 300;

  private final List<Double> samples = new ArrayList<>();
  private final List<String> sides = new ArrayList<>();
  private @Nullable String failure;

  void add(String line) {
    if (line.startsWith(SAMPLE)) {
      addSample(line.substring(SAMPLE.length()).strip());
    } else if (line.startsWith(SIDE)) {
      sides.add(line.substring(SIDE.length()));
    } else if (line.startsWith(FAILED)) {
      failure = oneLine(line.substring(FAILED.length()));
    }
  }

  private void addSample(String number) {
    try {
      samples.add(Double.valueOf(number));
    } catch (NumberFormatException e) {
      failure = "sample: " + oneLine(number) + " (expected: a number)";
    }
  }

  /** Returns why the measurement says it failed; null if it does not. */
  @Nullable String failure() {
    return failure;
  }

  /** Returns what came. */
  Outcome outcome() {
    return new Outcome(samples, sides);
  }

  /** The text without line breaks. */
  static String joined(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  /** The text without line breaks, and not longer than a line of a table can take. */
  static String oneLine(String text) {
    String line = joined(text);
    return line.length() <= MAX_REASON_CHARS ? line : line.substring(0, MAX_REASON_CHARS) + "...";
  }
}
