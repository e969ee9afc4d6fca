package org.jets.ets;

import java.util.List;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.terms.Atom;
import org.jets.terms.Term;

/** Calls of functions of {@code ets} in terms, which fail as methods of tables do. */
public final class TermCalls {
  private TermCalls() {}

  /** Calls a function with these arguments. */
  public static Term apply(Owner caller, String function, Term... arguments) {
    try {
      return EtsModule.apply(caller, Atom.of(function), List.of(arguments));
    } catch (EtsCallException e) {
      throw e.getCause() instanceof EtsException found ? found : e;
    }
  }

  /** Calls a function whose first argument is a table, as the owner of the handle. */
  public static Term apply(EtsTable table, String function, Term... others) {
    Term[] arguments = new Term[others.length + 1];
    arguments[0] = table.id();
    System.arraycopy(others, 0, arguments, 1, others.length);
    return apply(((LocalTable) table).caller(), function, arguments);
  }
}
