package org.jets.ets.match;

import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Term;

/** Collects the mistakes of a clause, and tracks the part that is being parsed. */
final class ErrorList {
  private static final String WHOLE = "match specification";

  private final List<MatchSpecError> errors = new ArrayList<>();
  private String place = WHOLE;

  /** Sets the place of the mistakes that follow. */
  void enter(String newPlace) {
    place = newPlace;
  }

  void add(String reason, String erlangText) {
    errors.add(new MatchSpecError(place, reason, RuntimeText.cut(erlangText)));
  }

  /**
   * Adds a mistake in a term. Erlang's text has the term between {@code before} and {@code after}.
   */
  void add(String reason, String before, Term term, String after) {
    errors.add(new MatchSpecError(place, reason, RuntimeText.of(before, term, after)));
  }

  /** Throws the mistakes, if there are any. */
  void throwIfAny() {
    if (!errors.isEmpty()) {
      throw exception();
    }
  }

  /** Returns the exception that tells the mistakes. */
  MatchSpecException exception() {
    return new MatchSpecException(errors, false);
  }

  /** Returns the exception for a specification of more terms than these. */
  static MatchSpecException tooLarge(int maxTerms) {
    String reason = "more than " + maxTerms + " terms";
    return new MatchSpecException(
        List.of(new MatchSpecError(WHOLE, reason, "Excessive size; system limit reached")), true);
  }

  MatchSpecException tooDeep(Term term) {
    return new MatchSpecException(
        List.of(
            new MatchSpecError(
                place,
                "nested deeper than " + SpecParser.MAX_DEPTH + " levels",
                RuntimeText.of("Excessive nesting; system limit reached near: ", term, ""))),
        true);
  }
}
