package org.jets.ets.erl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jets.ets.EtsException;
import org.jets.ets.FunctionClauseException;
import org.jets.ets.Owner;
import org.jets.ets.SystemLimitException;
import org.jets.ets.TableSpace;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The functions of a module by name and arity. Filled by one thread, then only read. */
final class ModuleFunctions {
  private static final int MAX_ARITY = 4;

  private final Atom module;
  private final Set<Atom> lasting;
  private final Map<Atom, @Nullable ModuleFunction[]> byName = new HashMap<>();
  private final List<Tuple> exports = new ArrayList<>();

  /**
   * Makes a module without functions.
   *
   * @param lasting the functions that can leave a process with a table or a fixation
   */
  ModuleFunctions(Atom module, Set<Atom> lasting) {
    this.module = module;
    this.lasting = lasting;
  }

  /** Returns the name of the module. */
  Atom name() {
    return module;
  }

  ModuleFunctions add(String name, int arity, ModuleFunction function) {
    Atom atom = Atom.of(name);
    byName.computeIfAbsent(atom, unused -> new @Nullable ModuleFunction[MAX_ARITY + 1])[arity] =
        function;
    exports.add(Tuple.of(atom, IntegerTerm.of(arity)));
    return this;
  }

  /** Returns <code>{Name, Arity}</code> of all functions. * */
  List<Tuple> exports() {
    return Collections.unmodifiableList(exports);
  }

  /** Calls a function as {@link EtsModule#apply(Owner, Atom, List)} does. */
  Term apply(Owner caller, Atom function, List<? extends Term> arguments) {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(function, "function");
    return apply(new ModuleCall(this, caller, function, copy(arguments)));
  }

  /** Calls a function as {@link EtsModule#apply(TableSpace, Pid, Atom, List)} does. */
  Term apply(TableSpace space, Pid caller, Atom function, List<? extends Term> arguments) {
    Objects.requireNonNull(space, "space");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(function, "function");
    List<Term> all = copy(arguments);
    try {
      return space.callAs(
          caller, lasting.contains(function), owner -> applyAs(owner, function, all));
    } catch (SystemLimitException e) {
      throw EtsCallException.of(module, function, all, e);
    }
  }

  private static List<Term> copy(List<? extends Term> arguments) {
    for (Term argument : Objects.requireNonNull(arguments, "arguments")) {
      Objects.requireNonNull(argument, "argument");
    }
    return List.copyOf(arguments);
  }

  private Term applyAs(Owner owner, Atom function, List<Term> arguments) {
    ModuleCall call = new ModuleCall(this, owner, function, arguments);
    try {
      return apply(call);
    } catch (IllegalStateException e) {
      if (owner.isAlive()) {
        throw e;
      }
      throw EtsCallException.ended(call);
    }
  }

  Term apply(ModuleCall call) {
    ModuleFunction function = find(call.function(), call.arguments().size());
    if (function == null) {
      throw EtsCallException.undefined(call);
    }
    try {
      return function.call(call);
    } catch (FunctionClauseException e) {
      throw EtsCallException.plain(call, e.reason(), e);
    } catch (EtsException e) {
      throw EtsCallException.of(call, e);
    }
  }

  private @Nullable ModuleFunction find(Atom name, int arity) {
    @Nullable ModuleFunction[] arities = byName.get(name);
    return arities == null || arity > MAX_ARITY ? null : arities[arity];
  }
}
