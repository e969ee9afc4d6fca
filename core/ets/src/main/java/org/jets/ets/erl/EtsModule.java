package org.jets.ets.erl;

import java.util.List;
import java.util.Set;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TabFile;
import org.jets.ets.TableSpace;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Erlang's module {@code ets}, with terms as the only arguments and results, and with Erlang's
 * errors. For example, {@code apply(caller, lookup, [Table, Key])} returns a list. {@code first}
 * returns {@code '$end_of_table'} for an empty table. An error of Erlang is thrown as an {@link
 * EtsCallException}.
 *
 * <p>It has the functions that the module of OTP 29 exports, except {@code module_info/0,1} and
 * {@code internal_request_all/0}. Most are methods of {@link EtsTable}, {@link Owner}, {@link
 * TableSpace}, {@link TabFile} or {@link org.jets.ets.match.MatchSpec} with a similar name, where
 * meaning and costs are documented. Two things differ. A table is a name or an identifier, which
 * each call looks up in the caller's {@link TableSpace}. A continuation is a tuple.
 *
 * <p><b>Funs.</b> No Erlang code runs here, so a fun behaves like one in Erlang whose module is
 * missing. {@code foldl}, {@code foldr} and {@code init_table} fail with {@code undef} when they
 * call it. {@code fun2ms} exits, as it does in a compiled program. {@code table/1,2}, whose result
 * consists of funs, and {@code i/0..3}, which use a terminal, fail with the reason {@code notsup}.
 * {@code from_dets} and {@code to_dets} fail with {@code badarg}, since there are no dets tables.
 *
 * <p><b>Continuations and compiled match specifications.</b> They hold a reference, as in Erlang.
 * The reference is valid as long as a program in this JVM keeps the term that was returned. A
 * reference that is only on another node is valid until others have been used 1,024 times. After
 * that {@code repair_continuation/2} makes a continuation valid again.
 *
 * <p>Safe for use by many threads.
 */
public final class EtsModule {
  private static final ModuleFunctions FUNCTIONS = functions();

  private EtsModule() {}

  private static ModuleFunctions functions() {
    Set<Atom> lasting = Set.of(Atom.of("new"), Atom.of("file2tab"), Atom.of("safe_fixtable"));
    ModuleFunctions functions = new ModuleFunctions(Atom.of("ets"), lasting);
    ObjectFunctions.addTo(functions);
    TraversalFunctions.addTo(functions);
    AdminFunctions.addTo(functions);
    FileFunctions.addTo(functions);
    SelectFunctions.addTo(functions);
    FunFunctions.addTo(functions);
    return functions;
  }

  /**
   * Calls a function.
   *
   * @param caller the owner whose rights the call has
   * @param function the name, such as {@code lookup_element}
   * @param arguments its arguments, the number of which decides between functions of one name
   * @return the result of Erlang's function
   * @throws EtsCallException where Erlang raises an exception; {@code undef} if there is no such
   *     function
   */
  public static Term apply(Owner caller, Atom function, List<? extends Term> arguments) {
    return FUNCTIONS.apply(caller, function, arguments);
  }

  /**
   * As {@link #apply(Owner, Atom, List)}, for a process that is known to the node that the space
   * has {@linkplain TableSpace#join joined}. The process owns the tables that it makes, inherits or
   * is given, and keeps its fixations, until it ends. Then its tables pass to their heirs or are
   * deleted.
   *
   * @throws EtsCallException as that method
   * @throws IllegalStateException if the space has not joined a node
   */
  public static Term apply(
      TableSpace space, Pid caller, Atom function, List<? extends Term> arguments) {
    return FUNCTIONS.apply(space, caller, function, arguments);
  }

  /** Returns <code>{Name, Arity}</code> of all functions, in no particular order. */
  public static List<Tuple> exports() {
    return FUNCTIONS.exports();
  }
}
