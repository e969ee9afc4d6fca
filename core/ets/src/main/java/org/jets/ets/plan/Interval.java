package org.jets.ets.plan;

import java.util.List;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Bitstring;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The terms between two cuts, or only the term {@code only} if that is not null. The cuts are then
 * those of the terms that are {@code ==} to it.
 */
public record Interval(Cut lower, Cut upper, @Nullable Term only) {
  /** All terms. */
  static final Interval ALL = between(Cut.BOTTOM, Cut.TOP);

  /** All lists except the empty one. */
  static final Interval CELLS =
      between(Cut.above(ListTerm.empty()), Cut.below(Bitstring.of(new byte[0], 0)));

  /** All maps. */
  static final Interval MAPS =
      between(Cut.below(MapTerm.of(new Term[0])), Cut.below(ListTerm.empty()));

  static Interval between(Cut lower, Cut upper) {
    return new Interval(lower, upper, null);
  }

  /** Returns the terms that are {@code ==} to this one. */
  static Interval equalTo(Term term) {
    return between(Cut.below(term), Cut.above(term));
  }

  /** Returns the terms that are {@code =:=} to this one. */
  static Interval exactly(Term term) {
    return new Interval(Cut.below(term), Cut.above(term), term);
  }

  /** Returns the tuples of this arity or a larger one. */
  static Interval tuplesFrom(int arity) {
    return between(
        arity == 0 ? Cut.below(Tuple.of()) : Cut.inTuple(arity, List.of(), Cut.BOTTOM),
        Cut.below(MapTerm.of(new Term[0])));
  }

  /**
   * Returns the term that all others in this interval are {@code ==} to, if this was made of one;
   * else null.
   */
  public @Nullable Term point() {
    return lower instanceof Cut.Beside term
            && upper instanceof Cut.Beside other
            && term.isLow()
            && !other.isLow()
            && term.near() == other.near()
        ? term.near()
        : null;
  }

  boolean isEmpty() {
    return lower.compareTo(upper) >= 0;
  }

  boolean contains(Term term) {
    return only != null ? only.equals(term) : lower.isBelow(term) && upper.isAbove(term);
  }

  /** Returns the intersection. */
  Interval and(Interval that) {
    if (only != null && that.only != null && !only.equals(that.only)) {
      return between(Cut.TOP, Cut.BOTTOM);
    }
    Term common = only != null ? only : that.only;
    boolean isHigher = lower.compareTo(that.lower) >= 0;
    boolean isLower = upper.compareTo(that.upper) <= 0;
    if (isHigher && isLower) {
      return new Interval(lower, upper, common);
    }
    if (!isHigher && !isLower) {
      return new Interval(that.lower, that.upper, common);
    }
    return new Interval(isHigher ? lower : that.lower, isLower ? upper : that.upper, common);
  }

  /** Returns the interval in mathematical notation; a single term as itself. */
  @Override
  public String toString() {
    Term point = point();
    if (point != null) {
      return ValueText.of(point);
    }
    boolean fromTerm = lower instanceof Cut.Beside term && term.isLow();
    boolean toTerm = upper instanceof Cut.Beside term && !term.isLow();
    return (fromTerm ? "[" : "(") + lower + " .. " + upper + (toTerm ? "]" : ")");
  }
}
