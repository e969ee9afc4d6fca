package org.jets.ets.file;

/** The content of a table's file is not as it should be: Erlang's {@code badfile}. */
final class MalformedFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedFileException() {
    super("malformed", null, false, false);
  }
}
