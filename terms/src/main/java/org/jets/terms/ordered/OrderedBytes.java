package org.jets.terms.ordered;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.TermOrder;

/**
 * The ordered code of terms: bytes whose unsigned lexicographic order is Erlang's standard order,
 * {@link TermOrder#STANDARD}. It makes terms the keys of stores that compare bytes, such as RocksDB
 * and LMDB. {@link java.util.Arrays#compareUnsigned(byte[], byte[])} compares two codes.
 *
 * <h2>Codes and order keys</h2>
 *
 * <p>Terms of all types have a code, at any depth of nesting. The code of a term has two parts: the
 * <i>order</i>, and a <i>tail</i> of at least one byte.
 *
 * <ul>
 *   <li>The order is the same for terms that compare equal, such as {@code 1} and {@code 1.0}, or
 *       {@code 0.0} and {@code -0.0}.
 *   <li>The tail tells such terms apart, so that {@link #decode(byte[]) decode} returns the term
 *       that was encoded. It also orders them: as {@link TermOrder#EXACT} does, with {@code 1}
 *       before {@code 1.0}. So the codes are in the order {@code
 *       TermOrder.STANDARD.thenComparing(TermOrder.EXACT)}.
 *   <li>An {@link #orderKey} has the order and an empty tail, and so is equal for terms that
 *       compare equal. It is the key of an {@code ordered_set} of bytes. It is itself a code: that
 *       of the least term that compares equal, which has {@code 1} in place of {@code 1.0}.
 *   <li>If codes are the keys, the terms that compare equal to a term are the range {@link
 *       #rangeOf}.
 * </ul>
 *
 * <p>Equal terms have equal codes, with two exceptions. Local funs may differ in the pid of their
 * maker, and references in the number of words that are zeros. Neither counts for {@link
 * Term#equals}. The last bits of the tail have these details, so that nothing is lost.
 *
 * <p>No code is the beginning of another. So codes, or order keys, can be written one after the
 * other, and with other data behind them.
 *
 * <h2>Prefixes</h2>
 *
 * <p>Erlang compares tuples by size first. So the prefix of a tuple is meaningful for one size:
 * {@link #prefixOfTuple prefixOfTuple(3, a, b)} is the range of the tuples that match the pattern
 * {@code {A, B, _}} where {@code A == a} and {@code B == b}. {@link #prefixOfList prefixOfList(a,
 * b)} is that of the lists that match {@code [A, B | _]}, of any length and with any last tail.
 * Tuples and lists in these ranges are found by {@code ==}, as in an {@code ordered_set}.
 *
 * <p>Such a range holds the codes that begin with the order of the tuple's size and first elements,
 * except where the next byte is 00 or FF. These two continue a number: {@code {1.5, x}} has the
 * bytes of {@code {1, _}}, then FF.
 *
 * <h2>Layout of version {@value #FORMAT_VERSION}</h2>
 *
 * <p>Bytes are in hexadecimal, numbers are big-endian.
 *
 * <table>
 * <caption>The order of a term: its tag, and what follows</caption>
 * <tr><th>tag</th><th>term</th><th>what follows</th></tr>
 * <tr><td>03</td><td>integer or float below -2<sup>63</sup></td><td>the complement of the bytes
 *     that the absolute value has after 9E</td></tr>
 * <tr><td>04 to 0B</td><td>-2<sup>63</sup> to -9</td><td>0C less the tag is the number of bytes, as
 *     few as possible, at least one: the complement of (-9 - value)</td></tr>
 * <tr><td>0C to 13</td><td>-8 to -1</td><td></td></tr>
 * <tr><td>14</td><td>between -1 and 0</td><td>the complement of the absolute value's 8 bytes as a
 *     double</td></tr>
 * <tr><td>15</td><td>0, 0.0, -0.0</td><td></td></tr>
 * <tr><td>16</td><td>between 0 and 1</td><td>the value's 8 bytes as a double</td></tr>
 * <tr><td>17 to 95</td><td>1 to 127</td><td></td></tr>
 * <tr><td>96 to 9D</td><td>128 to 2<sup>63</sup>-1</td><td>the tag less 95 is the number of bytes,
 *     as few as possible, at least one: (value - 128)</td></tr>
 * <tr><td>9E</td><td>2<sup>63</sup> and above</td><td>the number n of bytes: (n - 8) in one byte, or
 *     above 135 in four bytes with the highest bit set. Then, if n is at most 128, the bytes without
 *     zeros at the end, escaped, and 00. If n is more, all n bytes as they are, and no 00</td></tr>
 * <tr><td>9F</td><td>float in the key of a map</td><td>the 8 bytes of the double, with the
 *     highest bit inverted, or all bits if negative</td></tr>
 * <tr><td>A4</td><td>atom</td><td>name</td></tr>
 * <tr><td>A8</td><td>reference</td><td>node, creation; the number of words without zeros at the
 *     high end, in one byte; these words in 4 bytes each, the last first</td></tr>
 * <tr><td>AC</td><td>local fun</td><td>module, index; old uniq in 4 bytes, with the highest bit
 *     inverted; the number of captured terms; these terms. In the key of a map also: 02, uniq in 16
 *     bytes, arity in one, old index in 4 as old uniq</td></tr>
 * <tr><td>AD</td><td>external fun</td><td>module, function, arity</td></tr>
 * <tr><td>B0</td><td>port</td><td>node, creation, number</td></tr>
 * <tr><td>B4</td><td>pid</td><td>serial, number, node, creation</td></tr>
 * <tr><td>B8 to BF</td><td>tuple of 0 to 7</td><td>the elements</td></tr>
 * <tr><td>C0</td><td>tuple of more</td><td>the arity, the elements</td></tr>
 * <tr><td>C4</td><td>record</td><td>module, name; 1 if exported and else 0, in one byte; the number
 *     of fields, their names, their values</td></tr>
 * <tr><td>C8 to CB</td><td>map of 0 to 3</td><td>the keys in ascending exact order, their
 *     values</td></tr>
 * <tr><td>CC</td><td>map of more</td><td>the size, the keys, the values</td></tr>
 * <tr><td>D0</td><td>{@code []}</td><td></td></tr>
 * <tr><td>D4</td><td>list of one or more</td><td>the elements; then 02 before the last tail {@code
 *     []}, which is left out; 01 and a last tail of a type before lists; or FE and a bitstring as
 *     last tail</td></tr>
 * <tr><td>D8</td><td>bitstring</td><td>the bytes, escaped, 00; then, if the last byte is partial, 00
 *     and the number of its bits, 1 to 7. Its other bits are zeros</td></tr>
 * </table>
 *
 * <ul>
 *   <li><i>Fractions.</i> A number whose absolute value is above 1 and that has a fraction has the
 *       bytes of its integer part, FF, and the bits after the point: 52 less the exponent, in whole
 *       bytes. A negative one has 00 and the complement. Integers and floats so share one scale,
 *       and neither is rounded.
 *   <li><i>Escaped</i> bytes have FF after each 00, so that another 00 can end them.
 *   <li><i>Names</i> of atoms, nodes, modules and so on are UTF-8, escaped, and 00.
 *   <li><i>Other numbers</i> are unsigned: 00 to F6 are these numbers. F7 to FE are followed by one
 *       to eight bytes, as few as possible.
 *   <li><i>Keys of maps</i>, with all inside them, are in exact order. There is no fraction: each
 *       float has the tag 9F.
 *   <li>All other tags are free. Future types of Erlang can take them without a change to the codes
 *       of this version.
 * </ul>
 *
 * <p>The tail is a string of bits, in which zeros at the end are left out. The first byte has the
 * bits 01, the first five of the string, and a bit for whether another byte follows. Each other
 * byte has seven more and such a bit. An empty tail is the byte 40. The string has:
 *
 * <ul>
 *   <li>for each number outside keys of maps that both an integer and a float can have as value: 0
 *       for an integer and 1 for a float. A zero has two bits: 00 for {@code 0}, 01 for {@code
 *       -0.0}, 10 for {@code 0.0}
 *   <li>for each local fun outside keys of maps, after its captured terms: uniq, arity and old
 *       index in 168 bits, as they are in the key of a map
 *   <li>after all of these, the details: three bits for each reference, 0 if it has the usual
 *       number of words, and else that number and one. The usual number is 3, or 5 if more are not
 *       zero. For each local fun, after its captured terms, the pid of its maker: the length of the
 *       node's name in 16 bits, the name, and number, serial and creation in 32 bits each
 * </ul>
 *
 * <p><b>Stability.</b> The codes of version {@value #FORMAT_VERSION} do not change: what one
 * release has stored, later ones read and find. Encoding has no limits, but decoding has: a term
 * beyond them needs wider options to be read again. Codes do not hold the version; a store that may
 * live longer than it keeps {@link #FORMAT_VERSION} beside them.
 *
 * <p><b>Decoding.</b> Each term has one code, and a decoder refuses all bytes that are not one. The
 * limits are those of the {@link DecodeOptions}; those about compressed terms and the version byte
 * have no meaning here. All faults of the input end in a {@link TermFormatException}.
 *
 * <p><b>Cost.</b> Linear time, except for the comparison of the keys of a map with their neighbours
 * while decoding. Terms whose tail is not empty are decoded twice. The order of a string of ASCII
 * has one byte a character. A byte 00 in a binary, a name or an integer above 64 bits takes two.
 * The worst case of decoding is a list of integers such as 2<sup>1016</sup>: it allocates some 200
 * bytes for each byte of input. Neither recurses without bound.
 *
 * <p>All methods are safe for use by several threads, and keep no state.
 */
public final class OrderedBytes {
  /** The version of the layout, which the codes do not hold. */
  public static final int FORMAT_VERSION = 1;

  /** The number of bytes that are copied at first from a buffer without an array. */
  private static final int FIRST_CHUNK = 1 << 10;

  static {
    // The readers and writers need the access to terms before they are initialized.
    OrderedTag.initialize();
  }

  private OrderedBytes() {}

  /**
   * Returns the code of a term.
   *
   * @throws IllegalArgumentException if it takes more bytes than an array can have; all methods
   *     that encode throw it
   */
  public static byte[] encode(Term term) {
    OrderedWriter writer = new OrderedWriter();
    int end = writeCode(term, writer);
    return Arrays.copyOf(writer.bytes(), end);
  }

  /**
   * Encodes a term into a buffer, from its position on.
   *
   * @throws java.nio.BufferOverflowException if the code does not fit; then the buffer is unchanged
   */
  public static void encode(Term term, ByteBuffer target) {
    Objects.requireNonNull(target, "target");
    OrderedWriter writer = new OrderedWriter();
    int end = writeCode(term, writer);
    target.put(writer.bytes(), 0, end);
  }

  /** Encodes a term in memory, and then writes it to a stream. */
  public static void encode(Term term, OutputStream output) throws IOException {
    Objects.requireNonNull(output, "output");
    OrderedWriter writer = new OrderedWriter();
    int end = writeCode(term, writer);
    output.write(writer.bytes(), 0, end);
  }

  private static int writeCode(Term term, OrderedWriter writer) {
    return writer.writeTail(writer.write(Objects.requireNonNull(term, "term"), 0));
  }

  /**
   * Returns the order of a term with an empty tail. Two terms have equal order keys if and only if
   * they {@linkplain TermOrder#equal compare equal}.
   */
  public static byte[] orderKey(Term term) {
    OrderedWriter writer = new OrderedWriter();
    int end = writer.writeEmptyTail(writer.write(Objects.requireNonNull(term, "term"), 0));
    return Arrays.copyOf(writer.bytes(), end);
  }

  /** Returns the range of the codes and order keys of all terms that compare equal to a term. */
  public static ByteRange rangeOf(Term term) {
    OrderedWriter writer = new OrderedWriter();
    return range(writer, writer.write(Objects.requireNonNull(term, "term"), 0));
  }

  /**
   * Returns the range of the codes and order keys of all tuples of a size whose first elements
   * compare equal to these.
   *
   * @param arity the number of elements of the tuples, those given included
   * @param first the first elements; with none, the range is that of all tuples of the size
   * @throws IllegalArgumentException if there are more elements than the arity
   */
  public static ByteRange prefixOfTuple(int arity, Term... first) {
    Objects.requireNonNull(first, "first");
    if (arity < first.length) {
      throw new IllegalArgumentException(
          "arity: " + arity + " (expected: " + first.length + " or more, the elements given)");
    }
    OrderedWriter writer = new OrderedWriter();
    return range(writer, writeAll(first, writer, writer.writeTupleHead(arity, 0)));
  }

  /**
   * Returns the range of the codes and order keys of all lists that begin with elements that
   * compare equal to these: longer ones, the list of just these, and improper ones with any last
   * tail.
   *
   * @param first the first elements; with none, the range is that of all lists but {@code []}
   */
  public static ByteRange prefixOfList(Term... first) {
    Objects.requireNonNull(first, "first");
    OrderedWriter writer = new OrderedWriter();
    return range(writer, writeAll(first, writer, writer.put1(0, OrderedTag.LIST)));
  }

  private static int writeAll(Term[] terms, OrderedWriter writer, int at) {
    int end = at;
    for (int i = 0; i < terms.length; i++) {
      if (terms[i] == null) {
        throw new NullPointerException("first[" + i + "]");
      }
      end = writer.write(terms[i], end);
    }
    return end;
  }

  private static ByteRange range(OrderedWriter writer, int end) {
    return new ByteRange(writer.bytes(), end, OrderedTag.BELOW + 1, OrderedTag.ABOVE);
  }

  /** Decodes a code that fills the array, with the default options. */
  public static Term decode(byte[] bytes) {
    return decode(bytes, DecodeOptions.defaults());
  }

  /**
   * Decodes a code that fills the array.
   *
   * @throws TermFormatException if the bytes are not exactly one code
   */
  public static Term decode(byte[] bytes, DecodeOptions options) {
    Objects.requireNonNull(bytes, "bytes");
    return decode(bytes, 0, bytes.length, options);
  }

  /**
   * Decodes a code that fills a part of an array.
   *
   * @throws TermFormatException if the bytes are not exactly one code; offsets count from the
   *     beginning of the part
   * @throws IndexOutOfBoundsException if the array has no such part
   */
  public static Term decode(byte[] bytes, int offset, int length, DecodeOptions options) {
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(options, "options");
    Objects.checkFromIndexSize(offset, length, bytes.length);
    OrderedReader reader = reader(bytes, offset, length, options);
    Term term = reader.read();
    reader.requireEnd(offset + length);
    return term;
  }

  /**
   * Decodes the code that begins at the buffer's position, and moves the position behind it. The
   * bytes that follow are ignored.
   *
   * @throws TermFormatException if there is no code; then the position has not moved, and offsets
   *     count from it
   */
  public static Term decode(ByteBuffer buffer, DecodeOptions options) {
    Objects.requireNonNull(buffer, "buffer");
    Objects.requireNonNull(options, "options");
    if (!buffer.hasArray()) {
      return decodeDirect(buffer, options);
    }
    int from = buffer.arrayOffset() + buffer.position();
    OrderedReader reader = reader(buffer.array(), from, buffer.remaining(), options);
    Term term = reader.read();
    buffer.position(reader.position() - buffer.arrayOffset());
    return term;
  }

  private static OrderedReader reader(byte[] input, int offset, int length, DecodeOptions options) {
    int limit = options.maxEncodedBytes();
    int end = offset + Math.min(length, limit);
    return new OrderedReader(input, offset, end, length > limit, options);
  }

  /**
   * Decodes the next term of a buffer without an array. Copies a part of it, and a larger part if
   * the term does not end there, since many more terms may follow.
   */
  private static Term decodeDirect(ByteBuffer buffer, DecodeOptions options) {
    int start = buffer.position();
    int available = Math.min(buffer.remaining(), options.maxEncodedBytes());
    // The atoms of an attempt stay, so that the next one does not count them again.
    List<Atom> atoms = new ArrayList<>();
    int length = Math.min(available, FIRST_CHUNK);
    while (true) {
      byte[] chunk = new byte[length];
      buffer.duplicate().get(chunk);
      boolean isAll = length == available;
      boolean cutByLimit = isAll && available < buffer.remaining();
      OrderedReader reader = new OrderedReader(chunk, 0, length, cutByLimit, options);
      reader.keepAtoms(atoms);
      try {
        Term term = reader.read();
        buffer.position(start + reader.position());
        return term;
      } catch (TermFormatException e) {
        if (isAll || !reader.isTruncated()) {
          throw e;
        }
      }
      length = (int) Math.min(available, 4L * length);
    }
  }
}
