package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the limits and modes of decoding, and that a forged length costs no memory. */
class ExternalTermFormatLimitsTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final DecodeOptions OPTIONS = DecodeOptions.defaults();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static byte[] encode(Term term) {
    return ExternalTermFormat.encode(term);
  }

  private static TermFormatException refused(byte[] bytes, DecodeOptions options) {
    return catchThrowableOfType(
        TermFormatException.class, () -> ExternalTermFormat.decode(bytes, options));
  }

  @Test
  void defaults_areAsDocumented() {
    assertThat(OPTIONS.maxEncodedBytes()).isEqualTo(256 * 1024 * 1024);
    assertThat(OPTIONS.maxUncompressedBytes()).isEqualTo(256 * 1024 * 1024);
    assertThat(OPTIONS.maxDepth()).isEqualTo(10_000_000);
    assertThat(OPTIONS.maxNewAtoms()).isEqualTo(65_536);
    assertThat(OPTIONS.maxIntegerBytes()).isEqualTo(1024 * 1024);
    assertThat(OPTIONS.safe()).isFalse();
    assertThat(OPTIONS.views()).isFalse();
    assertThat(OPTIONS.versionByte()).isTrue();
  }

  static Stream<UnaryOperator<DecodeOptions>> negativeLimits() {
    return Stream.of(
        options -> options.withMaxEncodedBytes(-1),
        options -> options.withMaxUncompressedBytes(-1),
        options -> options.withMaxDepth(-1),
        options -> options.withMaxNewAtoms(-1),
        options -> options.withMaxIntegerBytes(-1));
  }

  @ParameterizedTest
  @MethodSource("negativeLimits")
  void with_negativeLimit_isRefused(UnaryOperator<DecodeOptions> change) {
    assertThatThrownBy(() -> change.apply(OPTIONS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit: -1 (expected: >= 0)");
  }

  @Test
  void with_eachOption_changesThatAlone() {
    DecodeOptions options =
        OPTIONS
            .withMaxEncodedBytes(1)
            .withMaxUncompressedBytes(2)
            .withMaxDepth(3)
            .withMaxNewAtoms(4)
            .withMaxIntegerBytes(5)
            .withSafe(true)
            .withViews(true)
            .withVersionByte(false);

    assertThat(options)
        .returns(1, DecodeOptions::maxEncodedBytes)
        .returns(2, DecodeOptions::maxUncompressedBytes)
        .returns(3, DecodeOptions::maxDepth)
        .returns(4, DecodeOptions::maxNewAtoms)
        .returns(5, DecodeOptions::maxIntegerBytes)
        .returns(true, DecodeOptions::safe)
        .returns(true, DecodeOptions::views)
        .returns(false, DecodeOptions::versionByte);
  }

  @Test
  void decode_moreBytesThanAllowed_isRefused() throws IOException {
    byte[] bytes = encode(Binary.of(new byte[100]));
    DecodeOptions enough = OPTIONS.withMaxEncodedBytes(106);
    DecodeOptions tooFew = OPTIONS.withMaxEncodedBytes(105);
    String reason = "a term of more than 105 bytes (the limit, see maxEncodedBytes)";

    assertThat(ExternalTermFormat.decode(bytes, enough)).isEqualTo(Binary.of(new byte[100]));
    assertThat(ExternalTermFormat.decode(new ByteArrayInputStream(bytes), enough))
        .isEqualTo(Binary.of(new byte[100]));
    assertThat(
            ExternalTermFormat.decode(
                ByteBuffer.wrap(new byte[2000]).put(bytes).flip().limit(2000), enough))
        .isEqualTo(Binary.of(new byte[100]));
    assertThat(refused(bytes, tooFew).reason()).isEqualTo(reason);
    assertThatThrownBy(() -> ExternalTermFormat.decode(ByteBuffer.wrap(bytes), tooFew))
        .isInstanceOf(TermFormatException.class)
        .hasMessageEndingWith(reason);
    assertThatThrownBy(() -> ExternalTermFormat.decode(new ByteArrayInputStream(bytes), tooFew))
        .isInstanceOf(TermFormatException.class)
        .hasMessageEndingWith(reason);
  }

  @Test
  void decode_streamOfMoreTermsThanBytesAllowed_isRefusedAtOnce() {
    ByteArrayInputStream input =
        new ByteArrayInputStream(HEX.parseHex("836900000040" + "6a".repeat(64)));

    assertThatThrownBy(() -> ExternalTermFormat.decode(input, OPTIONS.withMaxEncodedBytes(69)))
        .isInstanceOf(TermFormatException.class)
        .hasMessage("offset 1: a term of more than 69 bytes (the limit, see maxEncodedBytes)");
    assertThat(input.available()).isEqualTo(64);
  }

  @Test
  void decode_compressedBeyondLimit_isRefused() {
    Term term = Binary.of(new byte[10_000]);
    byte[] bytes = ExternalTermFormat.encode(term, EncodeOptions.defaults().withCompression(6));

    assertThat(ExternalTermFormat.decode(bytes, OPTIONS.withMaxUncompressedBytes(10_005)))
        .isEqualTo(term);
    assertThat(refused(bytes, OPTIONS.withMaxUncompressedBytes(10_004)))
        .hasMessage(
            "offset 2: a compressed term of 10005 bytes uncompressed"
                + " (expected: at most 10004, see maxUncompressedBytes)");
  }

  static Stream<Arguments> nested() {
    Term inner = Atom.OK;
    return Stream.of(
        Arguments.of(Tuple.of(Tuple.of(inner)), 2),
        Arguments.of(Tuple.of(Tuple.of()), 2),
        Arguments.of(ListTerm.of(ListTerm.of(inner)), 2),
        Arguments.of(MapTerm.of(MapTerm.of(inner, inner), inner), 2),
        Arguments.of(MapTerm.of(inner, MapTerm.of()), 2),
        Arguments.of(record(record(inner)), 2),
        Arguments.of(RecordTerm.of(Atom.OK, Atom.OK, true, Map.of()), 1),
        Arguments.of(ListTerm.of(ListTerm.of(ListTerm.of(inner), inner)), 3),
        Arguments.of(
            LocalFun.of(
                Atom.OK,
                1,
                new byte[16],
                1,
                2,
                3,
                Pid.of(Atom.OK, 1, 2, 3),
                List.of(Tuple.of(inner))),
            2),
        Arguments.of(nest(64), 64),
        Arguments.of(nest(65), 65),
        Arguments.of(nest(66), 66),
        Arguments.of(nest(1000), 1000));
  }

  private static Term record(Term value) {
    return RecordTerm.of(Atom.OK, Atom.OK, true, Map.of(Atom.OK, value));
  }

  private static Term nest(int depth) {
    Term term = Tuple.of();
    for (int i = 1; i < depth; i++) {
      term = i % 2 == 0 ? Tuple.of(term) : ListTerm.of(term, Atom.OK);
    }
    return term;
  }

  @ParameterizedTest
  @MethodSource("nested")
  void decode_nestedDeeperThanAllowed_isRefused(Term term, int depth) {
    byte[] bytes = encode(term);

    assertThat(ExternalTermFormat.decode(bytes, OPTIONS.withMaxDepth(depth))).isEqualTo(term);
    assertThat(refused(bytes, OPTIONS.withMaxDepth(depth - 1)).reason())
        .isEqualTo("terms nested deeper than " + (depth - 1) + " (the limit, see maxDepth)");
  }

  @Test
  void decode_listAsTailOfList_isOneLevelMore() {
    byte[] bytes = HEX.parseHex("836c000000016a6c000000016a6a");

    assertThat(ExternalTermFormat.decode(bytes, OPTIONS.withMaxDepth(2)))
        .isEqualTo(ListTerm.of(ListTerm.empty(), ListTerm.empty()));
    assertThat(refused(bytes, OPTIONS.withMaxDepth(1)).offset()).isEqualTo(7);
  }

  @Test
  void decode_leavesAlone_needNoDepth() {
    DecodeOptions flat = OPTIONS.withMaxDepth(0);

    for (Term term : List.of(Atom.OK, ListTerm.empty(), ListTerm.ofText("x"), Binary.empty())) {
      assertThat(ExternalTermFormat.decode(encode(term), flat)).isEqualTo(term);
    }
    assertThat(refused(encode(Tuple.of()), flat).reason()).contains("maxDepth");
  }

  @Test
  void decode_moreNewAtomsThanAllowed_isRefused() {
    byte[] bytes = encode(ListTerm.of(Atom.OK, Atom.OK));

    assertThat(ExternalTermFormat.decode(bytes, OPTIONS.withMaxNewAtoms(0)))
        .isEqualTo(ListTerm.of(Atom.OK, Atom.OK));
    assertThat(ExternalTermFormat.decode(newAtoms(3), OPTIONS.withMaxNewAtoms(3)))
        .isInstanceOf(ListTerm.class);
    TermFormatException thrown = refused(newAtoms(3), OPTIONS.withMaxNewAtoms(2));
    assertThat(thrown.reason()).isEqualTo("more than 2 new atoms (the limit, see maxNewAtoms)");
    assertThat(thrown.offset()).isEqualTo(6 + 2 * 38);
  }

  /** Returns an encoded list of new atoms. */
  private static byte[] newAtoms(int count) {
    ByteBuffer bytes = ByteBuffer.allocate(1 + 5 + count * 38 + 1);
    bytes.put((byte) 131).put((byte) 108).putInt(count);
    for (int i = 0; i < count; i++) {
      bytes.put((byte) 119).put((byte) 36);
      bytes.put(UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
    }
    return bytes.put((byte) 106).array();
  }

  @ParameterizedTest
  @ValueSource(strings = {"7724", "760024", "7324", "640024"})
  void decode_safe_makesNoAtoms(String head) {
    String name = UUID.randomUUID().toString();
    byte[] bytes =
        HEX.parseHex("83" + head + HEX.formatHex(name.getBytes(StandardCharsets.US_ASCII)));

    assertThat(refused(bytes, OPTIONS.withSafe(true)).reason())
        .isEqualTo("an atom that is new (expected: a known one, see safe)");
    assertThat(Atom.existing(name)).isNull();
    Term atom = ExternalTermFormat.decode(bytes);
    assertThat(ExternalTermFormat.decode(bytes, OPTIONS.withSafe(true))).isSameAs(atom);
  }

  @Test
  void decode_safe_takesNoExternalFuns() {
    byte[] bytes = encode(Tuple.of(ExternalFun.of(Atom.OK, Atom.OK, 1)));

    assertThat(refused(bytes, OPTIONS.withSafe(true)))
        .hasMessage("offset 3: an external fun (expected: none, see safe)");
  }

  @Test
  void decode_integerOfMoreBytesThanAllowed_isRefused() {
    byte[] bytes = HEX.parseHex("836f0000000a00" + "ff".repeat(10));

    assertThat(ExternalTermFormat.decode(bytes, OPTIONS.withMaxIntegerBytes(10)))
        .isInstanceOf(IntegerTerm.class);
    assertThat(refused(bytes, OPTIONS.withMaxIntegerBytes(9)))
        .hasMessage("offset 1: an integer of 10 bytes (expected: at most 9, see maxIntegerBytes)");
  }

  @Test
  void decode_byDefault_copiesBinaries() {
    byte[] bytes = encode(Tuple.of(Binary.of(new byte[] {1, 2})));

    Tuple tuple = (Tuple) ExternalTermFormat.decode(bytes);
    bytes[bytes.length - 1] = 7;

    assertThat(tuple.element(1)).isEqualTo(Binary.of(new byte[] {1, 2}));
  }

  @Test
  void decode_views_shareTheInput() {
    byte[] bytes = encode(Tuple.of(Binary.of(new byte[] {1, 2}), Binary.empty()));
    DecodeOptions views = OPTIONS.withViews(true);

    Tuple tuple = (Tuple) ExternalTermFormat.decode(bytes, views);
    Tuple ofBuffer = (Tuple) ExternalTermFormat.decode(ByteBuffer.wrap(bytes), views);
    assertThat(tuple.element(1)).isEqualTo(Binary.of(new byte[] {1, 2}));
    bytes[9] = 7;

    assertThat(tuple.element(1)).isEqualTo(Binary.of(new byte[] {1, 7}));
    assertThat(ofBuffer.element(1)).isEqualTo(Binary.of(new byte[] {1, 7}));
    assertThat(ExternalTermFormat.decode(encode(tuple))).isEqualTo(tuple);
  }

  /** Returns inputs that state more content than follows. */
  static Stream<byte[]> forged() {
    return Stream.of(
            "8369ffffffff",
            "83697fffffff",
            "836900ffffff",
            "836cffffffff",
            "836c7fffffff",
            "836c00ffffff",
            "8374ffffffff",
            "83747fffffff",
            "837440000000",
            "837400ffffff",
            "8343ffffffff0077007700",
            "83437fffffff0077007700",
            "834300ffffff0077007700",
            "834300ffffff00" + "7700".repeat(100),
            "836dffffffff",
            "836d7fffffff",
            "836d00ffffff",
            "834d7fffffff08",
            "836b" + "ffff",
            "836fffffffff00",
            "836f7fffffff00",
            "836f0000ffff00",
            "8376ffff",
            "83"
                + ("70" + "7fffffff" + "01" + "00".repeat(16) + "00000001" + "00ffffff")
                + ("77026f6b" + "6101" + "6101" + "58" + "77026f6b" + "00".repeat(12)),
            "83500fffffff" + "789c4b64040000c50063",
            "83500fffffff" + "789c")
        .flatMap(hex -> Stream.of(hex, hex + "68ff".repeat(100), hex + "6a".repeat(100)))
        .map(HEX::parseHex);
  }

  @ParameterizedTest
  @MethodSource("forged")
  void decode_forgedLength_claimsNoMemory(byte[] bytes) {
    long limit = 60_000;
    assertThat(allocated(() -> assertThat(refused(bytes, OPTIONS)).isNotNull())).isLessThan(limit);
    assertThat(
            allocated(
                () ->
                    assertThatThrownBy(
                            () ->
                                ExternalTermFormat.decode(new ByteArrayInputStream(bytes), OPTIONS))
                        .isInstanceOf(TermFormatException.class)))
        .isLessThan(limit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"69", "6c", "74"})
  void decode_forgedLengthsInsideEachOther_doNotMultiply(String tag) {
    int length = 50_000;
    int each = tag.equals("74") ? 2 : 1;
    ByteBuffer bytes = ByteBuffer.allocate(length).put((byte) 131);
    while (bytes.remaining() >= 10) {
      bytes.put(HEX.parseHex(tag)).putInt((bytes.remaining() - 6) / each);
    }

    // Without the reservation of bytes for terms still to come, this would take a gigabyte.
    assertThat(allocated(() -> assertThat(refused(bytes.array(), OPTIONS)).isNotNull()))
        .isLessThan(20L * length);
  }

  @Test
  void decode_smallTuplesInsideEachOther_claimNoMoreThanTheInputHolds() {
    byte[] bytes = HEX.parseHex("83" + "68ff".repeat(50_000));

    assertThat(allocated(() -> assertThat(refused(bytes, OPTIONS)).isNotNull()))
        .isLessThan(20L * bytes.length);
  }

  @Test
  void decode_decompressionBomb_isStoppedAtTheSizeItSays() {
    Term zeros = Binary.of(new byte[50_000_000]);
    byte[] bytes = ExternalTermFormat.encode(zeros, EncodeOptions.defaults().withCompression(9));
    ByteBuffer.wrap(bytes).putInt(2, 1000);

    assertThat(
            allocated(
                () -> assertThat(refused(bytes, OPTIONS).reason()).contains("1000 bytes it says")))
        .isLessThan(100_000);
  }

  /** Returns the least number of bytes that an action allocates in a few runs. */
  private static long allocated(Runnable action) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      action.run();
      long after = THREADS.getCurrentThreadAllocatedBytes();
      least = Math.min(least, after - before);
    }
    return least;
  }
}
