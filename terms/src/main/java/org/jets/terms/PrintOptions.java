package org.jets.terms;

import java.util.Objects;

/**
 * The options of {@link TermPrinter#prettyPrint}: the width of lines, and the terms that are
 * printed as text. Immutable.
 */
public final class PrintOptions {
  private static final PrintOptions DEFAULT = new PrintOptions(80, 1, PrintableRange.LATIN1);

  private final int lineWidth;
  private final int column;
  private final PrintableRange printableRange;

  private PrintOptions(int lineWidth, int column, PrintableRange printableRange) {
    this.lineWidth = lineWidth;
    this.column = column;
    this.printableRange = printableRange;
  }

  /** Returns the default options. */
  public static PrintOptions defaults() {
    return DEFAULT;
  }

  /**
   * Sets the number of columns of a line: by default 80. With 0, the term is printed on one line.
   * Erlang's field width: {@code ~100tp}.
   */
  public PrintOptions withLineWidth(int columns) {
    if (columns < 0) {
      throw new IllegalArgumentException("columns: " + columns + " (expected: >= 0)");
    }
    return new PrintOptions(columns, column, printableRange);
  }

  /**
   * Sets the column in which the text begins: by default 1, the first. Further lines begin in the
   * same column. Erlang's precision: {@code ~.8tp}.
   */
  public PrintOptions withColumn(int column) {
    if (column < 1) {
      throw new IllegalArgumentException("column: " + column + " (expected: >= 1)");
    }
    return new PrintOptions(lineWidth, column, printableRange);
  }

  /** Sets the lists and binaries that are printed as text: by default those of Latin-1. */
  public PrintOptions withPrintableRange(PrintableRange range) {
    return new PrintOptions(lineWidth, column, Objects.requireNonNull(range, "range"));
  }

  /** Returns the number of columns of a line, or 0 for a single line without limit. */
  public int lineWidth() {
    return lineWidth;
  }

  /** Returns the column in which the text begins, from 1. */
  public int column() {
    return column;
  }

  /** Returns the lists and binaries that are printed as text. */
  public PrintableRange printableRange() {
    return printableRange;
  }
}
