package org.jets.node.services;

import java.util.HashMap;
import java.util.Map;
import org.jets.node.ErlangException;
import org.jets.node.ExposedModule;
import org.jets.node.IncomingCall;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A module as a table of its functions, by name and arity. Filled before it is used. */
final class FunctionTable implements ExposedModule {
  private final Map<FunctionName, ExposedModule> functions = new HashMap<>();

  private record FunctionName(Atom name, int arity) {}

  FunctionTable with(String name, int arity, ExposedModule function) {
    functions.put(new FunctionName(Atom.of(name), arity), function);
    return this;
  }

  boolean contains(Atom name, int arity) {
    return functions.containsKey(new FunctionName(name, arity));
  }

  @Override
  public Term call(IncomingCall call) throws ErlangException, InterruptedException {
    @Nullable ExposedModule function =
        functions.get(new FunctionName(call.function(), call.arguments().size()));
    if (function == null) {
      throw ErlangException.undefined(call);
    }
    return function.call(call);
  }
}
