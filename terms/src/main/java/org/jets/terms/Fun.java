package org.jets.terms;

/**
 * An Erlang function value: the name of an exported function, or a closure that only its own node
 * can run.
 */
public sealed interface Fun extends Term permits ExternalFun, LocalFun {

  /** Returns the module that the function is in. */
  Atom module();

  /** Returns the number of arguments, 0 to 255. */
  int arity();
}
