package org.jets.node.services;

import org.jets.node.ErlangException;
import org.jets.node.IncomingCall;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The errors of functions of Erlang's own modules. The stack has the function that was called, with
 * its arguments. It omits source lines, which differ between releases.
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

  /**
   * Returns the error of a wrong argument of a function of {@code erlang}; a shell explains which.
   */
  static ErlangException badarg(IncomingCall call) {
    return badarg(call, EXPLAINED_BY_ERTS);
  }

  /** Returns the error of wrong options of a function of {@code erlang}. */
  static ErlangException badOption(IncomingCall call) {
    return badarg(call, EXPLAINED_BY_ERTS.with(CAUSE, BADOPT));
  }

  /**
   * Returns the error of a wrong argument of a function of the standard library; a shell explains
   * which.
   */
  static ErlangException stdlibBadarg(IncomingCall call) {
    return badarg(call, EXPLAINED_BY_STDLIB);
  }

  private static ErlangException badarg(IncomingCall call, MapTerm info) {
    return ErlangException.error(BADARG, stack(call, ListTerm.of(Tuple.of(ERROR_INFO, info))));
  }

  /** Returns the error of a function that has no clause for its arguments. */
  static ErlangException functionClause(IncomingCall call) {
    return ErlangException.error(FUNCTION_CLAUSE, stack(call, ListTerm.empty()));
  }

  private static Term stack(IncomingCall call, Term location) {
    return ListTerm.of(
        Tuple.of(call.module(), call.function(), ListTerm.of(call.arguments()), location));
  }
}
