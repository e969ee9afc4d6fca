package org.jets.ets;

import java.util.function.Supplier;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Functions on files; most of their errors are results: <code>{error, Reason}</code>. */
final class FileFunctions {
  private static final Atom BADTAB = Atom.of("badtab");

  private FileFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("tab2file", 2, call -> save(call, ListTerm.empty()))
        .add("tab2file", 3, call -> save(call, call.argument(3)))
        .add("file2tab", 1, call -> load(call, ListTerm.empty()))
        .add("file2tab", 2, call -> load(call, call.argument(2)))
        .add("tabfile_info", 1, call -> ok(() -> TabFile.info(call.argument(1))));
  }

  private static Term ok(Supplier<Term> result) {
    try {
      return Tuple.of(Atom.OK, result.get());
    } catch (TableFileException e) {
      return error(e.reason());
    }
  }

  private static Term error(Term reason) {
    return Tuple.of(Atom.ERROR, reason);
  }

  private static Term load(ModuleCall call, Term options) {
    return ok(() -> AdminFunctions.term(call.caller().file2tab(call.argument(1), options)));
  }

  private static Term save(ModuleCall call, Term options) {
    // Erlang asks for this first, and it fails for what cannot be a table.
    call.apply("info", call.argument(1));
    try {
      call.table().tab2file(call.argument(2), options);
      return Atom.OK;
    } catch (NoSuchTableException | TableAccessException e) {
      return error(BADTAB);
    } catch (TableFileException e) {
      return error(e.reason());
    }
  }
}
