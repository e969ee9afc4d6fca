package org.jets.ets.erl;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jets.ets.EtsException;
import org.jets.ets.EtsTable;
import org.jets.ets.FunctionClauseException;
import org.jets.ets.Owner;
import org.jets.ets.SystemLimitException;
import org.jets.ets.TabFile;
import org.jets.ets.TableSpace;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Erlang's module {@code ets} in terms alone, with Erlang's shapes and errors: {@code apply(caller,
 * lookup, [Table, Key])} gives a list, {@code first} gives {@code '$end_of_table'} for an empty
 * table, and what Erlang answers with an error ends in an {@link EtsCallException}.
 *
 * <p>It has the functions that the module of OTP 29 exports, but {@code module_info/0,1} and {@code
 * internal_request_all/0}. Most are methods of {@link EtsTable}, {@link Owner}, {@link TableSpace},
 * {@link TabFile} or {@link org.jets.ets.match.MatchSpec} with about that name; those say what it
 * means and costs. What is different from a method: a table is a name or an identifier, which is
 * looked up in the caller's {@link TableSpace} by each call, and a continuation is a tuple.
 *
 * <p><b>Funs.</b> No Erlang code runs here, and a fun is called as Erlang calls one whose module is
 * not there: {@code foldl}, {@code foldr} and {@code init_table} end in {@code undef} where they
 * come to call it. {@code fun2ms} exits, as it does in a compiled program. {@code table/1,2}, whose
 * result is made of funs, and {@code i/0..3}, which talk to a terminal, are errors of the reason
 * {@code notsup}; {@code from_dets} and {@code to_dets} are {@code badarg}, since there is no dets
 * table.
 *
 * <p><b>Continuations and compiled match specifications.</b> They hold a reference, as in Erlang.
 * It is good as long as somebody in this JVM keeps the term in which it was handed out; when nobody
 * does, because it went to another node, it is good until others have been used 1,024 times. After
 * that {@code repair_continuation/2} makes a continuation whole again.
 *
 * <p>Safe for use by many threads.
 */
public final class EtsModule {
  private static final ModuleFunctions FUNCTIONS = functions();

  /** The functions that can leave a process with a table or a fixation. */
  private static final Set<Atom> LASTING =
      Set.of(Atom.of("new"), Atom.of("file2tab"), Atom.of("safe_fixtable"));

  private EtsModule() {}

  private static ModuleFunctions functions() {
    ModuleFunctions functions = new ModuleFunctions();
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
   * @param caller with whose rights
   * @param function the name, such as {@code lookup_element}
   * @param arguments its arguments, the number of which decides between functions of one name
   * @return what Erlang returns
   * @throws EtsCallException where Erlang raises an exception; {@code undef} if there is no such
   *     function
   */
  public static Term apply(Owner caller, Atom function, List<? extends Term> arguments) {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(function, "function");
    return apply(new ModuleCall(caller, function, List.copyOf(arguments)));
  }

  /**
   * As {@link #apply(Owner, Atom, List)}, for a process of another node, of which the node knows
   * that the space has {@linkplain TableSpace#join joined}. The process owns what it makes, keeps
   * what it fixes, and gets what it inherits or is given, until it ends; then its tables pass to
   * their heirs or are deleted.
   *
   * @throws EtsCallException as there
   * @throws IllegalStateException if the space is that of no node
   */
  public static Term apply(
      TableSpace space, Pid caller, Atom function, List<? extends Term> arguments) {
    Objects.requireNonNull(space, "space");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(function, "function");
    List<Term> all = List.copyOf(arguments);
    try {
      return space.callAs(
          caller, LASTING.contains(function), owner -> applyAs(owner, function, all));
    } catch (SystemLimitException e) {
      throw EtsCallException.of(function, all, e);
    }
  }

  private static Term applyAs(Owner owner, Atom function, List<Term> arguments) {
    try {
      return apply(new ModuleCall(owner, function, arguments));
    } catch (IllegalStateException e) {
      if (owner.isAlive()) {
        throw e;
      }
      throw EtsCallException.ended(new ModuleCall(owner, function, arguments));
    }
  }

  static Term apply(ModuleCall call) {
    ModuleFunction function = FUNCTIONS.find(call.function(), call.arguments().size());
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

  /** Returns <code>{Name, Arity}</code> of all functions, in no order. */
  public static List<Tuple> exports() {
    return FUNCTIONS.exports();
  }
}
