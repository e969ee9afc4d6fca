package org.jets.node;

import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * An incoming call of a function of an {@link ExposedModule}.
 *
 * @param caller the process that made the call
 * @param module the name by which the module is exposed
 * @param function the name of the function
 * @param arguments its arguments; their number distinguishes functions of one name
 */
public record IncomingCall(Pid caller, Atom module, Atom function, List<Term> arguments) {
  /** Copies the arguments. */
  public IncomingCall {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(module, "module");
    Objects.requireNonNull(function, "function");
    arguments = List.copyOf(arguments);
  }
}
