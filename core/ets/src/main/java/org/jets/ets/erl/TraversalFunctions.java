package org.jets.ets.erl;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jets.ets.BadArgumentException;
import org.jets.ets.LocalTable;
import org.jets.ets.argument.Positions;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Functions that go from key to key, or from slot to slot. */
final class TraversalFunctions {
  private TraversalFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("first", 1, call -> key(call.table().first()))
        .add("last", 1, call -> key(call.table().last()))
        .add("next", 2, call -> key(call.table().next(call.argument(2))))
        .add("prev", 2, call -> key(call.table().prev(call.argument(2))))
        .add("first_lookup", 1, call -> entry(call.table().firstLookup()))
        .add("last_lookup", 1, call -> entry(call.table().lastLookup()))
        .add("next_lookup", 2, call -> entry(call.table().nextLookup(call.argument(2))))
        .add("prev_lookup", 2, call -> entry(call.table().prevLookup(call.argument(2))))
        .add("slot", 2, TraversalFunctions::slot)
        .add("safe_fixtable", 2, TraversalFunctions::safeFixtable);
  }

  private static Term key(Optional<Term> key) {
    return key.orElse(ModuleCall.END_OF_TABLE);
  }

  private static Term entry(Optional<Map.Entry<Term, List<Tuple>>> entry) {
    return entry
        .<Term>map(found -> Tuple.of(found.getKey(), ListTerm.of(found.getValue())))
        .orElse(ModuleCall.END_OF_TABLE);
  }

  private static Term slot(ModuleCall call) {
    LocalTable table = call.readable();
    Term slot = call.argument(2);
    if (!Positions.isPosition(slot)) {
      throw BadArgumentException.of(2, "slot", slot, "an integer >= 0, of one word");
    }
    return table
        .slot(((IntegerTerm) slot).longValue())
        .<Term>map(ListTerm::of)
        .orElse(ModuleCall.END_OF_TABLE);
  }

  private static Term safeFixtable(ModuleCall call) {
    LocalTable table = call.readable();
    if (!(call.argument(2) instanceof Atom fix) || !fix.isBoolean()) {
      throw BadArgumentException.of(2, "fix", call.argument(2), "true or false");
    }
    ModuleCall.termTable(table).fixForOwner(fix == Atom.TRUE);
    return Atom.TRUE;
  }
}
