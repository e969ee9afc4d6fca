package org.jets.ets.match;

import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A parsed part of a clause of a match specification: the meaning of a term in a head, a guard or a
 * body. For planners; {@link MatchSpec#clauses} has the nodes of a specification.
 *
 * <p>A head consists of constants, variables, wildcards and compounds. Guards and bodies have no
 * wildcards; they have calls and the other {@linkplain Symbol symbols}. Constants are as large as
 * possible: a tuple of constants is a constant. A map in a head is not a constant, because it
 * matches each map that has its entries.
 *
 * <p>Nodes are equal if they are of one kind and their terms are equal. Heads have no bound on
 * their depth: code that visits a head must not recurse without one. Immutable.
 */
public sealed interface MatchNode {

  /** Returns the node as it is written. Constant time. */
  Term term();

  /** Returns the nodes directly below this one, in the order of the term; none for most kinds. */
  default List<MatchNode> parts() {
    return List.of();
  }

  /**
   * Returns the element of a tuple, or null if this is no tuple or has no such element.
   *
   * @param position from 1
   */
  default @Nullable MatchNode element(int position) {
    return null;
  }

  /**
   * A value that does not depend on the object. In a head it matches each term that is {@code =:=}
   * to it.
   *
   * @param term as it is written, such as <code>{const,X}</code>
   * @param value the value, such as X
   */
  record Constant(Term term, Term value) implements MatchNode {
    /** Checks that neither is null. */
    public Constant {
      Objects.requireNonNull(term, "term");
      Objects.requireNonNull(value, "value");
    }

    /** Makes the constant of a term that is its own value. */
    public Constant(Term value) {
      this(value, value);
    }

    @Override
    public @Nullable MatchNode element(int position) {
      return value instanceof Tuple tuple && position >= 1 && position <= tuple.arity()
          ? new Constant(tuple.element(position))
          : null;
    }

    @Override
    public String toString() {
      return "Constant[" + TermStart.of(term) + "]";
    }
  }

  /**
   * A variable {@code '$N'}.
   *
   * @param term the atom
   * @param number N
   */
  record Variable(Atom term, int number) implements MatchNode {
    private static final int MAX_DIGITS = 10;

    /** Checks that the atom is not null. */
    public Variable {
      Objects.requireNonNull(term, "term");
    }

    /**
     * Returns N if the term is the variable {@code '$N'}, or -1: decimal digits without a leading
     * zero, up to 2147483647. Other atoms, {@code '$01'} among them, are constants.
     */
    static int numberOf(Term term) {
      if (!(term instanceof Atom atom)) {
        return -1;
      }
      String name = atom.name();
      int length = name.length();
      if (length < 2 || length > 1 + MAX_DIGITS || name.charAt(0) != '$') {
        return -1;
      }
      if (name.charAt(1) == '0' && length > 2) {
        return -1;
      }
      long number = 0;
      for (int i = 1; i < length; i++) {
        int digit = name.charAt(i) - '0';
        if (digit < 0 || digit > 9) {
          return -1;
        }
        number = number * 10 + digit;
      }
      return number <= Integer.MAX_VALUE ? (int) number : -1;
    }
  }

  /** Nodes that have only one written form. */
  enum Symbol implements MatchNode {
    /** {@code '_'} in a head, which matches any term. */
    WILDCARD(Atom.of("_")),
    /** {@code '$_'}: the object that matches the head. */
    WHOLE_OBJECT(Atom.of("$_")),
    /** {@code '$$'}: the list of the values of all variables, ordered by their numbers. */
    ALL_BINDINGS(Atom.of("$$")),
    /** <code>{self}</code>: the calling process. */
    SELF(Tuple.of(Atom.of("self")));

    @SuppressWarnings("ImmutableEnumChecker") // Terms are immutable.
    private final Term term;

    Symbol(Term term) {
      this.term = term;
    }

    @Override
    public Term term() {
      return term;
    }
  }

  /** Shapes of compounds. */
  enum Shape {
    /** The parts are the elements. */
    TUPLE,
    /** The parts are the elements, and last the tail: the constant {@code []} if it is proper. */
    LIST,
    /** The parts are a key, its value, the next key, ... */
    MAP
  }

  /**
   * A tuple, a list that is not empty, or a map, with parts that are not all constants. In a head
   * it is a pattern, in a guard or body a new term of the values.
   *
   * @param term as it is written; a tuple in a guard or body is <code>{{...}}</code>
   * @param shape what the parts are
   */
  record Compound(Term term, Shape shape, List<MatchNode> parts) implements MatchNode {
    /** Copies the list. */
    public Compound {
      Objects.requireNonNull(term, "term");
      Objects.requireNonNull(shape, "shape");
      parts = List.copyOf(parts);
    }

    @Override
    public @Nullable MatchNode element(int position) {
      return shape == Shape.TUPLE && position >= 1 && position <= parts.size()
          ? parts.get(position - 1)
          : null;
    }

    /** Returns whether the other object is a compound of the same shape and written form. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Compound that && shape == that.shape && term.equals(that.term);
    }

    @Override
    public int hashCode() {
      return term.hashCode();
    }

    @Override
    public String toString() {
      return "Compound[" + shape + ", " + TermStart.of(term) + "]";
    }
  }

  /**
   * A call of a function, or of one of the operators {@code and}, {@code or}, {@code andalso} and
   * {@code orelse}, which take one or more arguments.
   *
   * @param term as it is written
   * @param function the name; {@code andalso} also where its older name {@code andthen} is written
   * @param parts the arguments
   */
  record Call(Tuple term, Atom function, List<MatchNode> parts) implements MatchNode {
    private static final Atom ELEMENT = Atom.of("element");

    /** Copies the list. */
    public Call {
      Objects.requireNonNull(term, "term");
      Objects.requireNonNull(function, "function");
      parts = List.copyOf(parts);
    }

    /**
     * Returns the N of <code>{element,N,CompiledExpression}</code>, or -1 if this is another call.
     */
    public int elementPosition() {
      return function == ELEMENT
              && parts.get(0) instanceof Constant constant
              && constant.value() instanceof IntegerTerm position
              && position.fitsInt()
          ? position.intValue()
          : -1;
    }

    /** Returns whether the other object is a call of the same written form. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Call that && term.equals(that.term);
    }

    @Override
    public int hashCode() {
      return term.hashCode();
    }

    @Override
    public String toString() {
      return "Call[" + TermStart.of(term) + "]";
    }
  }
}
