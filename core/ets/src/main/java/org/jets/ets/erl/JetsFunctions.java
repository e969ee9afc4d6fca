package org.jets.ets.erl;

import java.util.List;
import java.util.Locale;
import org.jets.ets.BadArgumentException;
import org.jets.ets.LocalTable;
import org.jets.ets.SelectPlan;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The functions of {@code jets}. As in {@code ets}, errors about the table come first, and a limit
 * is checked before the specification.
 */
final class JetsFunctions {
  private static final Atom PLAN = Atom.of("plan");
  private static final Atom KEYS = Atom.of("keys");
  private static final Atom REASON = Atom.of("reason");

  private JetsFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("lookup_all", 2, call -> ListTerm.of(call.readable().lookupAll(keys(call))))
        .add("take_all", 2, call -> ListTerm.of(call.writable().takeAll(keys(call))))
        .add("compare_insert", 3, JetsFunctions::compareInsert)
        .add("select_take", 3, JetsFunctions::selectTake)
        .add("select_replace_returning", 3, JetsFunctions::selectReplaceReturning)
        .add("explain", 2, JetsFunctions::explain);
  }

  private static List<Term> keys(ModuleCall call) {
    if (!(call.argument(2) instanceof ListTerm keys) || !keys.isProper()) {
      throw BadArgumentException.of(2, "keys", call.argument(2), "a proper list");
    }
    return keys.toList();
  }

  private static Term compareInsert(ModuleCall call) {
    LocalTable table = call.writable();
    List<Tuple> expected = ObjectFunctions.objects(call.argument(2), "a list of tuples");
    Tuple object = ObjectFunctions.object(3, call.argument(3));
    return Atom.of(table.compareInsert(expected, object));
  }

  private static Term selectTake(ModuleCall call) {
    LocalTable table = call.writable();
    int limit = SpecTerms.limit(call.argument(3));
    return ListTerm.of(table.selectTake(SelectFunctions.spec(call, 2), limit));
  }

  private static Term selectReplaceReturning(ModuleCall call) {
    LocalTable table = SelectFunctions.replaceable(call);
    int limit = SpecTerms.limit(call.argument(3));
    return ListTerm.of(table.selectReplaceReturning(SelectFunctions.spec(call, 2), limit));
  }

  /** Returns the plan as a map of atoms and texts. */
  private static Term explain(ModuleCall call) {
    SelectPlan plan = call.readable().explain(SelectFunctions.spec(call, 2));
    Atom kind = Atom.of(plan.kind().name().toLowerCase(Locale.ROOT));
    List<Binary> keys = plan.keys().stream().map(Binary::of).toList();
    return MapTerm.of(PLAN, kind, KEYS, ListTerm.of(keys), REASON, Binary.of(plan.reason()));
  }
}
