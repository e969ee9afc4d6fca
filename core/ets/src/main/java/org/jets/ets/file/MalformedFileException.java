package org.jets.ets.file;

/** An error in the content of a table's file: Erlang's {@code badfile}. */
final class MalformedFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedFileException() {
    super("malformed", null, false, false);
  }
}
