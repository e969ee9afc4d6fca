package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of each form that OTP 29 writes, in both directions. */
class ExternalTermFormatTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final Atom NODE = Atom.of("a@b");
  private static final String NODE_HEX = "7703614062";

  static Stream<Arguments> written() {
    return Stream.of(
        form(IntegerTerm.of(0), "6100"),
        form(IntegerTerm.of(255), "61ff"),
        form(IntegerTerm.of(256), "6200000100"),
        form(IntegerTerm.of(-1), "62ffffffff"),
        form(IntegerTerm.of(Integer.MAX_VALUE), "627fffffff"),
        form(IntegerTerm.of(Integer.MIN_VALUE), "6280000000"),
        form(IntegerTerm.of(1L << 31), "6e040000000080"),
        form(IntegerTerm.of(-(1L << 31) - 1), "6e040101000080"),
        form(IntegerTerm.of(1L << 32), "6e05000000000001"),
        form(IntegerTerm.of(Long.MAX_VALUE), "6e0800ffffffffffffff7f"),
        form(IntegerTerm.of(Long.MIN_VALUE), "6e08010000000000000080"),
        form(IntegerTerm.of(BigInteger.ONE.shiftLeft(63)), "6e08000000000000000080"),
        form(IntegerTerm.of(BigInteger.ONE.shiftLeft(64)), "6e0900000000000000000001"),
        form(IntegerTerm.of(BigInteger.ONE.shiftLeft(2039)), "6eff00" + "00".repeat(254) + "80"),
        form(
            IntegerTerm.of(BigInteger.ONE.shiftLeft(2040).negate()),
            "6f0000010001" + "00".repeat(255) + "01"),
        form(FloatTerm.of(1.5), "463ff8000000000000"),
        form(FloatTerm.of(-0.0), "468000000000000000"),
        form(Atom.of(""), "7700"),
        form(Atom.of("ok"), "77026f6b"),
        form(Atom.of("å"), "7702c3a5"),
        form(Atom.of("€"), "7703e282ac"),
        form(Atom.of("x".repeat(255)), "77ff" + "78".repeat(255)),
        form(Atom.of("å".repeat(128)), "760100" + "c3a5".repeat(128)),
        form(Atom.of("😀".repeat(255)), "7603fc" + "f09f9880".repeat(255)),
        form(Tuple.of(), "6800"),
        form(Tuple.of(integers(1)), "68016101"),
        form(Tuple.of(integers(2)), "680261016102"),
        form(Tuple.of(integers(3)), "6803610161026103"),
        form(Tuple.of(integers(4)), "68046101610261036104"),
        form(Tuple.of(same(255, Tuple.of())), "68ff" + "6800".repeat(255)),
        form(Tuple.of(same(256, Tuple.of())), "6900000100" + "6800".repeat(256)),
        form(ListTerm.empty(), "6a"),
        form(ListTerm.of(integers(2)), "6b00020102"),
        form(ListTerm.ofBytes(new byte[] {1, (byte) 255}), "6b000201ff"),
        form(ListTerm.cons(IntegerTerm.of(1), ListTerm.ofBytes(new byte[] {2})), "6b00020102"),
        form(ListTerm.ofBytes(new byte[0xffff]), "6bffff" + "00".repeat(0xffff)),
        form(ListTerm.ofBytes(new byte[0x10000]), "6c00010000" + "6100".repeat(0x10000) + "6a"),
        form(ListTerm.of(IntegerTerm.of(256)), "6c0000000162000001006a"),
        form(ListTerm.of(IntegerTerm.of(-1)), "6c0000000162ffffffff6a"),
        form(ListTerm.of(ListTerm.empty()), "6c000000016a6a"),
        form(ListTerm.cons(IntegerTerm.of(1), IntegerTerm.of(2)), "6c0000000161016102"),
        form(
            ListTerm.improper(
                List.of(IntegerTerm.of(1), ListTerm.ofBytes(new byte[] {2})), Atom.OK),
            "6c0000000261016b00010277026f6b"),
        form(
            ListTerm.cons(Tuple.of(), ListTerm.ofBytes(new byte[] {2, 3})),
            "6c000000036800610261036a"),
        form(MapTerm.of(), "7400000000"),
        form(MapTerm.of(Atom.OK, ListTerm.empty()), "740000000177026f6b6a"),
        form(Binary.empty(), "6d00000000"),
        form(Binary.of(new byte[] {1, 2}), "6d000000020102"),
        form(Bitstring.of(new byte[] {(byte) 0xff}, 1), "4d000000010180"),
        form(Bitstring.of(new byte[] {1, (byte) 0xff}, 15), "4d000000020701fe"),
        form(Pid.of(NODE, 1, -1, 2), "58" + NODE_HEX + "00000001ffffffff00000002"),
        form(Port.of(NODE, 1, 2), "78" + NODE_HEX + "000000000000000100000002"),
        form(Port.of(NODE, -1, 2), "78" + NODE_HEX + "ffffffffffffffff00000002"),
        form(Reference.of(NODE, 3, 1), "5a0001" + NODE_HEX + "0000000300000001"),
        form(
            Reference.of(NODE, 3, 1, 2, 3, 4, -1),
            "5a0005" + NODE_HEX + "000000030000000100000002000000030000000" + "4ffffffff"),
        form(ExternalFun.of(Atom.OK, Atom.of(""), 255), "71" + "77026f6b" + "7700" + "61ff"),
        form(
            LocalFun.of(
                Atom.of("d"),
                1,
                HEX.parseHex("dbdc6aa61e81bc9cabd219616ce16230"),
                1,
                0,
                115037528,
                Pid.of(NODE, 10, 0, 0),
                List.of(IntegerTerm.of(0), ListTerm.empty())),
            "70"
                + "0000003c"
                + "01"
                + "dbdc6aa61e81bc9cabd219616ce16230"
                + "00000001"
                + "00000002"
                + "770164"
                + "6100"
                + "6206db5558"
                + ("58" + NODE_HEX + "0000000a0000000000000000")
                + "6100"
                + "6a"));
  }

  private static Arguments form(Term term, String hex) {
    return Arguments.of(term, hex);
  }

  private static Term[] integers(int count) {
    return Stream.iterate(1, i -> i + 1).limit(count).map(IntegerTerm::of).toArray(Term[]::new);
  }

  private static Term[] same(int count, Term term) {
    return Stream.generate(() -> term).limit(count).toArray(Term[]::new);
  }

  @ParameterizedTest
  @MethodSource("written")
  void encode_writesWhatOtp29Writes(Term term, String hex) {
    assertThat(HEX.formatHex(ExternalTermFormat.encode(term))).isEqualTo("83" + hex);
  }

  @ParameterizedTest
  @MethodSource("written")
  void decode_readsWhatOtp29Writes(Term term, String hex) throws Exception {
    byte[] bytes = HEX.parseHex("83" + hex);

    assertThat(ExternalTermFormat.decode(bytes)).isEqualTo(term);
    assertThat(ExternalTermFormat.decode(new ByteArrayInputStream(bytes), DecodeOptions.defaults()))
        .isEqualTo(term);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 1).put(bytes).put((byte) 7).flip();
    assertThat(ExternalTermFormat.decode(direct, DecodeOptions.defaults())).isEqualTo(term);
    assertThat(direct.remaining()).isEqualTo(1);
  }

  static Stream<Arguments> writtenInMinorVersion1() {
    String node = "640003614062";
    return Stream.of(
        form(Atom.of(""), "640000"),
        form(Atom.of("ok"), "6400026f6b"),
        form(Atom.of("å"), "640001e5"),
        form(Atom.of("å".repeat(255)), "6400ff" + "e5".repeat(255)),
        form(Atom.of("€"), "7703e282ac"),
        form(Atom.of("€".repeat(86)), "760102" + "e282ac".repeat(86)),
        form(FloatTerm.of(1.5), "463ff8000000000000"),
        form(Pid.of(NODE, 1, -1, 2), "58" + node + "00000001ffffffff00000002"),
        form(Port.of(NODE, (1 << 28) - 1, 2), "59" + node + "0fffffff00000002"),
        form(Port.of(NODE, 1 << 28, 2), "78" + node + "000000001000000000000002"),
        form(Reference.of(NODE, 3, 1), "5a0001" + node + "0000000300000001"),
        form(ExternalFun.of(Atom.OK, Atom.of("f"), 2), "71" + "6400026f6b" + "64000166" + "6102"));
  }

  @ParameterizedTest
  @MethodSource("writtenInMinorVersion1")
  void encode_minorVersion1_writesWhatOtp25Writes(Term term, String hex) {
    byte[] bytes = ExternalTermFormat.encode(term, EncodeOptions.defaults().withMinorVersion(1));

    assertThat(HEX.formatHex(bytes)).isEqualTo("83" + hex);
    assertThat(ExternalTermFormat.decode(bytes)).isEqualTo(term);
  }

  @Test
  void encode_deterministicMap_writesKeysInExactOrder() {
    MapTerm map =
        MapTerm.of(
            Map.of(
                Atom.of("b"), Tuple.of(),
                Atom.of("a"), Tuple.of(),
                FloatTerm.of(0.0), Tuple.of(),
                FloatTerm.of(-0.0), Tuple.of(),
                IntegerTerm.of(7), Tuple.of()));

    byte[] bytes = ExternalTermFormat.encode(map, EncodeOptions.defaults().withDeterministic(true));

    assertThat(HEX.formatHex(bytes))
        .isEqualTo(
            "837400000005"
                + "61076800"
                + "4680000000000000006800"
                + "4600000000000000006800"
                + "7701616800"
                + "7701626800");
  }

  @Test
  void encode_compressedRepetition_isWhatOtpWrites() {
    Term term = ListTerm.of(same(30, Atom.of("a")));

    assertThat(encodeCompressed(term, 6))
        .isEqualTo("835000000060789ccb616060902b67" + "4ca411ca0200d55d1a63");
    assertThat(encodeCompressed(term, 1))
        .isEqualTo("83500000006078" + "01cb616060902b674ca411ca0200d55d1a63");
    assertThat(ExternalTermFormat.decode(HEX.parseHex(encodeCompressed(term, 6)))).isEqualTo(term);
  }

  private static String encodeCompressed(Term term, int level) {
    return HEX.formatHex(
        ExternalTermFormat.encode(term, EncodeOptions.defaults().withCompression(level)));
  }

  /**
   * A thread that counts the calls of its methods, and cancels the operation at the third check.
   */
  private static final class Pausing extends Thread implements PausableThread {
    int pauses;
    int checks;

    Pausing(Runnable work) {
      super(work);
    }

    @Override
    public void pause() {
      pauses++;
    }

    @Override
    public void checkCancelled() {
      if (++checks == 3) {
        throw new CancellationException();
      }
    }
  }

  @Test
  void decode_compressedLargeTermCalledOff_ends() throws InterruptedException {
    byte[] encoded =
        ExternalTermFormat.encode(
            Binary.of(new byte[1_000_000]), EncodeOptions.defaults().withCompression(9));
    Throwable[] thrown = new Throwable[1];
    Pausing thread = new Pausing(() -> ExternalTermFormat.decode(encoded));
    thread.setUncaughtExceptionHandler((self, e) -> thrown[0] = e);

    thread.start();
    thread.join();

    assertThat(thrown[0]).isInstanceOf(CancellationException.class);
    assertThat(thread.checks).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 6, 9})
  void encode_compressedLargeTerm_pausesAndIsWhatZlibWritesAtOnce(int level)
      throws InterruptedException {
    byte[] letters = new byte[1_000_000];
    Random random = new Random(level);
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (byte) ('a' + random.nextInt(2));
    }
    Term term = Binary.of(letters);
    byte[][] encoded = new byte[1][];
    Pausing thread =
        new Pausing(
            () ->
                encoded[0] =
                    ExternalTermFormat.encode(
                        term, EncodeOptions.defaults().withCompression(level)));

    thread.start();
    thread.join();

    assertThat(encoded[0]).endsWith(deflated(ExternalTermFormat.encode(term), level));
    assertThat(thread.pauses).isGreaterThan(50);
    assertThat(ExternalTermFormat.decode(encoded[0])).isEqualTo(term);
  }

  /** Compresses all bytes except the version byte in one call. */
  private static byte[] deflated(byte[] encoded, int level) {
    byte[] compressed = new byte[encoded.length];
    Deflater deflater = new Deflater(level);
    try {
      deflater.setInput(encoded, 1, encoded.length - 1);
      deflater.finish();
      return Arrays.copyOf(compressed, deflater.deflate(compressed));
    } finally {
      deflater.end();
    }
  }

  @Test
  void encode_compressionThatDoesNotHelp_leavesTheTermAsItIs() {
    EncodeOptions options = EncodeOptions.defaults().withCompression(9);
    byte[] noise = new byte[5000];
    new Random(1).nextBytes(noise);

    for (Term term : List.of(Atom.of(""), ListTerm.empty(), Binary.of(noise))) {
      assertThat(ExternalTermFormat.encode(term, options))
          .isEqualTo(ExternalTermFormat.encode(term));
    }
  }

  @Test
  void encode_listLongerThanAString_isCompactAgainWhenDecoded() {
    Term list = ListTerm.ofBytes(new byte[0x10000]);

    assertThat(ExternalTermFormat.decode(ExternalTermFormat.encode(list))).isEqualTo(list);
  }

  @Test
  void encode_withoutVersionByte_isReadWithoutIt() {
    EncodeOptions bare = EncodeOptions.defaults().withVersionByte(false);
    byte[] bytes = ExternalTermFormat.encode(Atom.OK, bare);

    assertThat(HEX.formatHex(bytes)).isEqualTo("77026f6b");
    assertThat(ExternalTermFormat.decode(bytes, DecodeOptions.defaults().withVersionByte(false)))
        .isSameAs(Atom.OK);
  }

  @Test
  void encode_intoBuffer_movesItsPosition() {
    ByteBuffer buffer = ByteBuffer.allocate(10).position(2);

    ExternalTermFormat.encode(Atom.OK, EncodeOptions.defaults(), buffer);

    assertThat(HEX.formatHex(buffer.array())).isEqualTo("0000" + "8377026f6b" + "000000");
    assertThat(buffer.position()).isEqualTo(7);
  }

  @Test
  void encode_intoBufferThatIsTooSmall_leavesItAsItWas() {
    ByteBuffer buffer = ByteBuffer.allocate(4);

    assertThatThrownBy(() -> ExternalTermFormat.encode(Atom.OK, EncodeOptions.defaults(), buffer))
        .isInstanceOf(BufferOverflowException.class);
    assertThat(buffer.position()).isZero();
    assertThat(buffer.array()).containsOnly(0);
  }

  @Test
  void encode_intoStream_writesTheBytes() throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();

    ExternalTermFormat.encode(Atom.OK, EncodeOptions.defaults(), output);
    ExternalTermFormat.encode(Atom.ERROR, EncodeOptions.defaults(), output);

    ByteArrayInputStream input = new ByteArrayInputStream(output.toByteArray());
    assertThat(ExternalTermFormat.decode(input, DecodeOptions.defaults())).isSameAs(Atom.OK);
    assertThat(ExternalTermFormat.decode(input, DecodeOptions.defaults())).isSameAs(Atom.ERROR);
    assertThatThrownBy(() -> ExternalTermFormat.decode(input, DecodeOptions.defaults()))
        .isInstanceOf(EOFException.class);
  }

  @Test
  void write_severalTerms_followEachOther() {
    TermEncoder encoder = new TermEncoder(EncodeOptions.defaults().withCompression(6));
    Term zeros = Binary.of(new byte[1000]);
    encoder.write(Atom.OK).write(zeros).write(Atom.ERROR);
    ByteBuffer buffer = encoder.asReadOnlyBuffer();

    assertThat(buffer.remaining()).isEqualTo(encoder.size()).isLessThan(100);
    assertThat(ExternalTermFormat.decode(buffer, DecodeOptions.defaults())).isSameAs(Atom.OK);
    assertThat(ExternalTermFormat.decode(buffer, DecodeOptions.defaults())).isEqualTo(zeros);
    assertThat(ExternalTermFormat.decode(buffer, DecodeOptions.defaults())).isSameAs(Atom.ERROR);
    encoder.clear();
    assertThat(encoder.size()).isZero();
    assertThat(encoder.write(Tuple.of()).toByteArray()).containsExactly(131, 104, 0);
  }

  @Test
  void write_grownEncoder_allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    TermEncoder encoder = new TermEncoder(EncodeOptions.defaults());
    Term term =
        ListTerm.of(
            Tuple.of(Atom.OK, IntegerTerm.of(1L << 40), Binary.of("text")),
            MapTerm.of(FloatTerm.of(1.5), ListTerm.ofText("string")),
            ListTerm.cons(IntegerTerm.of(1), IntegerTerm.of(2)));
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      encoder.clear();
      encoder.write(term);
      long after = threads.getCurrentThreadAllocatedBytes();
      least = Math.min(least, after - before);
    }

    assertThat(least).isZero();
  }

  @Test
  void encodeOptions_outOfRange_areRefused() {
    EncodeOptions options = EncodeOptions.defaults();

    assertThatThrownBy(() -> options.withMinorVersion(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("version: 0 (expected: 1 or 2)");
    assertThatThrownBy(() -> options.withCompression(10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("level: 10 (expected: 0..9)");
    assertThatThrownBy(() -> options.withCompression(1).withVersionByte(false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("versionByte: false (expected: true with compression 1)");
  }
}
