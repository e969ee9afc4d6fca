package org.jets.bench.harness;

/** The command line is wrong; the message is the one line that says so. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  /** Makes one. */
  public UsageException(String message) {
    super(message);
  }
}
