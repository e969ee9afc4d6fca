package org.jets.ets.plan;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Bitstring;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/**
 * A place between terms in the standard order. Each term lies below it or above it, and terms that
 * are {@code ==} lie on the same side.
 *
 * <p>Some places are next to no term. Erlang has no least and no greatest term, so the tuples that
 * begin with an {@code a} have no first and no last one. {@link #inTuple} and {@link #inList} stand
 * for such places. Cuts in tuples nest, to a depth that the caller bounds.
 */
public abstract sealed class Cut implements Comparable<Cut> {
  /** Below all terms. */
  public static final Cut BOTTOM = new End(-1);

  /** Above all terms. */
  public static final Cut TOP = new End(1);

  /** A term below all usual ones: an integer that is less than each float. */
  private static final Term SMALL =
      IntegerTerm.of(BigInteger.ONE.shiftLeft(Double.MAX_EXPONENT + 2).negate());

  /** A term above all usual ones: 32 bytes of ones. */
  private static final Term LARGE = Bitstring.of(ones(Integer.SIZE), Integer.SIZE * Byte.SIZE);

  private static byte[] ones(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) -1);
    return bytes;
  }

  /** Returns the place below a term and all terms equal to it. */
  public static Cut below(Term term) {
    return new Beside(term, -1);
  }

  /** Returns the place above a term and all terms equal to it. */
  public static Cut above(Term term) {
    return new Beside(term, 1);
  }

  /**
   * Returns the place where the next element passes a cut, among the tuples of this arity that
   * begin with these elements. There must be a next element.
   */
  static Cut inTuple(int arity, List<Term> first, Cut next) {
    return new InTuple(arity, List.copyOf(first), next);
  }

  /** Returns the place below, or above, all lists that begin with these elements. */
  static Cut inList(List<Term> first, boolean isAbove) {
    return new InList(List.copyOf(first), isAbove ? 1 : -1);
  }

  /** Returns whether this lies below the term. */
  public final boolean isBelow(Term term) {
    return side(term) < 0;
  }

  /** Returns whether this lies above the term. */
  public final boolean isAbove(Term term) {
    return side(term) > 0;
  }

  /**
   * Compares this with a term: negative if this lies below the term, positive if above; never 0.
   */
  abstract int side(Term term);

  /**
   * Returns whether this is the lower end of the terms that it is made of, rather than the upper
   * one.
   */
  public abstract boolean isLow();

  /** Returns a term near this place, on either side. */
  public abstract Term near();

  @Override
  public final int compareTo(Cut that) {
    if (this instanceof End || that instanceof End) {
      return Integer.compare(end(this), end(that));
    }
    if (that instanceof Beside other) {
      int c = this instanceof Beside term ? order(term.term, other.term) : side(other.term);
      return c != 0 ? c : Integer.compare(((Beside) this).side, other.side);
    }
    if (this instanceof Beside term) {
      return -that.side(term.term);
    }
    if (this instanceof InTuple a) {
      return that instanceof InTuple b ? a.compareTo(b) : -1;
    }
    return that instanceof InList b ? ((InList) this).compareTo(b) : 1;
  }

  private static int end(Cut cut) {
    return cut instanceof End end ? end.side : 0;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Cut that && compareTo(that) == 0;
  }

  /** Returns a constant for each class, since cuts are not kept in hash tables. */
  @Override
  public final int hashCode() {
    return getClass().hashCode();
  }

  /** Returns the term as text, {@code -} or {@code +} below or above all terms. */
  @Override
  public abstract String toString();

  private static int order(Term a, Term b) {
    return TermOrder.STANDARD.compare(a, b);
  }

  private static int order(List<Term> a, List<Term> b) {
    int common = Math.min(a.size(), b.size());
    int c = 0;
    for (int i = 0; i < common && c == 0; i++) {
      c = order(a.get(i), b.get(i));
    }
    return c;
  }

  private static final class End extends Cut {
    private final int side;

    End(int side) {
      this.side = side;
    }

    @Override
    int side(Term term) {
      return side;
    }

    @Override
    public boolean isLow() {
      return side < 0;
    }

    @Override
    public Term near() {
      return side < 0 ? SMALL : LARGE;
    }

    @Override
    public String toString() {
      return side < 0 ? "-" : "+";
    }
  }

  /** A cut next to a term. */
  public static final class Beside extends Cut {
    private final Term term;
    private final int side;

    Beside(Term term, int side) {
      this.term = term;
      this.side = side;
    }

    @Override
    int side(Term other) {
      int c = order(term, other);
      return c != 0 ? c : side;
    }

    /** Returns whether this is below its term. */
    @Override
    public boolean isLow() {
      return side < 0;
    }

    @Override
    public Term near() {
      return term;
    }

    @Override
    public String toString() {
      return ValueText.of(term);
    }
  }

  private static final class InTuple extends Cut {
    private final int arity;
    private final List<Term> first;
    private final Cut next;

    InTuple(int arity, List<Term> first, Cut next) {
      this.arity = arity;
      this.first = first;
      this.next = next;
    }

    @Override
    int side(Term term) {
      if (!(term instanceof Tuple tuple)) {
        return order(Tuple.of(), term);
      }
      int c = Integer.compare(arity, tuple.arity());
      for (int i = 0; i < first.size() && c == 0; i++) {
        c = order(first.get(i), tuple.element(i + 1));
      }
      return c != 0 ? c : next.side(tuple.element(first.size() + 1));
    }

    int compareTo(InTuple that) {
      int c = Integer.compare(arity, that.arity);
      if (c == 0) {
        c = order(first, that.first);
      }
      int length = first.size();
      int otherLength = that.first.size();
      if (c != 0 || length == otherLength) {
        return c != 0 ? c : next.compareTo(that.next);
      }
      return length < otherLength
          ? next.side(that.first.get(length))
          : -that.next.side(first.get(otherLength));
    }

    @Override
    public boolean isLow() {
      return next.isLow();
    }

    @Override
    public Term near() {
      List<Term> elements = new ArrayList<>(first);
      elements.add(next.near());
      Term rest = next.isLow() ? SMALL : LARGE;
      while (elements.size() < arity) {
        elements.add(rest);
      }
      return Tuple.of(elements);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("{");
      for (int i = 0; i < first.size() && text.length() < ValueText.MAX_LENGTH; i++) {
        text.append(ValueText.of(first.get(i))).append(',');
      }
      if (text.length() >= ValueText.MAX_LENGTH) {
        return text.append("...}").toString();
      }
      text.append(next);
      for (int i = first.size() + 1; i < arity && text.length() < 80; i++) {
        text.append(isLow() ? ",-" : ",+");
      }
      return text.append('}').toString();
    }
  }

  private static final class InList extends Cut {
    private final List<Term> first;
    private final int side;

    InList(List<Term> first, int side) {
      this.first = first;
      this.side = side;
    }

    @Override
    int side(Term term) {
      Term rest = term;
      for (Term element : first) {
        if (!(rest instanceof ListTerm list) || list.isEmpty()) {
          return order(ListTerm.of(element), rest);
        }
        int c = order(element, list.head());
        if (c != 0) {
          return c;
        }
        rest = list.tail();
      }
      return side;
    }

    int compareTo(InList that) {
      int c = order(first, that.first);
      int length = first.size();
      int otherLength = that.first.size();
      if (c != 0 || length == otherLength) {
        return c != 0 ? c : Integer.compare(side, that.side);
      }
      return length < otherLength ? side : -that.side;
    }

    @Override
    public boolean isLow() {
      return side < 0;
    }

    @Override
    public Term near() {
      return ListTerm.improper(first, side < 0 ? SMALL : LARGE);
    }

    @Override
    public String toString() {
      String text = ValueText.of(ListTerm.of(first));
      return text.endsWith("]")
          ? text.substring(0, text.length() - 1) + "|" + (side < 0 ? "-]" : "+]")
          : text;
    }
  }
}
