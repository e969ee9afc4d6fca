package org.jets.bench.demo;

/** The command line is wrong; the message is the one line that says so. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
