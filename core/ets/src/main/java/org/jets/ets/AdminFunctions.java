package org.jets.ets;

import java.util.Optional;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/** Functions that make, find, describe, pass on and delete tables. */
final class AdminFunctions {
  private static final Atom BINARY = Atom.of("binary");

  private AdminFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("new", 2, AdminFunctions::newTable)
        .add("delete", 1, AdminFunctions::delete)
        .add("all", 0, call -> ListTerm.of(call.caller().space().all()))
        .add("whereis", 1, AdminFunctions::whereis)
        .add("info", 1, AdminFunctions::info)
        .add("info", 2, AdminFunctions::infoItem)
        .add("rename", 2, call -> call.table().rename(call.argument(2)))
        .add("give_away", 3, AdminFunctions::giveAway)
        .add("setopts", 2, AdminFunctions::setopts)
        .add("from_dets", 2, AdminFunctions::fromDets)
        .add("to_dets", 2, AdminFunctions::toDets);
  }

  private static Term newTable(ModuleCall call) {
    return term(call.caller().newTable(call.argument(1), call.argument(2)));
  }

  /** Returns what Erlang's functions take and give for a table. */
  static Term term(EtsTable table) {
    boolean isNamed = table.info(Atom.of("named_table")).orElse(Atom.FALSE) == Atom.TRUE;
    return isNamed ? table.name() : table.id();
  }

  private static Term delete(ModuleCall call) {
    call.table().delete();
    return Atom.TRUE;
  }

  private static Term whereis(ModuleCall call) {
    if (!(call.argument(1) instanceof Atom name)) {
      throw BadArgumentException.of(1, "name", call.argument(1), "an atom");
    }
    Optional<Reference> id = call.caller().space().whereis(name);
    return id.isPresent() ? id.get() : Atom.UNDEFINED;
  }

  private static Term info(ModuleCall call) {
    try {
      Optional<ListTerm> info = call.table().info();
      return info.isPresent() ? info.get() : Atom.UNDEFINED;
    } catch (NoSuchTableException e) {
      return Atom.UNDEFINED;
    }
  }

  private static Term infoItem(ModuleCall call) {
    if (call.argument(2) == BINARY && !isTable(call)) {
      // For this item Erlang fixes the table first, and does not expect that to fail.
      return call.apply("safe_fixtable", call.argument(1), Atom.TRUE);
    }
    try {
      return call.table().info(call.argument(2)).orElse(Atom.UNDEFINED);
    } catch (NoSuchTableException e) {
      return Atom.UNDEFINED;
    }
  }

  private static boolean isTable(ModuleCall call) {
    try {
      return call.table().exists();
    } catch (NoSuchTableException | BadArgumentException e) {
      return false;
    }
  }

  private static Term giveAway(ModuleCall call) {
    call.table().giveAway(call.argument(2), call.argument(3));
    return Atom.TRUE;
  }

  private static Term setopts(ModuleCall call) {
    call.table().setopts(call.argument(2));
    return Atom.TRUE;
  }

  private static Term fromDets(ModuleCall call) {
    try {
      call.table().fromDets(call.argument(2));
    } catch (EtsException e) {
      throw EtsCallException.plain(call, e.reason(), e);
    }
    return Atom.TRUE;
  }

  private static Term toDets(ModuleCall call) {
    try {
      call.table().toDets(call.argument(2));
    } catch (EtsException e) {
      throw EtsCallException.plain(call, e.reason(), e);
    }
    return call.argument(2);
  }
}
