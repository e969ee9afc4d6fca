package org.jets.app;

/** Tells that the command line is wrong. The message is the one line that the user sees. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  /** Creates an exception. */
  public UsageException(String message) {
    super(message);
  }
}
