package org.jets.terms;

import org.jspecify.annotations.Nullable;

/**
 * An Erlang term: an immutable value of one of Erlang's types.
 *
 * <p>There is one sealed type for each Erlang type. So a {@code switch} or a chain of {@code
 * instanceof} is complete over {@link IntegerTerm}, {@link FloatTerm}, {@link Atom}, {@link
 * Reference}, {@link Fun}, {@link Port}, {@link Pid}, {@link Tuple}, {@link RecordTerm}, {@link
 * MapTerm}, {@link ListTerm} and {@link Bitstring}. Most of these types have several hidden
 * classes, which the factories choose for size and speed. Two terms with the same value are equal
 * whatever their classes.
 *
 * <p><b>Equality.</b> {@link #equals} is Erlang's {@code =:=}: {@code 1} and {@code 1.0} differ,
 * and so do {@code 0.0} and {@code -0.0} (as in OTP 27 and later). Erlang's {@code ==} is {@link
 * TermOrder#equal}. Terms are not {@link Comparable}, because Erlang's standard order treats {@code
 * 1} and {@code 1.0} as one value and so disagrees with {@code equals}. A caller names a {@link
 * TermOrder} each time.
 *
 * <p><b>Hash.</b> {@link #hashCode} is fast and agrees with {@code equals}. It depends on a seed
 * drawn at random when the JVM starts, so that an attacker cannot craft input that collides. It
 * means nothing outside this JVM. The hash that Erlang nodes share is {@link Phash2}.
 *
 * <p><b>Depth.</b> Nothing recurses over a term without bound: a list nested a million deep can be
 * compared, hashed, encoded, decoded, parsed and printed.
 *
 * <p><b>Threads.</b> All terms are immutable and safe to share, however they are published. What
 * Erlang copies between processes, jets shares.
 *
 * @see <a href="https://www.erlang.org/doc/system/data_types.html">Erlang reference manual, data
 *     types</a>
 * @see <a href="https://www.erlang.org/doc/system/expressions.html#term-comparisons">Erlang
 *     reference manual, term comparisons</a>
 */
public sealed interface Term
    permits IntegerTerm,
        FloatTerm,
        Atom,
        Reference,
        Fun,
        Port,
        Pid,
        Tuple,
        RecordTerm,
        MapTerm,
        ListTerm,
        Bitstring {

  /**
   * Returns the term that stands for a Java value.
   *
   * <table>
   * <caption>Conversions</caption>
   * <tr><th>Java</th><th>Erlang</th></tr>
   * <tr><td>{@code Byte, Short, Integer, Long, BigInteger}</td><td>integer</td></tr>
   * <tr><td>{@code Float, Double}</td><td>float; {@code -0.0} stays {@code -0.0}</td></tr>
   * <tr><td>{@code Boolean}</td><td>the atoms {@code true} and {@code false}</td></tr>
   * <tr><td>{@code String}</td><td>binary, in UTF-8</td></tr>
   * <tr><td>{@code byte[]}</td><td>binary (copied)</td></tr>
   * <tr><td>{@code java.util.List}</td><td>proper list, elements converted</td></tr>
   * <tr><td>{@code java.util.Map}</td><td>map, keys and values converted</td></tr>
   * <tr><td>{@code Optional}</td><td>its value converted; empty: the atom {@code undefined}</td></tr>
   * <tr><td>{@code Term}</td><td>itself</td></tr>
   * </table>
   *
   * <p>Cost: linear in the size of the value. Nesting is not limited by the stack.
   *
   * @throws NullPointerException if the value, or one inside it, is null
   * @throws IllegalArgumentException if the value, or one inside it, has no counterpart. These have
   *     none: a NaN, an infinity, a {@code String} with an unpaired surrogate, a collection that
   *     contains itself, and an object of any other class. Nor has a map in which two keys become
   *     the same term. A {@code Character} has none, since it could be an integer or a string
   */
  static Term of(Object value) {
    return JavaValues.toTerm(value);
  }

  /**
   * Returns the Java value that stands for this term: the inverse of {@link #of} where one exists.
   *
   * <table>
   * <caption>Conversions</caption>
   * <tr><th>Erlang</th><th>Java</th></tr>
   * <tr><td>integer</td><td>{@code Long}, or {@code BigInteger} if it does not fit</td></tr>
   * <tr><td>float</td><td>{@code Double}</td></tr>
   * <tr><td>the atoms {@code true} and {@code false}</td><td>{@code Boolean}</td></tr>
   * <tr><td>binary</td><td>{@code byte[]}; for text see {@link Binary#toText}</td></tr>
   * <tr><td>proper list</td><td>unmodifiable {@code List}, elements converted</td></tr>
   * <tr><td>map</td><td>unmodifiable {@code Map}, values converted; for its keys see below</td></tr>
   * <tr><td>any other term: other atoms (also {@code undefined}), tuples, records, improper
   *     lists, other bitstrings, identifiers, funs</td><td>itself, contents not converted</td></tr>
   * </table>
   *
   * <p>Of the keys of a map, only integers and the atoms {@code true} and {@code false} are
   * converted. A {@code byte[]} as a key would be compared by identity. Two Erlang keys never
   * become one Java key.
   *
   * <p>Cost: linear in the size of the term; nesting is not limited by the stack.
   */
  default Object toJava() {
    return JavaValues.toJava(this);
  }

  /**
   * Returns whether the other object is a term and {@code =:=} to this one.
   *
   * <p>Cost: at most linear in the size of the smaller term; constant for atoms and floats.
   * Allocates only for deeply nested terms.
   */
  @Override
  boolean equals(@Nullable Object other);

  /**
   * Returns a hash that agrees with {@link #equals}; see the remarks on {@link Term}. Only atoms
   * cache it.
   */
  @Override
  int hashCode();

  /**
   * Returns the text of this term as {@code io_lib:format("~tw", [Term])} gives it; see {@link
   * TermPrinter}.
   */
  @Override
  String toString();
}
