package org.jets.terms;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jets.terms.internal.external.TermAccess;
import org.jets.terms.internal.external.TermDecoding;
import org.jets.terms.internal.external.TermWriter;
import org.jets.terms.internal.external.WriterPool;
import org.jspecify.annotations.Nullable;

/**
 * Erlang's external term format: the bytes of {@code term_to_binary} and {@code binary_to_term}.
 *
 * <p><b>Encoding.</b> The bytes are those of OTP 29, except for the order of the keys of a map,
 * which in Erlang is private to a node. With {@link EncodeOptions#withDeterministic} the order of
 * keys is OTP's too. With {@link EncodeOptions#withMinorVersion minor version} 1 the bytes are
 * those of OTP 25, which has no native records.
 *
 * <p><b>Decoding.</b> Accepted are all forms that any release of OTP writes for the types of {@link
 * Term}, compressed forms included, and the further forms that OTP reads:
 *
 * <ul>
 *   <li>integers in longer forms than needed
 *   <li>any non-zero byte as the sign of a negative integer
 *   <li>lists of bytes in the long form
 *   <li>lists without cells, which are read as their tail
 * </ul>
 *
 * <p>Refused by name are LOCAL_EXT, which only its writer reads, FUN_EXT from before R15, and the
 * tags with a meaning only inside messages between nodes. Also refused, unlike in OTP, are these
 * forms that OTP does not write:
 *
 * <ul>
 *   <li>a compressed term with more than one term in it
 *   <li>a local fun that states a wrong size
 *   <li>a reference without words
 *   <li>an external fun of more than 255 arguments
 * </ul>
 *
 * <p>Malformed bytes, and bytes beyond a limit of the {@link DecodeOptions}, end in a {@link
 * TermFormatException}. Decoding takes linear time, except for sorting the keys of maps. Its
 * recursion is bounded. It takes at worst some 50 bytes of memory for each byte of input.
 *
 * <p>All methods are safe for use by several threads.
 *
 * @see <a href="https://www.erlang.org/doc/apps/erts/erl_ext_dist.html">External Term Format</a>
 */
public final class ExternalTermFormat {
  static {
    TermAccess.install(new Access());
  }

  private ExternalTermFormat() {}

  /** Initializes this class, which gives the internal packages access to terms. */
  static void initialize() {}

  /** Encodes a term as {@code term_to_binary/1} does. */
  public static byte[] encode(Term term) {
    return encode(term, EncodeOptions.defaults());
  }

  /**
   * Encodes a term.
   *
   * @throws IllegalArgumentException if that takes more bytes than an array can have; the other
   *     overloads throw it too
   */
  public static byte[] encode(Term term, EncodeOptions options) {
    Objects.requireNonNull(options, "options");
    TermWriter writer = WriterPool.take();
    byte[] bytes = new TermEncoder(options, writer).write(term).toByteArray();
    WriterPool.giveBack(writer);
    return bytes;
  }

  /**
   * Encodes a term into a buffer, from its position on.
   *
   * @throws java.nio.BufferOverflowException if it does not fit; then the buffer is unchanged
   */
  public static void encode(Term term, EncodeOptions options, ByteBuffer target) {
    Objects.requireNonNull(target, "target");
    new TermEncoder(options).write(term).writeTo(target);
  }

  /** Encodes a term in memory, and then writes it to a stream. */
  public static void encode(Term term, EncodeOptions options, OutputStream output)
      throws IOException {
    Objects.requireNonNull(output, "output");
    new TermEncoder(options).write(term).writeTo(output);
  }

  /** Decodes one term that fills the array, with the default options. */
  public static Term decode(byte[] bytes) {
    return decode(bytes, DecodeOptions.defaults());
  }

  /**
   * Decodes one term that fills the array. Unlike {@code binary_to_term/1} this refuses bytes after
   * the term; {@link #decode(ByteBuffer, DecodeOptions)} ignores them.
   *
   * @throws TermFormatException if the bytes are not exactly one term
   */
  public static Term decode(byte[] bytes, DecodeOptions options) {
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(options, "options");
    return TermDecoding.whole(bytes, options);
  }

  /**
   * Decodes the term that begins at the buffer's position, and moves the position behind it: {@code
   * binary_to_term(Binary, [used])}. The bytes that follow are ignored.
   *
   * @throws TermFormatException if there is no term; then the position has not moved, and offsets
   *     count from it
   */
  public static Term decode(ByteBuffer buffer, DecodeOptions options) {
    Objects.requireNonNull(buffer, "buffer");
    Objects.requireNonNull(options, "options");
    return TermDecoding.next(buffer, options);
  }

  /**
   * Decodes the next term of a stream and reads no byte beyond it. A buffered stream is best, since
   * it is read in small pieces.
   *
   * @throws TermFormatException if there is no term; offsets count from where reading began
   * @throws java.io.EOFException if the stream has ended before the first byte
   * @throws IOException if the stream cannot be read
   */
  public static Term decode(InputStream input, DecodeOptions options) throws IOException {
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(options, "options");
    return TermDecoding.next(input, options);
  }

  /** The access that the internal packages have to terms: plain delegation. */
  private static final class Access extends TermAccess {
    @Override
    public Atom atom(byte[] utf8, int offset, int length) {
      return Atom.ofUtf8(utf8, offset, length);
    }

    @Override
    public @Nullable Atom existingAtom(byte[] utf8, int offset, int length) {
      return Atom.existingUtf8(utf8, offset, length);
    }

    @Override
    public byte[] utf8(Atom atom) {
      return atom.utf8();
    }

    @Override
    public long prefix(Atom atom) {
      return atom.prefix();
    }

    @Override
    public boolean isInt32(Term term) {
      return term instanceof Int32;
    }

    @Override
    public int int32(Term int32) {
      return ((Int32) int32).value;
    }

    @Override
    public Binary binary(byte[] bytes) {
      return Binary.wrap(bytes);
    }

    @Override
    public Bitstring bitstring(byte[] bytes, int trailingBits) {
      return Bitstring.wrap(bytes, trailingBits);
    }

    @Override
    public byte @Nullable [] filledArray(Term term) {
      return term instanceof ArrayBinary binary ? binary.array() : null;
    }

    @Override
    public byte[] array(Bitstring bits) {
      return bits.array();
    }

    @Override
    public int offset(Bitstring bits) {
      return bits.offset();
    }

    @Override
    public Tuple tuple(Term[] elements) {
      return Tuple.wrap(elements);
    }

    @Override
    public Term elementOf2(Tuple tuple, int position) {
      return tuple instanceof Tuple2 plain ? plain.elementAt(position) : tuple.elementAt(position);
    }

    @Override
    public Term elementOf3(Tuple tuple, int position) {
      return tuple instanceof Tuple3 plain ? plain.elementAt(position) : tuple.elementAt(position);
    }

    @Override
    public Term element(Tuple tuple, int position) {
      return tuple.elementAt(position);
    }

    @Override
    public ListTerm list(Term[] elements, Term tail) {
      return ListTerm.wrap(elements, tail);
    }

    @Override
    public ListTerm byteList(byte[] bytes) {
      return ListTerm.wrapBytes(bytes);
    }

    @Override
    public boolean isCells(Term term) {
      return term instanceof ListCells;
    }

    @Override
    public boolean isByteList(Term term) {
      return term instanceof ByteList;
    }

    @Override
    public byte[] array(ListTerm byteList) {
      return ((ByteList) byteList).array();
    }

    @Override
    public int offset(ListTerm byteList) {
      return ((ByteList) byteList).offset();
    }

    @Override
    public int runLength(Term cells) {
      // Here and below by class first: a call costs more, and lists made by cons have one a cell.
      return cells instanceof ConsList ? 1 : ((ListCells) cells).runLength();
    }

    @Override
    public Term runElement(Term cells, int index) {
      return cells instanceof ConsList cons
          ? cons.runElement(index)
          : ((ListCells) cells).runElement(index);
    }

    @Override
    public Term runTail(Term cells) {
      return cells instanceof ConsList cons ? cons.runTail() : ((ListCells) cells).runTail();
    }

    @Override
    public @Nullable MapTerm map(Term[] keysThenValues) {
      return MapTerm.wrap(keysThenValues);
    }

    @Override
    public Term[] keysThenValues(MapTerm map) {
      return map.keysThenValues();
    }

    @Override
    public boolean hasDuplicate(Atom[] fields) {
      return RecordDefinition.duplicate(fields) != null;
    }

    @Override
    public RecordTerm record(
        Atom module, Atom name, boolean exported, Atom[] fields, Term[] values) {
      return RecordTerm.wrap(new RecordDefinition(module, name, exported, fields), values);
    }

    @Override
    public LocalFun withFree(LocalFun fun, Term[] free) {
      return fun.withFree(free);
    }
  }
}
