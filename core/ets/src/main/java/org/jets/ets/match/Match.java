package org.jets.ets.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Writes match specifications in Java, to be imported statically:
 *
 * <pre>{@code
 * MatchSpec adults =
 *     MatchSpec.from(tuple(var(1), var(2), any()))
 *         .where(var(2).ge(18).and(var(1).is("binary")))
 *         .select(newTuple(var(1), var(2)));
 * }</pre>
 *
 * <p>stands for <code>
 * [{{'$1','$2','_'},[{'andalso',{'&gt;=','$2',18},{is_binary,'$1'}}],[{{'$1','$2'}}]}]
 * </code>. The methods {@code tuple}, {@code list} and {@code map} make patterns for heads. The
 * methods {@code newTuple}, {@code newList} and {@code newMap} make expressions for guards and
 * results. Values of Java stand for the terms of {@link Term#of}: a {@code String} is a binary, and
 * {@link Atom#of(String)} makes an atom.
 */
public final class Match {
  private Match() {}

  /**
   * Returns the variable {@code '$number'}.
   *
   * @throws IllegalArgumentException if the number is negative
   */
  public static Variable var(int number) {
    return new Variable(number);
  }

  /** Returns the pattern {@code '_'}, which matches anything. */
  public static Pattern any() {
    return new Pattern.OfTerm(MatchNode.Symbol.WILDCARD.term());
  }

  /** Returns the pattern of a tuple with these elements: see {@link Pattern#of}. */
  public static Pattern tuple(Object... elements) {
    return new Pattern.OfTerm(Tuple.of(patterns(elements)));
  }

  /** Returns the pattern of a proper list with these elements: see {@link Pattern#of}. */
  public static Pattern list(Object... elements) {
    return new Pattern.OfTerm(ListTerm.of(patterns(elements)));
  }

  /** Returns the pattern of a list that begins with an element: see {@link Pattern#of}. */
  public static Pattern cons(Object head, Object tail) {
    return new Pattern.OfTerm(ListTerm.cons(Pattern.of(head).toTerm(), Pattern.of(tail).toTerm()));
  }

  /**
   * Returns the pattern of a map that has these keys among others, with values that match: see
   * {@link Pattern#of}.
   *
   * @param keysAndPatterns a key, the pattern of its value, the next key, ...
   * @throws IllegalArgumentException if a key comes without a pattern
   */
  public static Pattern map(Object... keysAndPatterns) {
    Term[] terms = patterns(keysAndPatterns);
    return new Pattern.OfTerm(MapTerm.of(terms));
  }

  private static Term[] patterns(Object[] values) {
    Term[] terms = new Term[Objects.requireNonNull(values, "values").length];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = Pattern.of(values[i]).toTerm();
    }
    return terms;
  }

  /** Returns the expression {@code '$_'}, the whole object. */
  public static Expr object() {
    return Expr.ofTerm(Atom.of("$_"));
  }

  /** Returns the expression {@code '$$'}, the list of all variables ordered by their numbers. */
  public static Expr bindings() {
    return Expr.ofTerm(Atom.of("$$"));
  }

  /** Returns the expression of a value: see {@link Expr}. */
  public static Expr value(Object value) {
    return Expr.of(value);
  }

  /** Returns the expression of a new tuple, written <code>{{...}}</code> in Erlang. */
  public static Expr newTuple(Object... elements) {
    return Expr.ofTerm(Tuple.of(Tuple.of(expressions(elements))));
  }

  /** Returns the expression of a new proper list. */
  public static Expr newList(Object... elements) {
    return Expr.ofTerm(ListTerm.of(expressions(elements)));
  }

  /**
   * Returns the expression of a new map. If two keys have the same value, it is unspecified which
   * entry counts.
   *
   * @param keysAndValues a key, its value, the next key, ...
   * @throws IllegalArgumentException if a key comes without a value
   */
  public static Expr newMap(Object... keysAndValues) {
    return Expr.ofTerm(MapTerm.of(expressions(keysAndValues)));
  }

  /**
   * Returns the call of any function that match specifications have, such as {@code call("length",
   * var(1))}. The compiler of the specification checks that the function exists.
   */
  public static Expr call(String function, Object... arguments) {
    return Expr.ofTerm(callTerm(function, arguments));
  }

  static Term callTerm(String function, Object... arguments) {
    List<Term> call = new ArrayList<>();
    call.add(Atom.of(function));
    call.addAll(List.of(expressions(arguments)));
    return Tuple.of(call);
  }

  private static Term[] expressions(Object[] values) {
    Term[] terms = new Term[Objects.requireNonNull(values, "values").length];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = Expr.of(values[i]).toTerm();
    }
    return terms;
  }
}
