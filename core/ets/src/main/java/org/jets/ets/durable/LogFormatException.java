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

  LogFormatException(String file, long position, String cause) {
    super(file + ", byte " + position + ": " + cause);
    this.file = file;
    this.position = position;
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
