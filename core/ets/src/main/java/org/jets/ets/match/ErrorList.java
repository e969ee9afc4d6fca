package org.jets.ets.match;

import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Term;

/** Collects the mistakes of a clause, and knows which part of it is being compiled. */
final class ErrorList {
  private final List<MatchSpecError> errors = new ArrayList<>();
  private String place = "match specification";

  /** From here on mistakes are in this place. */
  void enter(String newPlace) {
    place = newPlace;
  }

  void add(String reason, String erlangText) {
    errors.add(new MatchSpecError(place, reason, RuntimeText.cut(erlangText)));
  }

  /** Adds a mistake in a term; Erlang's text has the term between these two. */
  void add(String reason, String before, Term term, String after) {
    errors.add(new MatchSpecError(place, reason, RuntimeText.of(before, term, after)));
  }

  /** Throws the mistakes, if there are any. */
  void throwIfAny() {
    if (!errors.isEmpty()) {
      throw new MatchSpecException(errors, false);
    }
  }

  MatchSpecException tooLarge(int maxTerms) {
    String reason = "more than " + maxTerms + " terms";
    return new MatchSpecException(
        List.of(new MatchSpecError(place, reason, "Excessive size; system limit reached")), true);
  }

  MatchSpecException tooDeep(Term term) {
    return new MatchSpecException(
        List.of(
            new MatchSpecError(
                place,
                "nested deeper than " + ExpressionCompiler.MAX_DEPTH + " levels",
                RuntimeText.of("Excessive nesting; system limit reached near: ", term, ""))),
        true);
  }
}
