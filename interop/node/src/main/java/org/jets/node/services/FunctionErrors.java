package org.jets.node.services;

import org.jets.node.ErlangException;
import org.jets.node.RemoteCall;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The errors that functions of Erlang's own modules end with. The stack has the function that was
 * called, with its arguments; lines of source, which differ between releases, are left out.
 */
final class FunctionErrors {
  private static final Atom BADARG = Atom.of("badarg");
  private static final Atom FUNCTION_CLAUSE = Atom.of("function_clause");
  private static final Atom ERROR_INFO = Atom.of("error_info");
  private static final Atom MODULE = Atom.of("module");
  private static final Atom CAUSE = Atom.of("cause");
  private static final Atom BADOPT = Atom.of("badopt");
  private static final Atom ERTS = Atom.of("erl_erts_errors");
  private static final Atom STDLIB = Atom.of("erl_stdlib_errors");
  private static final MapTerm EXPLAINED_BY_ERTS = MapTerm.of(MODULE, ERTS);
  private static final MapTerm EXPLAINED_BY_STDLIB = MapTerm.of(MODULE, STDLIB);

  private FunctionErrors() {}

  /** An argument of a function of {@code erlang} is wrong; a shell explains which. */
  static ErlangException badarg(RemoteCall call) {
    return badarg(call, EXPLAINED_BY_ERTS);
  }

  /** The options of a function of {@code erlang} are wrong. */
  static ErlangException badOption(RemoteCall call) {
    return badarg(call, EXPLAINED_BY_ERTS.with(CAUSE, BADOPT));
  }

  /** An argument of a function of the standard library is wrong; a shell explains which. */
  static ErlangException stdlibBadarg(RemoteCall call) {
    return badarg(call, EXPLAINED_BY_STDLIB);
  }

  private static ErlangException badarg(RemoteCall call, MapTerm info) {
    return ErlangException.error(BADARG, stack(call, ListTerm.of(Tuple.of(ERROR_INFO, info))));
  }

  /** A function has no clause for its arguments. */
  static ErlangException functionClause(RemoteCall call) {
    return ErlangException.error(FUNCTION_CLAUSE, stack(call, ListTerm.empty()));
  }

  private static Term stack(RemoteCall call, Term location) {
    return ListTerm.of(
        Tuple.of(call.module(), call.function(), ListTerm.of(call.arguments()), location));
  }
}
