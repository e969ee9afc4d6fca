package org.jets.ets;

import java.util.List;
import java.util.Set;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * Calls by processes of other nodes. A process that has nothing calls as an owner which is made for
 * the call alone and which nobody knows; unless the function can leave the process with a table or
 * a fixation.
 */
final class RemoteCalls {
  private static final Set<Atom> LASTING =
      Set.of(Atom.of("new"), Atom.of("file2tab"), Atom.of("safe_fixtable"));

  private RemoteCalls() {}

  private static Owner hold(TableSpace space, Pid caller, Atom function, List<Term> arguments) {
    try {
      return space.holdCaller(caller, LASTING.contains(function));
    } catch (SystemLimitException e) {
      Owner unknown = new Owner(space, caller, null);
      throw EtsCallException.of(new ModuleCall(unknown, function, arguments), e);
    }
  }

  static Term apply(TableSpace space, Pid caller, Atom function, List<Term> arguments) {
    while (true) {
      Owner owner = hold(space, caller, function, arguments);
      try {
        return EtsModule.apply(new ModuleCall(owner, function, arguments));
      } catch (EtsCallException e) {
        // Another call of the process, served at the same time, may have given it the table.
        Owner known = space.owner(caller);
        if (!(e.getCause() instanceof EtsException) || known == null || known == owner) {
          throw e;
        }
      } catch (IllegalStateException e) {
        if (owner.isAlive()) {
          throw e;
        }
        throw EtsCallException.ended(new ModuleCall(owner, function, arguments));
      } finally {
        owner.unhold();
      }
    }
  }
}
