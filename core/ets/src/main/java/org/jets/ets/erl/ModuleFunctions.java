package org.jets.ets.erl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The functions of {@code ets} by name and arity. Filled by one thread, then only read. */
final class ModuleFunctions {
  private static final int MAX_ARITY = 4;

  private final Map<Atom, @Nullable ModuleFunction[]> byName = new HashMap<>();
  private final List<Tuple> exports = new ArrayList<>();

  ModuleFunctions add(String name, int arity, ModuleFunction function) {
    Atom atom = Atom.of(name);
    byName.computeIfAbsent(atom, unused -> new @Nullable ModuleFunction[MAX_ARITY + 1])[arity] =
        function;
    exports.add(Tuple.of(atom, IntegerTerm.of(arity)));
    return this;
  }

  @Nullable ModuleFunction find(Atom name, int arity) {
    @Nullable ModuleFunction[] arities = byName.get(name);
    return arities == null || arity > MAX_ARITY ? null : arities[arity];
  }

  /** Returns <code>{Name, Arity}</code> of all functions. * */
  List<Tuple> exports() {
    return Collections.unmodifiableList(exports);
  }
}
