package org.jets.node.remote;

import java.util.List;
import java.util.Optional;
import org.jets.ets.EtsException;
import org.jets.ets.TableType;
import org.jets.ets.erl.EtsErrors;
import org.jets.node.ErlangException;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** Converts exceptions of {@code ets} calls on another node into those of tables. */
final class RemoteErrors {
  private RemoteErrors() {}

  /**
   * Returns an {@link EtsException} or, if it is another's error, a {@link RemoteTableException}.
   */
  static RuntimeException of(
      ErlangException failure,
      String function,
      @Nullable TableType type,
      int keypos,
      Term... arguments) {
    Optional<EtsException> found =
        failure.exceptionClass() == Atom.ERROR && arguments.length > 0
            ? EtsErrors.of(
                function, List.of(arguments), type, keypos, failure.reason(), failure.stack())
            : Optional.empty();
    if (found.isPresent()) {
      EtsException exception = found.get();
      if (exception.getCause() == null) {
        exception.initCause(failure);
      }
      return exception;
    }
    return new RemoteTableException("ets:" + function + ": " + failure.getMessage(), failure);
  }
}
