package org.jets.node.services;

import org.jets.node.ErlangException;
import org.jets.node.ExposedModule;
import org.jets.node.IncomingCall;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The function of Erlang's module {@code code} that a node offers to others. */
public final class CodeModule {
  private static final Atom MODULE = Atom.of("module");
  private static final Atom NOFILE = Atom.of("nofile");

  private CodeModule() {}

  /**
   * Creates the module.
   *
   * @param modules those that count as loaded
   */
  public static ExposedModule of(ModuleTable modules) {
    return new FunctionTable().with("ensure_loaded", 1, call -> ensureLoaded(call, modules));
  }

  private static Term ensureLoaded(IncomingCall call, ModuleTable modules) throws ErlangException {
    if (!(call.arguments().get(0) instanceof Atom name)) {
      throw FunctionErrors.functionClause(call);
    }
    return modules.contains(name) ? Tuple.of(MODULE, name) : Tuple.of(Atom.ERROR, NOFILE);
  }
}
