package org.jets.ets.view;

import java.nio.charset.CharacterCodingException;
import java.util.Objects;
import java.util.function.Function;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A codec of values that are one term, by two functions. */
final class ScalarCodec<T> implements Codec<T> {
  static final Codec<Long> LONG =
      new ScalarCodec<>(
          IntegerTerm::of,
          term -> term instanceof IntegerTerm n && n.fitsLong() ? n.longValue() : null,
          "an integer of 64 bits");

  static final Codec<Integer> INT =
      new ScalarCodec<>(
          IntegerTerm::of,
          term -> term instanceof IntegerTerm n && n.fitsInt() ? n.intValue() : null,
          "an integer of 32 bits");

  static final Codec<Double> DOUBLE =
      new ScalarCodec<>(
          FloatTerm::of, term -> term instanceof FloatTerm n ? n.value() : null, "a float");

  static final Codec<Boolean> BOOLEAN =
      new ScalarCodec<>(
          Atom::of,
          term -> (term instanceof Atom atom && atom.isBoolean()) ? atom.booleanValue() : null,
          "true or false");

  static final Codec<String> TEXT =
      new ScalarCodec<>(Binary::of, ScalarCodec::text, "a binary in UTF-8");

  static final Codec<String> ATOM_NAME =
      new ScalarCodec<>(
          Atom::of, term -> term instanceof Atom atom ? atom.name() : null, "an atom");

  static final Codec<Term> TERM = ofTerms(Term.class);

  private final Function<? super T, ? extends Term> encoder;
  private final Function<? super Term, ? extends @Nullable T> decoder;
  private final String expected;

  /**
   * Makes a codec.
   *
   * @param decoder returns null for a term that stands for no value
   * @param expected the terms that stand for values, as messages name them
   */
  private ScalarCodec(
      Function<? super T, ? extends Term> encoder,
      Function<? super Term, ? extends @Nullable T> decoder,
      String expected) {
    this.encoder = encoder;
    this.decoder = decoder;
    this.expected = expected;
  }

  /** Returns the codec of the terms of a class, which stand for themselves. */
  static <T extends Term> Codec<T> ofTerms(Class<T> type) {
    return new ScalarCodec<>(
        type::cast,
        term -> type.isInstance(term) ? type.cast(term) : null,
        "a term of the class " + type.getSimpleName());
  }

  private static @Nullable String text(Term term) {
    if (!(term instanceof Binary binary)) {
      return null;
    }
    try {
      return binary.toText();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  @Override
  public Term encode(T value) {
    return encoder.apply(Objects.requireNonNull(value, "value"));
  }

  @Override
  public T decode(Term term) {
    @Nullable T value = decoder.apply(Objects.requireNonNull(term, "term"));
    if (value == null) {
      throw UnexpectedTermException.of(term, expected);
    }
    return value;
  }
}
