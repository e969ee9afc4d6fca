package org.jets.ets.erl;

import java.util.function.Function;
import org.jets.ets.BadArgumentException;
import org.jets.ets.BadMatchSpecException;
import org.jets.ets.argument.Positions;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;

/** Arguments of searches: specifications and limits as terms. */
final class SpecTerms {
  private SpecTerms() {}

  /** Compiles a term, with the errors of tables. */
  static MatchSpec compiled(Term term, Function<Term, MatchSpec> compiler) {
    try {
      return compiler.apply(term);
    } catch (MatchSpecException e) {
      throw new BadMatchSpecException(e);
    }
  }

  /** Returns a limit of results, which is at least 1. */
  static int limit(Term limit) {
    if (!Positions.isPosition(limit)) {
      throw BadArgumentException.of(3, "limit", limit, "an integer >= 1, of one word");
    }
    int results = Positions.clamp((IntegerTerm) limit);
    if (results < 1) {
      throw BadArgumentException.of(3, "limit", results, ">= 1");
    }
    return results;
  }
}
