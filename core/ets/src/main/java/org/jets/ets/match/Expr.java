package org.jets.ets.match;

import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * An expression of a match specification: a value that is computed from the object that matched.
 * Made by {@link Match} and by the methods here, which take expressions and values. A value stands
 * for the term that {@link Term#of} makes of it, and is never interpreted. Immutable.
 *
 * <p>A function fails if a value has the wrong type. A guard then does not hold. In a result the
 * value of the function is then the atom {@code 'EXIT'}.
 */
public sealed class Expr permits Variable, Condition {
  private static final Atom CONST = Atom.of("const");

  private final Term term;

  Expr(Term term) {
    this.term = Objects.requireNonNull(term, "term");
  }

  /** Returns an expression that is neither a variable nor a condition. */
  static Expr ofTerm(Term term) {
    return new Expr(term);
  }

  /**
   * Returns the expression of a value: the value itself if it is an expression, else the constant.
   */
  static Expr of(Object value) {
    Objects.requireNonNull(value, "value");
    return value instanceof Expr expr ? expr : new Expr(quoted(Term.of(value)));
  }

  /** Returns a term in the form in which it stands for itself. */
  private static Term quoted(Term value) {
    boolean standsForItself =
        value instanceof IntegerTerm
            || value instanceof FloatTerm
            || value instanceof org.jets.terms.Bitstring
            || (value instanceof Atom atom && !atom.name().startsWith("$"));
    return standsForItself ? value : Tuple.of(CONST, value);
  }

  /** Returns the expression as Erlang's term. */
  public final Term toTerm() {
    return term;
  }

  /** {@code this < that}, in the standard order of terms. */
  public final Condition lt(Object that) {
    return compare("<", that);
  }

  /** {@code this =< that}, in the standard order of terms. */
  public final Condition le(Object that) {
    return compare("=<", that);
  }

  /** {@code this > that}, in the standard order of terms. */
  public final Condition gt(Object that) {
    return compare(">", that);
  }

  /** {@code this >= that}, in the standard order of terms. */
  public final Condition ge(Object that) {
    return compare(">=", that);
  }

  /** {@code this == that}: 1 and 1.0 are equal. */
  public final Condition eq(Object that) {
    return compare("==", that);
  }

  /** {@code this /= that}: 1 and 1.0 are equal. */
  public final Condition ne(Object that) {
    return compare("/=", that);
  }

  /** {@code this =:= that}: 1 and 1.0 differ. */
  public final Condition same(Object that) {
    return compare("=:=", that);
  }

  /** {@code this =/= that}: 1 and 1.0 differ. */
  public final Condition notSame(Object that) {
    return compare("=/=", that);
  }

  private Condition compare(String operator, Object that) {
    return new Condition(Match.callTerm(operator, this, that));
  }

  /** {@code this + that}. */
  public final Expr plus(Object that) {
    return Match.call("+", this, that);
  }

  /** {@code this - that}. */
  public final Expr minus(Object that) {
    return Match.call("-", this, that);
  }

  /** {@code this * that}. */
  public final Expr times(Object that) {
    return Match.call("*", this, that);
  }

  /** {@code this / that}: always a float. */
  public final Expr dividedBy(Object that) {
    return Match.call("/", this, that);
  }

  /** {@code this div that}: of integers, rounded towards zero. */
  public final Expr div(Object that) {
    return Match.call("div", this, that);
  }

  /** {@code this rem that}: of integers, with the sign of this one. */
  public final Expr rem(Object that) {
    return Match.call("rem", this, that);
  }

  /** {@code element(position, this)}. */
  public final Expr element(int position) {
    return Match.call("element", position, this);
  }

  /** {@code map_get(key, this)}. */
  public final Expr get(Object key) {
    return Match.call("map_get", key, this);
  }

  /** {@code is_map_key(key, this)}. */
  public final Condition hasKey(Object key) {
    return new Condition(Match.callTerm("is_map_key", key, this));
  }

  /**
   * Returns a test of the type: {@code is_integer}, {@code is_atom}, ...
   *
   * @param type the name without {@code is_}
   */
  public final Condition is(String type) {
    return new Condition(Match.callTerm("is_" + type, this));
  }

  /** Returns an expression whose value is {@code true} or {@code false} as a condition. */
  public final Condition asCondition() {
    return new Condition(term);
  }

  /** Returns whether the other object is an expression of an equal term. */
  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Expr that && term.equals(that.term);
  }

  @Override
  public final int hashCode() {
    return term.hashCode();
  }

  /** Returns the beginning of the {@linkplain #toTerm term} as Erlang prints it. */
  @Override
  public final String toString() {
    return TermStart.of(term);
  }
}
