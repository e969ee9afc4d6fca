package org.jets.node;

import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Tuple;

/** A module whose functions fail in the way that is their name: error, exit or throw. */
final class FailingModule implements ExposedModule {
  @Override
  public Atom call(IncomingCall call) throws ErlangException {
    Atom reason = Atom.of("reason");
    throw switch (call.function().name()) {
      case "error" -> ErlangException.error(reason, stack(call));
      case "exit" -> ErlangException.exit(reason);
      default -> ErlangException.thrown(Atom.of("value"));
    };
  }

  private static ListTerm stack(IncomingCall call) {
    return ListTerm.of(
        Tuple.of(
            call.module(),
            call.function(),
            IntegerTerm.of(call.arguments().size()),
            ListTerm.empty()));
  }
}
