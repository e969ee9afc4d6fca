package org.jets.ets.match;

import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.Fun;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.RecordTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Erlang's functions on terms other than numbers. They return null where Erlang's raise an error.
 */
final class TermFunctions {
  /** The number of bits above which an integer is a bignum in Erlang. */
  private static final int SMALL_BITS = 59;

  private static final int MAX_FUN_ARITY = 255;

  private TermFunctions() {}

  static @Nullable Term element(Term position, Term term) {
    return term instanceof Tuple tuple
            && position instanceof IntegerTerm integer
            && integer.fitsInt()
            && integer.intValue() >= 1
            && integer.intValue() <= tuple.arity()
        ? tuple.element(integer.intValue())
        : null;
  }

  static @Nullable Term head(Term term) {
    return term instanceof ListTerm list && !list.isEmpty() ? list.head() : null;
  }

  static @Nullable Term tail(Term term) {
    return term instanceof ListTerm list && !list.isEmpty() ? list.tail() : null;
  }

  static @Nullable Term length(Term term) {
    return term instanceof ListTerm list && list.isProper() ? IntegerTerm.of(list.size()) : null;
  }

  static @Nullable Term mapSize(Term term) {
    return term instanceof MapTerm map ? IntegerTerm.of(map.size()) : null;
  }

  static @Nullable Term tupleSize(Term term) {
    return term instanceof Tuple tuple ? IntegerTerm.of(tuple.arity()) : null;
  }

  static @Nullable Term bitSize(Term term) {
    return term instanceof Bitstring bits ? IntegerTerm.of(bits.bitSize()) : null;
  }

  static @Nullable Term byteSize(Term term) {
    return term instanceof Bitstring bits ? IntegerTerm.of(bits.byteSize()) : null;
  }

  /** {@code size} of a tuple, or the number of whole bytes of a bitstring. */
  static @Nullable Term size(Term term) {
    return term instanceof Bitstring bits
        ? IntegerTerm.of(bits.bitSize() / Byte.SIZE)
        : tupleSize(term);
  }

  static @Nullable Term node(Term term) {
    return term instanceof Pid pid
        ? pid.node()
        : term instanceof Reference reference
            ? reference.node()
            : term instanceof Port port ? port.node() : null;
  }

  static @Nullable Term isMapKey(Term key, Term term) {
    return term instanceof MapTerm map ? Atom.of(map.containsKey(key)) : null;
  }

  static @Nullable Term mapGet(Term key, Term term) {
    return term instanceof MapTerm map ? map.get(key) : null;
  }

  /** {@code max}, which is the first one if both are equal. */
  static Term max(Term a, Term b) {
    return TermOrder.STANDARD.comparePausably(a, b) < 0 ? b : a;
  }

  /** {@code min}, which is the first one if both are equal. */
  static Term min(Term a, Term b) {
    return TermOrder.STANDARD.comparePausably(a, b) > 0 ? b : a;
  }

  static @Nullable Term binaryPart(Term term, Term part) {
    return part instanceof Tuple tuple && tuple.arity() == 2
        ? binaryPart(term, tuple.element(1), tuple.element(2))
        : null;
  }

  /** {@code binary_part}: a negative length counts backwards from the start. */
  static @Nullable Term binaryPart(Term term, Term start, Term length) {
    if (!(term instanceof org.jets.terms.Binary binary
            && start instanceof IntegerTerm s
            && length instanceof IntegerTerm l)
        || !s.fitsInt()
        || !l.fitsInt()) {
      return null;
    }
    long from = Math.min(s.intValue(), (long) s.intValue() + l.intValue());
    long to = Math.max(s.intValue(), (long) s.intValue() + l.intValue());
    return from >= 0 && to <= binary.byteSize()
        ? org.jets.terms.Binary.of(binary.toByteArray(), (int) from, (int) (to - from))
        : null;
  }

  /** {@code is_function} with an arity, which must be a non-negative integer. */
  static @Nullable Term isFunction(Term term, Term arity) {
    if (!(arity instanceof IntegerTerm count) || count.signum() < 0) {
      return null;
    }
    return Atom.of(
        term instanceof Fun fun
            && count.fitsInt()
            && count.intValue() <= MAX_FUN_ARITY
            && fun.arity() == count.intValue());
  }

  /** {@code is_integer} with bounds, which must be integers for any term. */
  static @Nullable Term isInteger(Term term, Term low, Term high) {
    if (!(low instanceof IntegerTerm && high instanceof IntegerTerm)) {
      return null;
    }
    return Atom.of(
        term instanceof IntegerTerm
            && TermOrder.STANDARD.compare(low, term) <= 0
            && TermOrder.STANDARD.compare(term, high) <= 0);
  }

  /**
   * {@code is_record} with a tag and a size. With an atom in place of the size, it tests for a
   * native record of this module and name.
   */
  static @Nullable Term isRecord(Term term, Term tag, Term size) {
    if (!(tag instanceof Atom)) {
      return null;
    }
    if (size instanceof Atom) {
      return Atom.of(
          term instanceof RecordTerm record && record.module() == tag && record.name() == size);
    }
    if (!(size instanceof IntegerTerm count) || count.bitLength() > SMALL_BITS) {
      return null;
    }
    return Atom.of(
        term instanceof Tuple tuple
            && tuple.arity() > 0
            && tuple.element(1) == tag
            && count.fitsInt()
            && tuple.arity() == count.intValue());
  }
}
