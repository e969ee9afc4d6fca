package org.jets.ets.erl;

import java.util.List;
import org.jets.ets.Access;
import org.jets.ets.BadArgumentException;
import org.jets.ets.bridge.StateChange;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Reads the options of {@code ets:setopts/2}, each at most once. */
final class StateOptions {
  private static final int ARGUMENT = 2;
  private static final Atom HEIR = Atom.of("heir");
  private static final Atom NONE = Atom.of("none");
  private static final Atom PROTECTION = Atom.of("protection");

  private StateOptions() {}

  static StateChange parse(Term term) {
    Iterable<Term> options = term instanceof ListTerm list ? list : List.of(term);
    StateChange result = new StateChange(false, null, null, null);
    for (Term option : options) {
      StateChange next = option instanceof Tuple tuple ? with(result, tuple) : null;
      if (next == null) {
        throw BadArgumentException.of(ARGUMENT, "option", option, "heir or protection, once each");
      }
      result = next;
    }
    if (term instanceof ListTerm list && !list.isProper()) {
      throw BadArgumentException.of(ARGUMENT, "options", term, "a proper list");
    }
    return result;
  }

  private static @Nullable StateChange with(StateChange change, Tuple option) {
    if (option.arity() < 2) {
      return null;
    }
    if (option.element(1) == HEIR && !change.setsHeir()) {
      return withHeir(change, option);
    }
    if (option.element(1) == PROTECTION && change.access() == null && option.arity() == 2) {
      for (Access access : Access.values()) {
        if (access.term() == option.element(2)) {
          return new StateChange(change.setsHeir(), change.heir(), change.heirData(), access);
        }
      }
    }
    return null;
  }

  private static @Nullable StateChange withHeir(StateChange change, Tuple option) {
    if (option.arity() == 2 && option.element(2) == NONE) {
      return new StateChange(true, null, null, change.access());
    }
    if (option.arity() > 3 || !(option.element(2) instanceof Pid pid)) {
      return null;
    }
    Term data = option.arity() == 3 ? option.element(3) : null;
    return new StateChange(true, pid, data, change.access());
  }
}
