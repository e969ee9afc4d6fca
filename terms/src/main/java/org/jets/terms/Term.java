package org.jets.terms;

import org.jspecify.annotations.Nullable;

/**
 * An Erlang term: an immutable value of one of Erlang's types.
 *
 * <p>There is one sealed type for each Erlang type, so that a {@code switch} or a chain of {@code
 * instanceof} over {@link IntegerTerm}, {@link FloatTerm}, {@link Atom}, {@link Reference}, {@link
 * Fun}, {@link Port}, {@link Pid}, {@link Tuple}, {@link RecordTerm}, {@link MapTerm}, {@link
 * ListTerm} and {@link Bitstring} is complete. Below most of them stand several hidden classes,
 * chosen by the factories for size and speed; two terms with the same value are equal whatever
 * their classes.
 *
 * <p><b>Equality.</b> {@link #equals} is Erlang's {@code =:=}: {@code 1} and {@code 1.0} differ,
 * and so do {@code 0.0} and {@code -0.0} (as in OTP 27 and later). {@code ==} is {@link
 * TermOrder#equal}. Terms are not {@link Comparable}, because Erlang's standard order takes {@code
 * 1} and {@code 1.0} for one value and so disagrees with {@code equals}: a {@link TermOrder} is
 * named each time.
 *
 * <p><b>Hash.</b> {@link #hashCode} is fast, agrees with {@code equals}, and depends on a seed
 * drawn at random when the JVM starts, so that input cannot be made to collide; it means nothing
 * outside this JVM. The hash that Erlang nodes share is {@link Phash2}.
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
   * @throws IllegalArgumentException if the value, or one inside it, has no counterpart: a NaN or
   *     an infinity, a {@code String} with an unpaired surrogate, two keys of a map that become the
   *     same term, an object of any other class (a {@code Character} too: it could be an integer or
   *     a string), or a collection that contains itself
   */
  static Term of(Object value) {
    return JavaValues.toTerm(value);
  }

  /**
   * Returns the Java value that stands for this term: the way back from {@link #of}.
   *
   * <p>An integer becomes a {@code Long}, or a {@code BigInteger} where it does not fit; a float a
   * {@code Double}; the atoms {@code true} and {@code false} a {@code Boolean}; a binary a {@code
   * byte[]} (which may hold text or not: see {@link Binary#toText}); a proper list an unmodifiable
   * {@code List}, and a map an unmodifiable {@code Map}, with their contents converted. What has no
   * counterpart in Java (other atoms, {@code undefined} among them; tuples, records, improper
   * lists, bitstrings of unequal bytes, identifiers, funs) is returned as the term it is, and its
   * contents are not converted.
   *
   * <p>As keys of a Java map, {@code byte[]} would be compared by identity: binaries and everything
   * that contains one stay terms there. So do floats, lists and maps: two Erlang keys never become
   * one Java key.
   *
   * <p>Cost: linear in the size of the term; nesting is not limited by the stack.
   */
  default Object toJava() {
    return JavaValues.toJava(this);
  }

  /**
   * Whether the other object is a term and {@code =:=} to this one.
   *
   * <p>Cost: linear in the size of the smaller term at most, no allocation unless the terms are
   * nested deep; atoms, integers and floats in constant time.
   */
  @Override
  boolean equals(@Nullable Object other);

  /**
   * A hash that agrees with {@link #equals}; see the remarks on {@link Term}. Not cached but for
   * atoms.
   */
  @Override
  int hashCode();

  /**
   * The text of this term as {@code io_lib:format("~tw", [Term])} gives it; see {@link
   * TermPrinter}.
   */
  @Override
  String toString();
}
