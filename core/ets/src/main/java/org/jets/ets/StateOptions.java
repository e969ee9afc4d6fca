package org.jets.ets;

import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code ets:setopts/2}, each at most once.
 *
 * @param setsHeir whether {@code heir} is set, to none if it is null
 * @param access null to leave it
 */
record StateOptions(boolean setsHeir, @Nullable Heir heir, @Nullable Access access) {
  private static final int ARGUMENT = 2;
  private static final Atom HEIR = Atom.of("heir");
  private static final Atom PROTECTION = Atom.of("protection");

  static StateOptions parse(Term term) {
    Iterable<Term> options = term instanceof ListTerm list ? list : List.of(term);
    StateOptions result = new StateOptions(false, null, null);
    for (Term option : options) {
      StateOptions next = option instanceof Tuple tuple ? result.with(tuple) : null;
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

  private @Nullable StateOptions with(Tuple option) {
    if (option.arity() < 2) {
      return null;
    }
    if (option.element(1) == HEIR && !setsHeir) {
      TableOptions parsed = OptionTerms.heir(option);
      return parsed == null ? null : new StateOptions(true, parsed.heir(), access);
    }
    if (option.element(1) == PROTECTION && access == null && option.arity() == 2) {
      for (Access value : Access.values()) {
        if (value.term() == option.element(2)) {
          return new StateOptions(setsHeir, heir, value);
        }
      }
    }
    return null;
  }
}
