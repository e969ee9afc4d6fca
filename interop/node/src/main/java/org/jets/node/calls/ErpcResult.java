package org.jets.node.calls;

import org.jets.node.ErlangException;
import org.jets.node.process.ExitReason;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Reads the result of an {@code erpc} call from the exit reason of the process that ran it. */
final class ErpcResult {
  private static final Atom RETURN = Atom.of("return");
  private static final Atom THROW = Atom.of("throw");
  private static final Atom EXIT = Atom.of("exit");
  private static final Atom SIGNAL = Atom.of("signal");

  private ErpcResult() {}

  /**
   * Returns the result of the call.
   *
   * @param tag the tag by which the caller recognizes its result
   * @param exitReason the exit reason of the process
   * @throws ErlangException the exception that the call has raised; {@code exit:{signal, Reason}}
   *     if the process was ended from outside, and {@code error:{erpc, Reason}} if the call was not
   *     made
   */
  static Term valueOf(Term tag, Term exitReason) throws ErlangException {
    if (exitReason == ExitReason.NOCONNECTION) {
      throw OutgoingCalls.noConnection();
    }
    if (!(exitReason instanceof Tuple tuple)
        || tuple.arity() < 3
        || !tuple.element(1).equals(tag)) {
      throw ErlangException.exit(Tuple.of(SIGNAL, exitReason));
    }
    Term kind = tuple.element(2);
    Term value = tuple.element(3);
    if (kind == RETURN) {
      return value;
    }
    if (kind == THROW) {
      throw ErlangException.thrown(value);
    }
    if (kind == EXIT) {
      throw ErlangException.exit(value);
    }
    throw tuple.arity() == 4
        ? ErlangException.error(value, tuple.element(4))
        : ErlangException.error(value);
  }
}
