package org.jets.ets.durable;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The error for a write to a log that is closed, or that has failed and stays so. The cause says
 * why. The change may be found when the log is opened again, unless the write failed before it was
 * begun.
 */
public final class LogFailedException extends UncheckedIOException {
  private static final long serialVersionUID = 1;

  LogFailedException(String message, IOException cause) {
    super(message, cause);
  }
}
