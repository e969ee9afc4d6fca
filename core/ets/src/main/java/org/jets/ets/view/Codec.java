package org.jets.ets.view;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Term;

/**
 * A conversion between the values of a Java type and the terms that stand for them.
 *
 * <p>A program may write its own. A codec must give equal terms for equal values each time, since
 * views look keys up by their terms, and {@code decode(encode(value))} must equal the value. Views
 * call a codec on any thread, without locks, and more than once for one change. If a codec throws
 * or returns null, the view's call fails, and the table stays as it is.
 *
 * <p>The codecs of this interface are immutable and safe to share. They refuse null with a {@link
 * NullPointerException}, a value of another class with a {@link ClassCastException}, and a term
 * that stands for no value with an {@link UnexpectedTermException}. Their cost is linear in the
 * size of the value.
 *
 * @param <T> the type of the values
 */
public interface Codec<T> {
  /**
   * Returns the term that stands for a value.
   *
   * @throws IllegalArgumentException if no term stands for it, such as for a NaN
   */
  Term encode(T value);

  /**
   * Returns the value for which a term stands.
   *
   * @throws UnexpectedTermException if it stands for none
   */
  T decode(Term term);

  /** Returns the codec of integers that fit in 64 bits. */
  static Codec<Long> ofLong() {
    return ScalarCodec.LONG;
  }

  /** Returns the codec of integers that fit in 32 bits. */
  static Codec<Integer> ofInt() {
    return ScalarCodec.INT;
  }

  /**
   * Returns the codec of floats. An integer is no float, as in Erlang. NaN and the infinities have
   * no terms.
   */
  static Codec<Double> ofDouble() {
    return ScalarCodec.DOUBLE;
  }

  /** Returns the codec of the atoms {@code true} and {@code false}. */
  static Codec<Boolean> ofBoolean() {
    return ScalarCodec.BOOLEAN;
  }

  /**
   * Returns the codec of text: a String is a binary in UTF-8. A String with an unpaired surrogate
   * has no term. Atoms and lists of characters are no text.
   */
  static Codec<String> ofText() {
    return ScalarCodec.TEXT;
  }

  /**
   * Returns the codec of atoms by their names. A String of more than {@value Atom#MAX_CODE_POINTS}
   * code points, or with an unpaired surrogate, has no term.
   */
  static Codec<String> ofAtomName() {
    return ScalarCodec.ATOM_NAME;
  }

  /** Returns the codec of terms, which stand for themselves. */
  static Codec<Term> ofTerm() {
    return ScalarCodec.TERM;
  }

  /**
   * Returns the codec of an enum: a constant is the atom of its name, as the source has it. It
   * makes the atoms once. An atom that names no constant is an {@link UnexpectedTermException}.
   *
   * @throws IllegalArgumentException if this is no enum, or a name is too long for an atom
   */
  static <E extends Enum<E>> Codec<E> ofEnum(Class<E> type) {
    return new EnumCodec<>(type);
  }

  /**
   * Returns the codec of proper lists. The lists that it decodes are unmodifiable. Null is no
   * element.
   */
  static <E> Codec<List<E>> ofList(Codec<E> elements) {
    return new ListCodec<>(Objects.requireNonNull(elements, "elements"));
  }

  /**
   * Returns the codec of a Java record: the tuple of its components in their order. The components
   * have these types:
   *
   * <ul>
   *   <li>{@code long}, {@code int}, {@code double}, {@code boolean} and their classes, {@code
   *       String} as text, {@link Term} and its subtypes, as the other codecs convert them;
   *   <li>enums and records, which may be nested but must not contain themselves;
   *   <li>{@code List} of these, which may be nested.
   * </ul>
   *
   * <p>The codec calls the accessors and the canonical constructor by method handles. An exception
   * in one of them passes to the caller of the codec.
   *
   * @param lookup makes the handles, and must have access to the record and to the records in it:
   *     {@code MethodHandles.lookup()} in a class whose code may call their constructors. That is a
   *     class of the same outer class for private records, of the same package for local records
   *     and those without a modifier, and any class for public records in an exported package
   * @throws IllegalArgumentException if the class is no record, a component is of another type, or
   *     the lookup has no access
   */
  static <R extends Record> Codec<R> ofRecord(MethodHandles.Lookup lookup, Class<R> type) {
    return new ComponentCodecs(lookup).record(type, null);
  }

  /**
   * As {@link #ofRecord(MethodHandles.Lookup, Class)}, with an atom as the first element: <code>
   * {user, 1, &lt;&lt;"ada"&gt;&gt;}</code>. These are the tuples of Erlang's {@code -record(user,
   * ...)}. The records in it have no such atom. In a table of such tuples the first component is at
   * position 2: see {@link org.jets.ets.TableOptions#withKeypos(int)}.
   *
   * @throws IllegalArgumentException as {@link #ofRecord(MethodHandles.Lookup, Class)}
   */
  static <R extends Record> Codec<R> ofRecord(
      MethodHandles.Lookup lookup, Class<R> type, Atom tag) {
    return new ComponentCodecs(lookup).record(type, Objects.requireNonNull(tag, "tag"));
  }
}
