package org.jets.ets.durable;

import java.io.IOException;

/**
 * The error for a file that is damaged, or is not of a log, or is of another table or of a later
 * release. The message names the file, the place and the cause. Nothing has been changed.
 */
public final class LogFormatException extends IOException {
  private static final long serialVersionUID = 1;

  /** The full name of the file. */
  private final String file;

  private final long position;
  private final boolean isOfOtherTable;

  LogFormatException(String file, long position, String cause) {
    this(file, position, cause, false);
  }

  private LogFormatException(String file, long position, String cause, boolean isOfOtherTable) {
    super(file + ", byte " + position + ": " + cause);
    this.file = file;
    this.position = position;
    this.isOfOtherTable = isOfOtherTable;
  }

  /** Returns the error for a log of another table. */
  static LogFormatException ofOtherTable(String file, LogProperties found, LogProperties wanted) {
    return new LogFormatException(
        file, 0, "log of the table " + found + " (expected: " + wanted + ")", true);
  }

  /** Returns whether the file is of another table, and not known to be damaged. */
  boolean isOfOtherTable() {
    return isOfOtherTable;
  }

  /** Returns the full name of the file. */
  public String file() {
    return file;
  }

  /** Returns the first byte that is wrong, from 0. */
  public long position() {
    return position;
  }
}
