package org.jets.ets.erl;

import java.util.Optional;
import org.jets.ets.BadArgumentException;
import org.jets.ets.EtsException;
import org.jets.ets.LocalTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.TableOptions;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
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
        .add("rename", 2, AdminFunctions::rename)
        .add("give_away", 3, AdminFunctions::giveAway)
        .add("setopts", 2, AdminFunctions::setopts)
        .add("from_dets", 2, AdminFunctions::fromDets)
        .add("to_dets", 2, AdminFunctions::toDets);
  }

  private static Term newTable(ModuleCall call) {
    Term name = call.argument(1);
    if (!(name instanceof Atom atom)) {
      throw BadArgumentException.of(1, "name", name, "an atom");
    }
    TableOptions options = TableOptions.fromTerms(call.argument(2));
    return ModuleCall.termTable(call.caller().newTable(atom, options)).nameOrId();
  }

  private static Term delete(ModuleCall call) {
    call.table().drop();
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
      // Erlang fixes the table first for this item, and does not expect a failure of that.
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

  private static Term rename(ModuleCall call) {
    LocalTable table = call.writable();
    if (!(call.argument(2) instanceof Atom name)) {
      throw BadArgumentException.of(2, "name", call.argument(2), "an atom");
    }
    return table.rename(name);
  }

  private static Term giveAway(ModuleCall call) {
    LocalTable table = call.writable();
    if (!(call.argument(2) instanceof Pid receiver)) {
      throw BadArgumentException.of(2, "pid", call.argument(2), "a pid");
    }
    table.giveAway(receiver, call.argument(3));
    return Atom.TRUE;
  }

  private static Term setopts(ModuleCall call) {
    LocalTable table = call.writable();
    ModuleCall.termTable(table).set(StateOptions.parse(call.argument(2)));
    return Atom.TRUE;
  }

  private static Term fromDets(ModuleCall call) {
    return noDets(call, () -> ModuleCall.termTable(call.table()).checkWritable());
  }

  private static Term toDets(ModuleCall call) {
    return noDets(call, () -> ModuleCall.termTable(call.table()).checkReadable());
  }

  /** Fails, since there are no tables on disk. Errors about the table come first. */
  private static Term noDets(ModuleCall call, Runnable tableCheck) {
    try {
      tableCheck.run();
      throw BadArgumentException.of(
          2, "dets table", call.argument(2), "none: there are no dets tables");
    } catch (EtsException e) {
      throw EtsCallException.plain(call, e.reason(), e);
    }
  }
}
