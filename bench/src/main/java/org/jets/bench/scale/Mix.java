package org.jets.bench.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Operations with their shares, such as {@code insert=10:delete=10:lookup=80}: percentages that add
 * up to 100. Immutable.
 */
final class Mix {
  /** Lots are of so many bits. */
  static final int LOT_BITS = 31;

  private static final int USUAL_BATCH = 128;
  private static final int LONG_BATCH = 8;
  private static final double SUM = 100;
  private static final double TOLERANCE = 1e-9;

  private final Operation[] operations;

  /** The lots below the i-th of them, and not below the one before, mean the i-th operation. */
  private final int[] bounds;

  private final String text;

  private Mix(Operation[] operations, int[] bounds, String text) {
    this.operations = operations;
    this.bounds = bounds;
    this.text = text;
  }

  /**
   * Reads a mix.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Mix parse(String text) {
    List<Operation> operations = new ArrayList<>();
    List<Integer> bounds = new ArrayList<>();
    double sum = 0;
    for (String part : text.split(":", -1)) {
      String[] sides = part.split("=", -1);
      if (sides.length != 2 || !sides[1].matches("[0-9]+(\\.[0-9]+)?")) {
        throw invalid(text);
      }
      sum += Double.parseDouble(sides[1]);
      operations.add(operation(sides[0], text));
      bounds.add((int) Math.min(Integer.MAX_VALUE, Math.round(sum / SUM * (1L << LOT_BITS))));
    }
    if (Math.abs(sum - SUM) > TOLERANCE) {
      throw invalid(text);
    }
    return new Mix(
        operations.toArray(new Operation[0]),
        bounds.stream().mapToInt(Integer::intValue).toArray(),
        text);
  }

  private static Operation operation(String name, String text) {
    return Stream.of(Operation.values())
        .filter(operation -> operation.title().equals(name))
        .findFirst()
        .orElseThrow(() -> invalid(text));
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException(
        "mix: " + text + " (expected: insert=5:delete=5:lookup=90 or the like, 100 in all)");
  }

  /**
   * Returns a mix of so many percent lookups; the others are inserts and deletes, half and half.
   */
  static String ofLookups(int percent) {
    if (percent == 100) {
      return "lookup=100";
    }
    double each = (100 - percent) / 2.0;
    return String.format(Locale.ROOT, "insert=%1$s:delete=%1$s:lookup=%2$d", each, percent);
  }

  /** Returns the operation that a lot of {@value #LOT_BITS} bits stands for. */
  Operation draw(int lot) {
    int last = bounds.length - 1;
    for (int i = 0; i < last; i++) {
      if (lot < bounds[i]) {
        return operations[i];
      }
    }
    return operations[last];
  }

  /** Returns true if it counts, so that objects need a count. */
  boolean counts() {
    return List.of(operations).contains(Operation.COUNT);
  }

  /** Returns true if a structure has to have all keys when it begins. */
  boolean needsAllKeys() {
    return Stream.of(operations).anyMatch(Operation::needsAllKeys);
  }

  /** Returns how many operations are made between two looks at the clock. */
  int batch() {
    if (Stream.of(operations).allMatch(Operation::isLong)) {
      return 1;
    }
    return Stream.of(operations).anyMatch(Operation::isLong) ? LONG_BATCH : USUAL_BATCH;
  }

  /** Returns true if a structure without {@link Steps} cannot take part. */
  boolean needsSteps() {
    return Stream.of(operations).anyMatch(Operation::needsSteps);
  }

  /** Returns true if a structure without {@link OrderedOperations} cannot take part. */
  boolean needsOrder() {
    return Stream.of(operations).anyMatch(Operation::needsOrder);
  }

  /** Returns true if a structure without {@link TableOperations} cannot take part. */
  boolean needsTable() {
    return Stream.of(operations).anyMatch(Operation::needsTable);
  }

  @Override
  public String toString() {
    return text;
  }
}
