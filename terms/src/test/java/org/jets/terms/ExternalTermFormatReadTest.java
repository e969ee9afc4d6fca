package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PipedInputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of forms that are read although OTP 29 does not write them, and of forms that are refused.
 */
class ExternalTermFormatReadTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final Atom NODE = Atom.of("a@b");
  private static final String NODE_HEX = "640003614062";

  static Stream<Arguments> read() {
    return Stream.of(
        // Atoms of releases before OTP 26.
        form("6400026f6b", Atom.OK),
        form("73026f6b", Atom.OK),
        form("640001e5", Atom.of("å")),
        form("7302e5e6", Atom.of("åæ")),
        form("6400ff" + "e5".repeat(255), Atom.of("å".repeat(255))),
        form("7600026f6b", Atom.OK),
        // Identifiers whose creation has one byte.
        form("67" + NODE_HEX + "ffffffff0000000203", Pid.of(NODE, -1, 2, 3)),
        form("66" + NODE_HEX + "ffffffff03", Port.of(NODE, 0xffffffffL, 3)),
        form("65" + NODE_HEX + "0003ffff03", Reference.of(NODE, 3, 0x3ffff)),
        form("720002" + NODE_HEX + "030003ffffffffffff", Reference.of(NODE, 3, 0x3ffff, -1)),
        // Ports of 32 bits.
        form("59" + NODE_HEX + "ffffffff0000012c", Port.of(NODE, 0xffffffffL, 300)),
        // Floats as text.
        form(text("1.50000000000000000000e+00"), FloatTerm.of(1.5)),
        form(text("-0.00000000000000000000e+00"), FloatTerm.of(-0.0)),
        form(text("1.00000000000000005250e+300"), FloatTerm.of(1e300)),
        form(text("+1.5E-3"), FloatTerm.of(0.0015)),
        form(text("1,5"), FloatTerm.of(1.5)),
        form(text("1.5\0rest"), FloatTerm.of(1.5)),
        form(text("1.0e-999"), FloatTerm.of(0.0)),
        form(text("1.00000000000000000000e+0000001"), FloatTerm.of(10.0)),
        // Integers in more bytes than they need, and a sign that is not 1.
        form("6200000005", IntegerTerm.of(5)),
        form("6e0000", IntegerTerm.of(0)),
        form("6e0001", IntegerTerm.of(0)),
        form("6e010705", IntegerTerm.of(-5)),
        form("6e0300010000", IntegerTerm.of(1)),
        form("6e0901000000000000008000", IntegerTerm.of(Long.MIN_VALUE)),
        form("6f0000000000", IntegerTerm.of(0)),
        form("6f0000000101ff", IntegerTerm.of(-255)),
        form("6f0000000a0000000000000000008000", IntegerTerm.of(BigInteger.ONE.shiftLeft(71))),
        // Lists in the longer form, and without cells.
        form("6c0000000261016102" + "6a", ListTerm.ofBytes(new byte[] {1, 2})),
        form("6c000000006a", ListTerm.empty()),
        form("6c000000006105", IntegerTerm.of(5)),
        form("6b0000", ListTerm.empty()),
        form("6c0000000161016b000102", ListTerm.ofBytes(new byte[] {1, 2})),
        // Tuples and atoms in the longer form.
        form("690000000161" + "07", Tuple.of(IntegerTerm.of(7))),
        form("6900000000", Tuple.of()),
        // Atoms of a record in other forms, and fields in another order than that of atoms.
        form(
            "430000000201" + "6400016d" + "73016e" + "76000162" + "770161" + "61016102",
            RecordTerm.of(
                Atom.of("m"),
                Atom.of("n"),
                true,
                List.of(Atom.of("b"), Atom.of("a")),
                List.of(IntegerTerm.of(1), IntegerTerm.of(2)))),
        // A last byte of eight bits.
        form("4d000000020801ff", Binary.of(new byte[] {1, -1})),
        form("4d0000000101ff", Bitstring.of(new byte[] {-128}, 1)),
        // An arity in another form.
        form("7173016173016262" + "00000003", ExternalFun.of(Atom.of("a"), Atom.of("b"), 3)),
        form("717301617301626e010003", ExternalFun.of(Atom.of("a"), Atom.of("b"), 3)));
  }

  private static Arguments form(String hex, Term term) {
    return Arguments.of(hex, term);
  }

  private static String text(String number) {
    byte[] padded = new byte[31];
    byte[] digits = number.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(digits, 0, padded, 0, digits.length);
    return "63" + HEX.formatHex(padded);
  }

  @ParameterizedTest
  @MethodSource("read")
  void decode_otherForms_areTheSameTerms(String hex, Term term) throws IOException {
    byte[] bytes = HEX.parseHex("83" + hex);

    assertThat(ExternalTermFormat.decode(bytes)).isEqualTo(term);
    ByteArrayInputStream input = new ByteArrayInputStream(HEX.parseHex("83" + hex + "07"));
    assertThat(ExternalTermFormat.decode(input, DecodeOptions.defaults())).isEqualTo(term);
    assertThat(input.available()).isEqualTo(1);
  }

  @Test
  void decode_listInListForm_isEncodedAsString() {
    Term list = ExternalTermFormat.decode(HEX.parseHex("836c0000000261016102" + "6a"));

    assertThat(HEX.formatHex(ExternalTermFormat.encode(list))).isEqualTo("836b00020102");
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        wrong("", 0, "truncated: no more bytes"),
        wrong("82", 0, "version: 130 (expected: 131)"),
        wrong("83", 1, "truncated: no more bytes"),
        wrong("8383", 1, "tag 131: a version byte inside a term"),
        wrong("8300", 1, "tag 0: no such tag"),
        wrong("83ff", 1, "tag 255: no such tag"),
        wrong("8344", 1, "tag 68: a header of the distribution protocol"),
        wrong("8345", 1, "tag 69: a header of the distribution protocol"),
        wrong("835200", 1, "ATOM_CACHE_REF"),
        wrong("8375", 1, "FUN_EXT"),
        wrong("8379", 1, "LOCAL_EXT"),
        wrong("83680250", 3, "a compressed term inside another"),
        wrong("836101ff", 3, "1 bytes after the term"),
        // Floats that Erlang does not have.
        wrong("83467ff0000000000000", 1, "float: Infinity (expected: a finite number)"),
        wrong("8346fff0000000000000", 1, "float: -Infinity"),
        wrong("83467ff8000000000000", 1, "float: NaN"),
        wrong("83" + text("1.0e999"), 1, "float: Infinity"),
        wrong("83" + text("nan"), 1, "a float as text that is not one"),
        wrong("83" + text("1"), 1, "a float as text that is not one"),
        wrong("83" + text("1."), 1, "a float as text that is not one"),
        wrong("83" + text(".5"), 1, "a float as text that is not one"),
        wrong("83" + text("1e5"), 1, "a float as text that is not one"),
        wrong("83" + text(" 1.5"), 1, "a float as text that is not one"),
        wrong("83" + text("1.5 "), 1, "a float as text that is not one"),
        wrong("83" + text("0x1.8p0"), 1, "a float as text that is not one"),
        wrong("83" + text("1.5f"), 1, "a float as text that is not one"),
        wrong("83" + text(""), 1, "a float as text that is not one"),
        // Atoms.
        wrong("837701c3", 1, "an atom that is not UTF-8"),
        wrong("837702c080", 1, "an atom that is not UTF-8"),
        wrong("837703eda080", 1, "an atom that is not UTF-8"),
        wrong("837704f4908080", 1, "an atom that is not UTF-8"),
        wrong("83640100" + "61".repeat(256), 1, "an atom of more than 255 characters"),
        wrong("83760200" + "c3a5".repeat(256), 1, "an atom"),
        wrong("83760fff" + "f09f9880".repeat(1023) + "616161", 1, "an atom"),
        // Bitstrings.
        wrong("834d0000000100ff", 1, "with 0 bits in the last"),
        wrong("834d0000000109ff", 1, "with 9 bits in the last"),
        wrong("834d0000000001", 1, "a bitstring of 0 bytes"),
        wrong("834d0000000000", 1, "a bitstring of 0 bytes"),
        // Identifiers.
        wrong("8358610100", 2, "tag 97 (expected: the tag of an atom)"),
        wrong("8367" + NODE_HEX + "000000010000000204", 16, "creation: 4 (expected: 0..3)"),
        wrong("8366" + NODE_HEX + "0000000104", 12, "creation: 4 (expected: 0..3)"),
        wrong(
            "835a0006" + NODE_HEX + "00".repeat(28), 1, "a reference of 6 words (expected: 0..5)"),
        wrong("8365" + NODE_HEX + "0004000003", 1, "first word: 262144 (expected: 18 bits"),
        wrong("83720001" + NODE_HEX + "0300040000", 1, "first word: 262144"),
        // Funs.
        wrong("837173016173016262" + "00000100", 1, "an external fun of arity 256"),
        wrong("837173016173016262" + "ffffffff", 1, "an external fun of arity -1"),
        wrong("837173016161016103", 5, "tag 97 (expected: the tag of an atom)"),
        wrong("83717301617301626a", 8, "tag 106 (expected: the tag of an integer)"),
        wrong(
            "83717301617301626e050000000000" + "01", 8, "integer: 4294967296 (expected: 32 bits)"),
        wrong("83" + fun("0000003a", "67"), 1, "a fun of 53 bytes that says 58"),
        wrong("83" + fun("00000035", "6a"), 38, "tag 106 (expected: the tag of a pid)"),
        // Maps.
        wrong("8374000000026101610161016102", 1, "a map with a key that occurs twice"),
        wrong("83680174000000026101610161016102", 3, "a map with a key that occurs twice"),
        // Records.
        wrong(
            "83" + record("00000000", "02", ""), 1, "a record with the flags 2 (expected: 0 or 1)"),
        wrong("83" + record("00000000", "ff", ""), 1, "a record with the flags 255"),
        wrong("8343000000000061017700", 7, "tag 97 (expected: the tag of an atom)"),
        wrong("8343000000000077006101", 9, "tag 97 (expected: the tag of an atom)"),
        wrong(
            "83" + record("00000001", "00", "6a6101"),
            13,
            "tag 106 (expected: the tag of an atom)"),
        wrong(
            "83" + record("00000002", "00", "770161" + "770161" + "61016102"),
            1,
            "a record with a field that occurs twice"),
        wrong(
            "836801" + record("00000002", "01", "770161" + "730161" + "61016102"),
            3,
            "a record with a field that occurs twice"),
        wrong(
            "83" + record("00000001", "00", "7700"), 1, "truncated: a record of size 1 in 0 bytes"),
        wrong(
            "83" + record("00000002", "00", "770161770162" + "6a"),
            1,
            "a record of size 2 in 1 bytes"),
        wrong("83" + record("00000001", "00", "770161" + "61"), 17, "truncated: no more bytes"),
        wrong(
            "83" + record("ffffffff", "00", ""),
            1,
            "truncated: a record of size 4294967295 in 7 bytes"),
        wrong("83430000000001" + "7700", 9, "truncated: no more bytes"),
        wrong("834300000000", 6, "truncated: no more bytes"),
        // Lengths beyond the end of the input.
        wrong("83680261", 4, "truncated: no more bytes"),
        wrong("83690000000561016101", 1, "truncated: a tuple of size 5 in 4 bytes"),
        wrong("8369ffffffff6101", 1, "truncated: a tuple of size 4294967295 in 2 bytes"),
        wrong("836c000000026101", 1, "truncated: a list of size 2 in 2 bytes"),
        wrong("836cffffffff6a", 1, "truncated: a list of size 4294967295 in 1 bytes"),
        wrong("8374800000006101", 1, "truncated: a map of size 2147483648 in 2 bytes"),
        wrong("83740000000261016101610161", 13, "truncated: no more bytes"),
        wrong("836dffffffff00", 1, "truncated: 4294967295 bytes needed, 1 left"),
        wrong("836b000200", 1, "truncated: 2 bytes needed, 1 left"),
        wrong("836fffffffff0001", 1, "truncated: 4294967295 bytes needed, 2 left"),
        wrong("8362000000", 2, "truncated: 4 bytes needed, 3 left"));
  }

  /** A fun without captured terms, 53 bytes long where the last argument is the tag of a pid. */
  private static String fun(String size, String pidTag) {
    return "70"
        + size
        + "01"
        + "00".repeat(16)
        + "00000001"
        + "00000000"
        + "730164"
        + "6100"
        + "6101"
        + pidTag
        + ("64000461406263" + "000000010000000203");
  }

  /** A record {@code #m:n}. */
  private static String record(String size, String flags, String fieldsAndValues) {
    return "43" + size + flags + "77016d" + "77016e" + fieldsAndValues;
  }

  private static Arguments wrong(String hex, long offset, String reason) {
    return Arguments.of(hex, offset, reason);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void decode_wrongInput_saysOffsetAndReason(String hex, long offset, String reason) {
    byte[] bytes = HEX.parseHex(hex);

    TermFormatException thrown =
        catchThrowableOfType(TermFormatException.class, () -> ExternalTermFormat.decode(bytes));

    assertThat(thrown.reason()).contains(reason);
    assertThat(thrown.offset()).isEqualTo(offset);
    assertThat(thrown.isInCompressedData()).isFalse();
    assertThat(thrown).hasMessage("offset " + offset + ": " + thrown.reason());
  }

  @ParameterizedTest
  @MethodSource("refused")
  void decode_wrongInputOfStream_saysTheSame(String hex, long offset, String reason) {
    if (hex.isEmpty() || reason.contains("after the term")) {
      return;
    }
    ByteArrayInputStream input = new ByteArrayInputStream(HEX.parseHex(hex));

    TermFormatException thrown =
        catchThrowableOfType(
            TermFormatException.class,
            () -> ExternalTermFormat.decode(input, DecodeOptions.defaults()));

    assertThat(thrown.offset()).isEqualTo(offset);
  }

  @Test
  void decode_compressedByOtp_isTheTerm() throws IOException {
    String hex = "835000000060789ccb616060902b674ca411ca0200d55d1a63";
    Term term = ListTerm.of(Stream.generate(() -> Atom.of("a")).limit(30).toArray(Term[]::new));

    assertThat(ExternalTermFormat.decode(HEX.parseHex(hex))).isEqualTo(term);
    byte[] more = HEX.parseHex(hex + "0707");
    ByteArrayInputStream input = new ByteArrayInputStream(more);
    assertThat(ExternalTermFormat.decode(input, DecodeOptions.defaults())).isEqualTo(term);
    assertThat(input.available()).isEqualTo(2);
    ByteBuffer buffer = ByteBuffer.wrap(more);
    assertThat(ExternalTermFormat.decode(buffer, DecodeOptions.defaults())).isEqualTo(term);
    assertThat(buffer.remaining()).isEqualTo(2);
  }

  /** Returns faulty compressed forms of {@code 61 01}. */
  static Stream<Arguments> wronglyCompressed() {
    String zlib = "789c4b64040000c50063";
    return Stream.of(
        Arguments.of("8350000000" + "03" + zlib, 6, false, "of 2 bytes that says 3"),
        Arguments.of("8350000000" + "01" + zlib, 6, false, "more than the 1 bytes it says"),
        Arguments.of("8350000000" + "02" + "00" + zlib, 6, false, "that zlib cannot read"),
        Arguments.of(
            "8350000000" + "02" + zlib.substring(0, 18) + "00", 6, false, "that zlib cannot read"),
        Arguments.of(
            "8350000000" + "02" + zlib.substring(0, 16),
            6,
            false,
            "compressed data without an end"),
        Arguments.of("8350000000" + "02", 6, false, "compressed data without an end"),
        Arguments.of("83500000", 2, false, "4 bytes needed, 2 left"),
        Arguments.of("8350ffffffff" + zlib, 2, false, "of 4294967295 bytes uncompressed"),
        Arguments.of("8350000000" + "02" + zlib + "00", 16, false, "1 bytes after the term"));
  }

  @ParameterizedTest
  @MethodSource("wronglyCompressed")
  void decode_wrongCompressedInput_saysOffsetAndReason(
      String hex, long offset, boolean inside, String reason) {
    assertThat(ExternalTermFormat.decode(HEX.parseHex("835000000002789c4b64040000c50063")))
        .isEqualTo(IntegerTerm.of(1));
    TermFormatException thrown =
        catchThrowableOfType(
            TermFormatException.class, () -> ExternalTermFormat.decode(HEX.parseHex(hex)));

    assertThat(thrown.reason()).contains(reason);
    assertThat(thrown.offset()).isEqualTo(offset);
    assertThat(thrown.isInCompressedData()).isEqualTo(inside);
  }

  @Test
  void decode_wrongTermInsideCompressed_saysOffsetInIt() {
    Term zeros = Binary.of(new byte[100]);
    byte[] encoded = ExternalTermFormat.encode(Tuple.of(zeros, zeros));
    encoded[encoded.length - 101 - 4] = 99;
    byte[] compressed = compress(encoded);

    TermFormatException thrown =
        catchThrowableOfType(
            TermFormatException.class, () -> ExternalTermFormat.decode(compressed));

    assertThat(thrown.isInCompressedData()).isTrue();
    assertThat(thrown.offset()).isEqualTo(2 + 105);
    assertThat(thrown).hasMessageStartingWith("offset 107 of the uncompressed data: ");
  }

  @Test
  void decode_moreThanOneTermInsideCompressed_isRefused() {
    byte[] compressed = compress(HEX.parseHex("83" + "61".repeat(100)));

    TermFormatException thrown =
        catchThrowableOfType(
            TermFormatException.class, () -> ExternalTermFormat.decode(compressed));

    assertThat(thrown).hasMessage("offset 2 of the uncompressed data: 98 bytes after the term");
  }

  /**
   * Returns an encoding in which the bytes after the version byte are compressed, even if they are
   * malformed.
   */
  private static byte[] compress(byte[] encoded) {
    Deflater deflater = new Deflater();
    deflater.setInput(encoded, 1, encoded.length - 1);
    deflater.finish();
    byte[] target = new byte[encoded.length + 100];
    int length = deflater.deflate(target);
    deflater.end();
    return ByteBuffer.allocate(6 + length)
        .put((byte) 131)
        .put((byte) 80)
        .putInt(encoded.length - 1)
        .put(target, 0, length)
        .array();
  }

  @Test
  void decode_buffer_leavesWhatFollows() {
    byte[] bytes = HEX.parseHex("00006161836101ff");
    ByteBuffer heap = ByteBuffer.wrap(bytes).position(4);
    ByteBuffer slice = heap.slice();
    ByteBuffer readOnly = heap.asReadOnlyBuffer();
    ByteBuffer direct = ByteBuffer.allocateDirect(8).put(bytes).position(4);

    for (ByteBuffer buffer : List.of(heap, slice, readOnly, direct)) {
      assertThat(ExternalTermFormat.decode(buffer, DecodeOptions.defaults()))
          .isEqualTo(IntegerTerm.of(1));
      assertThat(buffer.remaining()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void decode_bufferWithoutTerm_doesNotMove(boolean direct) {
    ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(20) : ByteBuffer.allocate(20);
    buffer.put(5, (byte) 131).put(6, (byte) 104).put(7, (byte) 1).put(8, (byte) 255).position(5);

    assertThatThrownBy(() -> ExternalTermFormat.decode(buffer, DecodeOptions.defaults()))
        .isInstanceOf(TermFormatException.class)
        .hasMessageStartingWith("offset 3: tag 255");
    assertThat(buffer.position()).isEqualTo(5);
  }

  @Test
  void decode_streamThatFails_throwsItsException() {
    PipedInputStream input = new PipedInputStream(); // connected to nothing

    assertThatThrownBy(() -> ExternalTermFormat.decode(input, DecodeOptions.defaults()))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(EOFException.class);
  }
}
