package org.jets.ets.erl;

import java.util.List;
import java.util.stream.Stream;
import org.jets.ets.NoSuchTableException;
import org.jets.terms.Atom;
import org.jets.terms.ExternalFun;
import org.jets.terms.Fun;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Functions that take funs, return funs, or use a terminal. There is no Erlang code here, so each
 * behaves as in an Erlang node that lacks the module of the fun.
 */
final class FunFunctions {
  private static final Atom LISTS = Atom.of("lists");
  private static final Atom READ = Atom.of("read");
  private static final Atom NOTSUP = Atom.of("notsup");

  private FunFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("foldl", 3, FunFunctions::fold)
        .add("foldr", 3, FunFunctions::fold)
        .add("init_table", 2, FunFunctions::initTable)
        .add("fun2ms", 1, FunFunctions::fun2ms)
        .add("table", 1, FunFunctions::notSupported)
        .add("table", 2, FunFunctions::notSupported);
    for (int arity = 0; arity <= 3; arity++) {
      functions.add("i", arity, FunFunctions::notSupported);
    }
  }

  private static Term notSupported(ModuleCall call) {
    throw EtsCallException.plain(call, NOTSUP, null);
  }

  /**
   * Folds over the table: calls the fun for the first object, if there is one. The call never
   * returns.
   */
  private static Term fold(ModuleCall call) {
    Term function = call.argument(1);
    Term accumulator = call.argument(2);
    Term table = call.argument(3);
    checkName(call, table);
    call.apply("safe_fixtable", table, Atom.TRUE);
    try {
      Term objects = firstObjects(call, table);
      if (((ListTerm) objects).isEmpty()) {
        return accumulator;
      }
      if (!(function instanceof Fun fun) || arity(fun) != 2) {
        throw EtsCallException.functionClause(
            LISTS, call.with(call.function().name(), function, accumulator, objects));
      }
      throw EtsCallException.undefined(fun, ((ListTerm) objects).head(), accumulator);
    } finally {
      call.apply("safe_fixtable", table, Atom.FALSE);
    }
  }

  private static Term firstObjects(ModuleCall call, Term table) {
    Term entry =
        call.apply(call.function().name().equals("foldl") ? "first_lookup" : "last_lookup", table);
    return entry instanceof Tuple found ? found.element(2) : ListTerm.empty();
  }

  /** Clears the table and calls the fun for the first objects. The call never returns. */
  private static Term initTable(ModuleCall call) {
    Term table = call.argument(1);
    Term function = call.argument(2);
    checkName(call, table);
    call.apply("internal_delete_all", table, Atom.UNDEFINED);
    if (!(function instanceof Fun fun)) {
      throw EtsCallException.plain(call, Tuple.of(Atom.of("badfun"), function), null);
    }
    if (arity(fun) != 1) {
      Term badarity = Tuple.of(Atom.of("badarity"), Tuple.of(fun, ListTerm.of(READ)));
      throw EtsCallException.plain(call, badarity, null);
    }
    throw EtsCallException.undefined(fun, READ);
  }

  private static Term fun2ms(ModuleCall call) {
    if (!(call.argument(1) instanceof Fun)) {
      throw EtsCallException.plain(call, Atom.of("function_clause"), null);
    }
    List<Atom> advice =
        Stream.of(
                ("function called with real fun should be transformed with parse_transform"
                        + " or called with a fun generated in the shell")
                    .split(" "))
            .map(Atom::of)
            .toList();
    Term origin = Tuple.of(Atom.of("ets"), call.function(), ListTerm.of(advice));
    throw EtsCallException.exit(call, Tuple.of(Atom.of("badarg"), origin));
  }

  /** Checks a name before all other arguments: it must be that of a table. */
  private static void checkName(ModuleCall call, Term table) {
    if (table instanceof Atom name && call.caller().space().whereis(name).isEmpty()) {
      throw EtsCallException.of(call.with("soft_whereis", table), new NoSuchTableException(table));
    }
  }

  private static int arity(Fun fun) {
    return fun instanceof ExternalFun external ? external.arity() : ((LocalFun) fun).arity();
  }
}
