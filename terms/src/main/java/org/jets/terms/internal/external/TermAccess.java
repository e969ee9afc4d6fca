package org.jets.terms.internal.external;

import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The access to terms without copies: it turns arrays into terms, and reads the arrays and fields
 * of terms.
 *
 * <p>{@link org.jets.terms.ExternalTermFormat} has the one implementation, and installs it when its
 * class is initialized. The classes of this package keep it in a static final field, so that a
 * compiled call costs nothing extra.
 *
 * <p>An array that is handed over belongs to the term: the caller must not use it any more. A
 * returned array must not be changed.
 */
public abstract class TermAccess {
  /** The depth to which reading and writing recurse before they use their own stack. */
  public static final int MAX_RECURSION = 64;

  private static @Nullable TermAccess installed;

  /** Called by the implementation. */
  protected TermAccess() {}

  /**
   * Installs the implementation, before any class here is used.
   *
   * @throws IllegalStateException if an implementation is installed already
   */
  public static synchronized void install(TermAccess access) {
    if (installed != null) {
      throw new IllegalStateException("access to terms is installed already");
    }
    installed = access;
  }

  /**
   * Returns the implementation.
   *
   * @throws IllegalStateException if {@link org.jets.terms.ExternalTermFormat} is not initialized
   */
  public static synchronized TermAccess installed() {
    TermAccess access = installed;
    if (access == null) {
      throw new IllegalStateException(
          "no access to terms (expected: ExternalTermFormat is initialized first)");
    }
    return access;
  }

  /**
   * Returns the atom of a name in UTF-8.
   *
   * @throws IllegalArgumentException if the bytes are not UTF-8 or too many characters
   */
  public abstract Atom atom(byte[] utf8, int offset, int length);

  /** Returns the atom of a name in UTF-8, or null if there is none. Accepts any bytes. */
  public abstract @Nullable Atom existingAtom(byte[] utf8, int offset, int length);

  /** Returns the name of an atom in UTF-8. */
  public abstract byte[] utf8(Atom atom);

  /** Returns the first eight bytes of an atom's name in UTF-8, big-endian, padded with zeros. */
  public abstract long prefix(Atom atom);

  /** Returns whether a term is an integer of 32 bits. */
  public abstract boolean isInt32(Term term);

  /** Returns the value of an integer of 32 bits. */
  public abstract int int32(Term int32);

  /** Returns the binary of these bytes, which are handed over. */
  public abstract Binary binary(byte[] bytes);

  /**
   * Returns the bitstring of these bytes, which are handed over.
   *
   * @param trailingBits the number of used bits of a partial last byte, or 0
   */
  public abstract Bitstring bitstring(byte[] bytes, int trailingBits);

  /** Returns the array of a binary that fills it, or null for any other term. */
  public abstract byte @Nullable [] filledArray(Term term);

  /** Returns the array that holds the bytes of a bitstring. */
  public abstract byte[] array(Bitstring bits);

  /** Returns the offset of a bitstring in its array. */
  public abstract int offset(Bitstring bits);

  /** Returns the tuple of these elements, which are handed over. */
  public abstract Tuple tuple(Term[] elements);

  /** Returns an element of a tuple of two, from 1. */
  public abstract Term elementOf2(Tuple tuple, int position);

  /** Returns an element of a tuple of three, from 1. */
  public abstract Term elementOf3(Tuple tuple, int position);

  /** Returns an element of a tuple, from 1. The position must exist. */
  public abstract Term element(Tuple tuple, int position);

  /** Returns the list of these elements, which are handed over, and this tail. */
  public abstract ListTerm list(Term[] elements, Term tail);

  /** Returns the list of these bytes, which are handed over. */
  public abstract ListTerm byteList(byte[] bytes);

  /** Returns whether a term is a list that is not empty. */
  public abstract boolean isCells(Term term);

  /** Returns whether a term is a list that holds bytes in an array. */
  public abstract boolean isByteList(Term term);

  /** Returns the array of a {@linkplain #isByteList list of bytes}, which it fills to the end. */
  public abstract byte[] array(ListTerm byteList);

  /** Returns the offset of a {@linkplain #isByteList list of bytes} in its array. */
  public abstract int offset(ListTerm byteList);

  /**
   * Returns the number of {@linkplain #isCells cells} that are held together at the beginning of a
   * list.
   */
  public abstract int runLength(Term cells);

  /** Returns the head of one of the cells held together, from 0. */
  public abstract Term runElement(Term cells, int index);

  /** Returns the tail of the last of the cells held together. */
  public abstract Term runTail(Term cells);

  /**
   * Returns the map of these keys, in any order, and then their values in the same order; null if a
   * key occurs twice.
   *
   * @param keysThenValues an array that the caller hands over
   */
  public abstract @Nullable MapTerm map(Term[] keysThenValues);

  /** Returns the keys of a map in order, and then their values. */
  public abstract Term[] keysThenValues(MapTerm map);

  /** Returns whether a field occurs twice. */
  public abstract boolean hasDuplicate(Atom[] fields);

  /** Returns the record of these fields, none twice, and values, which are handed over. */
  public abstract RecordTerm record(
      Atom module, Atom name, boolean exported, Atom[] fields, Term[] values);

  /** Returns a fun with other captured terms, which are handed over. */
  public abstract LocalFun withFree(LocalFun fun, Term[] free);
}
