package org.jets.ets.erl;

import java.util.function.Supplier;
import org.jets.ets.FunctionClauseException;
import org.jets.ets.LoadOptions;
import org.jets.ets.LocalTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.SaveOptions;
import org.jets.ets.TableAccessException;
import org.jets.ets.TableFileException;
import org.jets.ets.file.FileName;
import org.jets.ets.file.TableFileHeader;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Functions on files. Most of their errors are results: <code>{error, Reason}</code>. */
final class FileFunctions {
  private static final Atom BADTAB = Atom.of("badtab");

  private FileFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("tab2file", 2, call -> save(call, ListTerm.empty()))
        .add("tab2file", 3, call -> save(call, call.argument(3)))
        .add("file2tab", 1, call -> load(call, ListTerm.empty()))
        .add("file2tab", 2, call -> load(call, call.argument(2)))
        .add("tabfile_info", 1, FileFunctions::info);
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

  private static Term info(ModuleCall call) {
    FileName file = FileName.of(call.argument(1));
    if (!file.isWellFormed()) {
      throw new FunctionClauseException(1, "file", call.argument(1), "an atom or a list");
    }
    return ok(() -> TableFileHeader.infoOf(file));
  }

  private static Term load(ModuleCall call, Term options) {
    FileName file = FileName.of(call.argument(1));
    return ok(() -> call.termCaller().load(file, LoadOptions.fromTerms(options)));
  }

  private static Term save(ModuleCall call, Term options) {
    // Erlang calls this first, and it fails for a term that cannot be a table.
    call.apply("info", call.argument(1));
    try {
      LocalTable table = call.table();
      FileName file = FileName.of(call.argument(2));
      // As in Erlang, errors about options come before those about the table.
      ModuleCall.termTable(table).save(file, SaveOptions.fromTerms(options));
      return Atom.OK;
    } catch (NoSuchTableException | TableAccessException e) {
      return error(BADTAB);
    } catch (TableFileException e) {
      return error(e.reason());
    }
  }
}
