package org.jets.ets.match;

import java.util.List;
import org.jets.terms.Term;

/** A compound term whose parts are being compiled, in one direction or the other. */
final class ExpressionFrame {
  private final List<Term> parts;
  private final Expression[] values;
  private final boolean backwards;
  private final Whole whole;
  private int done;
  private int height;

  private ExpressionFrame(List<Term> parts, boolean backwards, Whole whole) {
    this.parts = parts;
    this.values = new Expression[parts.size()];
    this.backwards = backwards;
    this.whole = whole;
  }

  static ExpressionFrame forwards(List<Term> parts, Whole whole) {
    return new ExpressionFrame(parts, false, whole);
  }

  static ExpressionFrame backwards(List<Term> parts, Whole whole) {
    return new ExpressionFrame(parts, true, whole);
  }

  private int index() {
    return backwards ? values.length - 1 - done : done;
  }

  boolean isComplete() {
    return done == values.length;
  }

  Term next() {
    return parts.get(index());
  }

  /** Adds a part with so many levels of others below it. */
  void add(Expression value, int levels) {
    values[index()] = value;
    height = Math.max(height, levels);
    done++;
  }

  /** Returns how many levels the highest of the parts has below it. */
  int height() {
    return height;
  }

  Expression finish() {
    return whole.of(values);
  }

  /** Makes the expression of a compound term out of those of its parts. */
  @FunctionalInterface
  interface Whole {
    Expression of(Expression[] parts);
  }
}
