package org.jets.terms;

import java.util.Objects;

/** How {@link TermPrinter#prettyPrint} breaks lines, and what it takes for text. Immutable. */
public final class PrintOptions {
  /** The defaults that each option names. */
  public static final PrintOptions DEFAULT = new PrintOptions(80, 1, PrintableRange.LATIN1);

  private final int lineWidth;
  private final int column;
  private final PrintableRange printableRange;

  private PrintOptions(int lineWidth, int column, PrintableRange printableRange) {
    this.lineWidth = lineWidth;
    this.column = column;
    this.printableRange = printableRange;
  }

  /**
   * Sets how many columns a line has: by default 80. With 0 everything goes on one line. Erlang's
   * field width: {@code ~100tp}.
   */
  public PrintOptions withLineWidth(int columns) {
    if (columns < 0) {
      throw new IllegalArgumentException("columns: " + columns + " (expected: >= 0)");
    }
    return new PrintOptions(columns, column, printableRange);
  }

  /**
   * Sets in which column the text begins: by default 1, the first. Further lines are indented as
   * much. Erlang's precision: {@code ~.8tp}.
   */
  public PrintOptions withColumn(int column) {
    if (column < 1) {
      throw new IllegalArgumentException("column: " + column + " (expected: >= 1)");
    }
    return new PrintOptions(lineWidth, column, printableRange);
  }

  /** Sets which lists and binaries are printed as text: by default those of Latin-1. */
  public PrintOptions withPrintableRange(PrintableRange range) {
    return new PrintOptions(lineWidth, column, Objects.requireNonNull(range, "range"));
  }

  /** Returns how many columns a line has, or 0 where everything goes on one line. */
  public int lineWidth() {
    return lineWidth;
  }

  /** Returns in which column the text begins, from 1. */
  public int column() {
    return column;
  }

  /** Returns which lists and binaries are printed as text. */
  public PrintableRange printableRange() {
    return printableRange;
  }
}
