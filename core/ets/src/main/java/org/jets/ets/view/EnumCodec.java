package org.jets.ets.view;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Term;

/** The codec of an enum. A constant is the atom of its name. */
final class EnumCodec<E extends Enum<E>> implements Codec<E> {
  private final Class<E> type;
  private final Map<E, Atom> atoms;
  private final Map<Atom, E> constants = new HashMap<>();

  EnumCodec(Class<E> type) {
    this.type = Objects.requireNonNull(type, "type");
    E[] all = type.getEnumConstants();
    if (all == null) {
      throw new IllegalArgumentException("type: " + type.getName() + " (expected: an enum)");
    }
    atoms = new EnumMap<>(type);
    for (E constant : all) {
      Atom atom = Atom.of(constant.name());
      atoms.put(constant, atom);
      constants.put(atom, constant);
    }
  }

  @Override
  public Term encode(E value) {
    E constant = type.cast(Objects.requireNonNull(value, "value"));
    return Objects.requireNonNull(atoms.get(constant), "atom");
  }

  @Override
  public E decode(Term term) {
    Objects.requireNonNull(term, "term");
    E constant = term instanceof Atom atom ? constants.get(atom) : null;
    if (constant == null) {
      throw UnexpectedTermException.of(term, "the name of a constant of " + type.getSimpleName());
    }
    return constant;
  }
}
