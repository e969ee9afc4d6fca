package org.jets.ets.match;

import java.util.Objects;
import org.jets.terms.Term;

/**
 * A pattern in the head of a match specification, made by {@link Match}. Immutable.
 *
 * @see Match#tuple
 */
public sealed interface Pattern permits Variable, Pattern.OfTerm {

  /** Returns the pattern as Erlang's term. */
  Term toTerm();

  /**
   * Returns the pattern of a value: a pattern itself, and anything else as the term that {@link
   * Term#of} makes of it. A term means the same as in a head in Erlang: {@code '_'} and {@code
   * '$1'} in it are wildcards and variables. A map matches all maps that have its entries.
   */
  static Pattern of(Object value) {
    Objects.requireNonNull(value, "value");
    return value instanceof Pattern pattern ? pattern : new OfTerm(Term.of(value));
  }

  /**
   * A pattern that is not a variable.
   *
   * @param toTerm the pattern as Erlang's term
   */
  record OfTerm(Term toTerm) implements Pattern {

    /** Checks that the term is not null. */
    public OfTerm {
      Objects.requireNonNull(toTerm, "toTerm");
    }

    /** Returns the beginning of the term as Erlang prints it. */
    @Override
    public String toString() {
      return TermStart.of(toTerm);
    }
  }
}
