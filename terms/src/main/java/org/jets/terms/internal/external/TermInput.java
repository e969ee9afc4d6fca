package org.jets.terms.internal.external;

import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;

/**
 * A cursor over the bytes of a part of an array. Numbers are big-endian. A request for more bytes
 * than are left ends in a {@link TermFormatException} before anything is allocated.
 *
 * <p>A length that counts terms {@linkplain #reserved reserves} a byte for each term that is still
 * to come. So nested lengths cannot claim the same bytes twice: the whole input never makes more
 * places for terms than it has bytes.
 */
public class TermInput {
  private static final TermAccess TERMS = TermAccess.installed();

  protected final byte[] input;
  protected final DecodeOptions options;

  /** The index of the next byte in the array. */
  protected int position;

  /** The number of the next bytes that are reserved for terms still to come. */
  protected int reserved;

  private int newAtoms;
  private boolean isTruncated;

  private final int start;
  private final int end;

  /** True if the input had more bytes than the option allows for a term. */
  private final boolean cutByLimit;

  private final boolean inCompressedData;

  /**
   * @param cutByLimit whether the input goes on after this part, which {@link
   *     DecodeOptions#maxEncodedBytes} ends
   * @param inCompressedData whether the part is the uncompressed form of a compressed term
   */
  protected TermInput(
      byte[] input,
      int start,
      int end,
      boolean cutByLimit,
      boolean inCompressedData,
      DecodeOptions options) {
    this.input = input;
    this.start = start;
    this.end = end;
    this.cutByLimit = cutByLimit;
    this.inCompressedData = inCompressedData;
    this.options = options;
    this.position = start;
  }

  public final int remaining() {
    return end - position;
  }

  protected final boolean atEnd() {
    return position == end;
  }

  protected final void skip(int count) {
    position += count;
  }

  /** Returns a copy of the next bytes. */
  protected final byte[] copy(int at, int length) {
    require(at, length);
    int from = position;
    position = from + length;
    return Bytes.copyOf(input, from, length);
  }

  /** Reads an unsigned byte. */
  protected final int next1() {
    int at = position;
    if (at >= end) {
      throw truncated(at, "no more bytes");
    }
    position = at + 1;
    return input[at] & 0xff;
  }

  /** Reads an unsigned number of 16 bits. */
  final int next2() {
    int at = position;
    require(at, Short.BYTES);
    position = at + Short.BYTES;
    return Bytes.get2(input, at);
  }

  protected final int next4() {
    int at = position;
    require(at, Integer.BYTES);
    position = at + Integer.BYTES;
    return Bytes.get4(input, at);
  }

  protected final long next8() {
    int at = position;
    require(at, Long.BYTES);
    position = at + Long.BYTES;
    return Bytes.get8(input, at);
  }

  /** Returns the map of these keys and values, and throws if a key occurs twice. */
  protected final MapTerm mapOf(int at, Term[] keysThenValues) {
    MapTerm map = TERMS.map(keysThenValues);
    if (map == null) {
      throw corrupt(at, "a map with a key that occurs twice");
    }
    return map;
  }

  /**
   * Throws if fewer bytes than this are left.
   *
   * @param at the start of the term
   * @param length unsigned
   */
  protected final void require(int at, int length) {
    if (length < 0 || length > end - position) {
      throw truncated(
          at, Integer.toUnsignedString(length) + " bytes needed, " + (end - position) + " left");
    }
  }

  /**
   * Returns an array for terms that are still to come, and reserves a byte for each.
   *
   * @param count the number of items, unsigned
   * @param each the number of terms for each item
   * @param more the number of further terms, which have no place in the array
   */
  protected final Term[] reserve(int at, int count, int each, int more, String what) {
    long terms = Integer.toUnsignedLong(count) * each;
    requireRoom(at, terms + more, count, what);
    reserved += (int) terms + more;
    return new Term[(int) terms];
  }

  /** Throws unless this many unreserved bytes are left. */
  protected final void requireRoom(int at, long bytes, int count, String what) {
    int free = remaining() - reserved;
    if (bytes > free) {
      throw truncated(
          at, what + " of size " + Integer.toUnsignedString(count) + " in " + free + " bytes");
    }
  }

  /** Returns the number of new atoms that this input has made. */
  public final int newAtoms() {
    return newAtoms;
  }

  /** Sets the number of new atoms that count against the limit already. */
  protected final void setNewAtoms(int count) {
    newAtoms = count;
  }

  /** Returns the atom of a name in UTF-8, which may be new within the limits. */
  protected final Atom atom(int at, byte[] utf8, int from, int length) {
    Atom atom = TERMS.existingAtom(utf8, from, length);
    return atom != null ? atom : newAtom(at, utf8, from, length);
  }

  private Atom newAtom(int at, byte[] utf8, int from, int length) {
    if (options.safe()) {
      throw corrupt(at, "an atom that is new (expected: a known one, see safe)");
    }
    if (newAtoms >= options.maxNewAtoms()) {
      throw corrupt(at, "more than " + newAtoms + " new atoms (the limit, see maxNewAtoms)");
    }
    newAtoms++;
    try {
      return TERMS.atom(utf8, from, length);
    } catch (IllegalArgumentException e) {
      throw corrupt(at, "an atom that is not UTF-8 or too long: " + e.getMessage());
    }
  }

  /** Returns the exception for input that ends too early. */
  protected final TermFormatException truncated(int at, String what) {
    isTruncated = true;
    return cutByLimit
        ? corrupt(
            at,
            "a term of more than "
                + options.maxEncodedBytes()
                + " bytes (the limit, see maxEncodedBytes)")
        : corrupt(at, "truncated: " + what);
  }

  /** Returns whether an exception was made because the input ends too early. */
  public final boolean isTruncated() {
    return isTruncated;
  }

  /** Returns the exception for a byte of the input, or of the uncompressed form of it. */
  protected final TermFormatException corrupt(int at, String reason) {
    return new TermFormatException(at - (long) start, inCompressedData, reason, false);
  }

  /** Returns the exception for a term that is nested too deep. */
  protected final TermFormatException tooDeep(int at, int limit) {
    return new TermFormatException(
        at - (long) start,
        inCompressedData,
        "terms nested deeper than " + limit + " (the limit, see maxDepth)",
        true);
  }
}
