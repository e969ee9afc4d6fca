package org.jets.terms.internal.external;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.internal.text.FloatText;
import org.jspecify.annotations.Nullable;

/** A reader of the terms of the external term format that contain no terms other than atoms. */
public class ScalarReader extends TermInput {
  private static final TermAccess TERMS = TermAccess.installed();
  private static final int MAX_OLD_CREATION = 3;
  private static final int OLD_REFERENCE_BITS = 18;

  private final int viewsFrom;

  /** The atoms that ATOM_CACHE_REF refers to, or null where this tag has no meaning. */
  private @Nullable List<Atom> references;

  ScalarReader(
      byte[] input,
      int start,
      int end,
      boolean cutByLimit,
      boolean inCompressedData,
      DecodeOptions options) {
    super(input, start, end, cutByLimit, inCompressedData, options);
    this.viewsFrom = options.viewsFrom();
  }

  /** Sets the atoms that ATOM_CACHE_REF refers to. */
  public final void setReferences(List<Atom> atoms) {
    references = atoms;
  }

  /** Reads the bytes after the tag of a term that is no compound one. */
  final Term readLeaf(int at, int tag) {
    return switch (tag) {
      case ExternalTag.BIT_BINARY -> bitstring(at);
      case ExternalTag.NEW_FLOAT -> newFloat(at);
      case ExternalTag.FLOAT -> textFloat(at);
      case ExternalTag.SMALL_BIG -> integer(at, next1());
      case ExternalTag.LARGE_BIG -> integer(at, next4());
      case ExternalTag.ATOM_UTF8 -> utf8Atom(at, next2());
      case ExternalTag.ATOM -> latin1Atom(at, next2());
      case ExternalTag.SMALL_ATOM -> latin1Atom(at, next1());
      case ExternalTag.NEW_PID, ExternalTag.PID -> pid(tag);
      case ExternalTag.NEW_PORT, ExternalTag.V4_PORT, ExternalTag.PORT -> port(tag);
      case ExternalTag.NEWER_REFERENCE -> reference(at);
      case ExternalTag.NEW_REFERENCE, ExternalTag.REFERENCE -> oldReference(at, tag);
      case ExternalTag.EXPORT -> externalFun(at);
      case ExternalTag.ATOM_CACHE_REF -> referredAtom(at);
      default -> throw corrupt(at, unreadable(tag));
    };
  }

  private static String unreadable(int tag) {
    String why =
        switch (tag) {
          case ExternalTag.COMPRESSED -> "a compressed term inside another";
          case ExternalTag.FUN ->
              "FUN_EXT, a fun of before OTP R15, which no release reads any more";
          case ExternalTag.LOCAL -> "LOCAL_EXT, which only the node that wrote it can read";
          case ExternalTag.VERSION -> "a version byte inside a term";
          default -> "no such tag";
        };
    return "tag " + tag + ": " + why + " (expected: the tag of a term)";
  }

  final Binary binary(int at, int length) {
    return length >= viewsFrom ? view(at, length) : TERMS.binary(copy(at, length));
  }

  private Binary view(int at, int length) {
    require(at, length);
    int from = position;
    position = from + length;
    return Binary.view(input, from, length);
  }

  private Bitstring bitstring(int at) {
    int length = next4();
    int bits = next1();
    if (bits < 1 || bits > Byte.SIZE || length == 0) {
      throw corrupt(
          at,
          "a bitstring of "
              + Integer.toUnsignedString(length)
              + " bytes with "
              + bits
              + " bits in the last (expected: 1..8 and a last byte)");
    }
    if (bits == Byte.SIZE) {
      return binary(at, length);
    }
    return TERMS.bitstring(copy(at, length), bits);
  }

  private FloatTerm newFloat(int at) {
    require(at, Long.BYTES);
    double value = Double.longBitsToDouble(Bytes.get8(input, position));
    position += Long.BYTES;
    return finite(at, value);
  }

  private FloatTerm textFloat(int at) {
    require(at, ExternalTag.FLOAT_BYTES);
    Double value = FloatText.parse(input, position, ExternalTag.FLOAT_BYTES);
    if (value == null) {
      throw corrupt(at, "a float as text that is not one");
    }
    position += ExternalTag.FLOAT_BYTES;
    return finite(at, value);
  }

  private FloatTerm finite(int at, double value) {
    if (!Double.isFinite(value)) {
      throw corrupt(at, "float: " + value + " (expected: a finite number)");
    }
    return FloatTerm.of(value);
  }

  /**
   * Reads an integer: its sign and its magnitude, which is little-endian and may have leading
   * zeros.
   */
  private IntegerTerm integer(int at, int length) {
    require(at, length);
    boolean negative = next1() != 0;
    require(at, length);
    if (length > options.maxIntegerBytes()) {
      throw corrupt(
          at,
          "an integer of "
              + length
              + " bytes (expected: at most "
              + options.maxIntegerBytes()
              + ", see maxIntegerBytes)");
    }
    int from = position;
    position += length;
    int highest = position - 1;
    while (highest >= from && input[highest] == 0) {
      highest--;
    }
    if (highest - from >= Long.BYTES) {
      return bigInteger(from, highest, negative);
    }
    long magnitude = 0;
    for (int i = highest; i >= from; i--) {
      magnitude = magnitude << Byte.SIZE | (input[i] & 0xff);
    }
    if (magnitude >= 0) {
      return IntegerTerm.of(negative ? -magnitude : magnitude);
    }
    return magnitude == Long.MIN_VALUE && negative
        ? IntegerTerm.of(Long.MIN_VALUE)
        : bigInteger(from, highest, negative);
  }

  private IntegerTerm bigInteger(int from, int highest, boolean negative) {
    byte[] magnitude = new byte[highest - from + 1];
    for (int i = 0; i < magnitude.length; i++) {
      magnitude[i] = input[highest - i];
    }
    return IntegerTerm.of(new BigInteger(negative ? -1 : 1, magnitude));
  }

  final Atom utf8Atom(int at, int length) {
    require(at, length);
    int from = position;
    position += length;
    return atom(at, input, from, length);
  }

  private Atom latin1Atom(int at, int length) {
    require(at, length);
    if (length > Atom.MAX_CODE_POINTS) {
      throw corrupt(at, tooLongAtom());
    }
    byte[] utf8 =
        new String(input, position, length, StandardCharsets.ISO_8859_1)
            .getBytes(StandardCharsets.UTF_8);
    position += length;
    return atom(at, utf8, 0, utf8.length);
  }

  private static String tooLongAtom() {
    return "an atom of more than " + Atom.MAX_CODE_POINTS + " characters";
  }

  private Atom referredAtom(int at) {
    List<Atom> atoms = references;
    if (atoms == null) {
      throw corrupt(
          at,
          "tag 82: ATOM_CACHE_REF, which only a message between nodes can resolve"
              + " (expected: the tag of a term)");
    }
    int index = next1();
    if (index >= atoms.size()) {
      throw corrupt(at, "a reference to atom " + index + " of " + atoms.size());
    }
    return atoms.get(index);
  }

  /** Reads a term that must be an atom. */
  final Atom atom() {
    int at = position;
    int tag = next1();
    return switch (tag) {
      case ExternalTag.SMALL_ATOM_UTF8 -> utf8Atom(at, next1());
      case ExternalTag.ATOM_UTF8 -> utf8Atom(at, next2());
      case ExternalTag.ATOM -> latin1Atom(at, next2());
      case ExternalTag.SMALL_ATOM -> latin1Atom(at, next1());
      case ExternalTag.ATOM_CACHE_REF -> referredAtom(at);
      default -> throw corrupt(at, "tag " + tag + " (expected: the tag of an atom)");
    };
  }

  /** Reads a term that must be an integer of 32 bits. */
  final int int32() {
    int at = position;
    int tag = next1();
    IntegerTerm value =
        switch (tag) {
          case ExternalTag.SMALL_INTEGER -> IntegerTerm.of(next1());
          case ExternalTag.INTEGER -> IntegerTerm.of(next4());
          case ExternalTag.SMALL_BIG -> integer(at, next1());
          default -> throw corrupt(at, "tag " + tag + " (expected: the tag of an integer)");
        };
    if (!value.fitsInt()) {
      throw corrupt(at, "integer: " + value + " (expected: 32 bits)");
    }
    return value.intValue();
  }

  final Pid pid(int tag) {
    Atom node = atom();
    int id = next4();
    int serial = next4();
    return Pid.of(node, id, serial, tag == ExternalTag.PID ? oldCreation() : next4());
  }

  private Port port(int tag) {
    Atom node = atom();
    long id = tag == ExternalTag.V4_PORT ? next8() : Integer.toUnsignedLong(next4());
    return Port.of(node, id, tag == ExternalTag.PORT ? oldCreation() : next4());
  }

  private int oldCreation() {
    int at = position;
    int creation = next1();
    if (creation > MAX_OLD_CREATION) {
      throw corrupt(at, "creation: " + creation + " (expected: 0.." + MAX_OLD_CREATION + ")");
    }
    return creation;
  }

  private Reference reference(int at) {
    int count = wordCount(at, next2());
    Atom node = atom();
    int creation = next4();
    return Reference.of(node, creation, words(count));
  }

  private Reference oldReference(int at, int tag) {
    if (tag == ExternalTag.NEW_REFERENCE) {
      int count = wordCount(at, next2());
      Atom node = atom();
      int creation = oldCreation();
      return Reference.of(node, creation, oldWords(at, count));
    }
    Atom node = atom();
    int[] words = oldWords(at, 1);
    return Reference.of(node, oldCreation(), words);
  }

  private int wordCount(int at, int count) {
    if (count > Reference.MAX_WORDS) {
      throw corrupt(
          at, "a reference of " + count + " words (expected: 0.." + Reference.MAX_WORDS + ")");
    }
    return count;
  }

  private int[] words(int count) {
    int[] words = new int[count];
    for (int i = 0; i < count; i++) {
      words[i] = next4();
    }
    return words;
  }

  private int[] oldWords(int at, int count) {
    int[] words = words(count);
    if (count > 0 && words[0] >>> OLD_REFERENCE_BITS != 0) {
      throw corrupt(
          at,
          "first word: "
              + Integer.toUnsignedString(words[0])
              + " (expected: "
              + OLD_REFERENCE_BITS
              + " bits in an old reference)");
    }
    return words;
  }

  private ExternalFun externalFun(int at) {
    if (options.safe()) {
      throw corrupt(at, "an external fun (expected: none, see safe)");
    }
    Atom module = atom();
    Atom function = atom();
    int arity = int32();
    if (arity < 0 || arity > 0xff) {
      throw corrupt(at, "an external fun of arity " + arity + " (expected: 0..255)");
    }
    return ExternalFun.of(module, function, arity);
  }
}
