package org.jets.terms.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalFun;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.RecordTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OrderedBytesTest {
  private static final Atom A = Atom.of("a");
  private static final Atom B = Atom.of("b");
  private static final Atom NODE = Atom.of("a@b");

  /** Terms of each form of the layout, with their codes. */
  static Stream<Arguments> codes() {
    return Stream.of(
        code(integer(0), "15 40"),
        code(real(0.0), "15 60"),
        code(real(-0.0), "15 50"),
        code(integer(1), "17 40"),
        code(real(1), "17 60"),
        code(integer(127), "95 40"),
        code(integer(128), "9600 40"),
        code(integer(383), "96ff 40"),
        code(integer(384), "970100 40"),
        code(integer(Long.MAX_VALUE), "9d7fffffffffffff7f 40"),
        code(integer(-1), "13 40"),
        code(integer(-8), "0c 40"),
        code(integer(-9), "0bff 40"),
        code(integer(-264), "0b00 40"),
        code(integer(-265), "0afeff 40"),
        code(integer(Long.MIN_VALUE), "048000000000000008 40"),
        code(big(63), "9e00 80 00 40"),
        code(real(0x1p63), "9e00 80 00 60"),
        code(
            IntegerTerm.of(BigInteger.ONE.shiftLeft(64).add(BigInteger.ONE)),
            "9e01 01" + "00ff".repeat(7) + "01 00 40"),
        code(IntegerTerm.of(BigInteger.ONE.shiftLeft(64).negate()), "03fe fe ff 40"),
        code(real(-0x1p64), "03fe fe ff 60"),
        code(real(Double.MAX_VALUE), "9e78 fffffffffffff8 00 60"),
        code(big(8 * 136), "9e80000089 01" + "00".repeat(136) + "40"),
        code(real(0.5), "163fe0000000000000 40"),
        code(real(-0.5), "14c01fffffffffffff 40"),
        code(real(Double.MIN_VALUE), "160000000000000001 40"),
        code(real(1.5), "17ff80000000000000 40"),
        code(real(-1.5), "13007fffffffffffff 40"),
        code(real(200.25), "9648ff400000000000 40"),
        code(real(0x1p51 + 0.5), "9c07ffffffffff80ff80 40"),
        code(A, "a46100 40"),
        code(Atom.of("a\0b"), "a46100ff6200 40"),
        code(Atom.of("é"), "a4c3a900 40"),
        code(Reference.of(NODE, 2, 1, 0, 3), "a861406200 02 03 00000003 00000000 00000001 40"),
        code(Reference.of(NODE, 2, 1, 0), "a861406200 02 01 00000001 58"),
        code(Reference.of(NODE, 2), "a861406200 02 00 48"),
        code(
            Reference.of(NODE, -1, 0, 0, 0, 1),
            "a861406200 faffffffff 04 00000001 000000000000000000000000 68"),
        code(ExternalFun.of(A, B, 255), "ad 6100 6200 f7ff 40"),
        code(Port.of(NODE, -1, 300), "b0 61406200 f8012c feffffffffffffffff 40"),
        code(Pid.of(NODE, 246, 247, 1), "b4 f7f7 f6 61406200 01 40"),
        code(Tuple.of(), "b8 40"),
        code(Tuple.of(A, real(1), integer(2)), "bb a46100 17 18 60"),
        code(Tuple.of(List.of(A, A, A, A, A, A, A, A)), "c008" + "a46100".repeat(8) + "40"),
        code(
            RecordTerm.of(A, B, true, List.of(B), List.of(integer(1))),
            "c4 6100 6200 01 01 6200 17 40"),
        code(MapTerm.of(), "c8 40"),
        code(MapTerm.of(real(1), A, integer(2), real(3)), "ca 18 9fbff0000000000000 19 a46100 60"),
        code(
            MapTerm.of(real(-0.0), A, real(0.0), B),
            "ca 9f7fffffffffffffff 9f8000000000000000 a46100 a46200 40"),
        code(
            MapTerm.of(A, A, B, A, integer(1), A, integer(2), A),
            "cc04 17 18 a46100 a46200" + "a46100".repeat(4) + "40"),
        code(ListTerm.empty(), "d0 40"),
        code(ListTerm.ofText("abc"), "d4 777879 02 40"),
        code(ListTerm.ofText("\u00ff"), "d4 967f 02 40"),
        code(ListTerm.cons(A, B), "d4 a46100 01 a46200 40"),
        code(ListTerm.cons(A, Binary.empty()), "d4 a46100 fe d800 40"),
        code(Binary.of(new byte[] {1, 0, 2}), "d8 0100ff02 00 40"),
        code(Bitstring.of(new byte[] {1, (byte) 0xe0}, 11), "d8 01e0 00 0003 40"));
  }

  private static Arguments code(Term term, String hex) {
    return Arguments.of(term, hex.replace(" ", ""));
  }

  @ParameterizedTest
  @MethodSource("codes")
  void encode_eachForm_isAsInTheLayout(Term term, String hex) {
    byte[] code = OrderedBytes.encode(term);

    assertThat(HexFormat.of().formatHex(code)).isEqualTo(hex);
    assertThat(OrderedBytes.decode(code)).isEqualTo(term);
    assertThat(ExternalTermFormat.encode(OrderedBytes.decode(code)))
        .isEqualTo(ExternalTermFormat.encode(term));
  }

  @Test
  void decode_localFun_hasAllItsParts() {
    byte[] uniq = new byte[LocalFun.UNIQ_BYTES];
    for (int i = 0; i < uniq.length; i++) {
      uniq[i] = (byte) (200 + i);
    }
    Pid pid = Pid.of(NODE, -1, 2, 3);
    LocalFun fun = LocalFun.of(A, 255, uniq, -1, -3, 4, pid, List.of(real(1), A));
    for (Term term : List.of(fun, MapTerm.of(fun, fun), Tuple.of(fun, real(0.0), fun))) {
      Term decoded = OrderedBytes.decode(OrderedBytes.encode(term));

      assertThat(decoded).isEqualTo(term);
      assertThat(ExternalTermFormat.encode(decoded)).isEqualTo(ExternalTermFormat.encode(term));
    }
  }

  @Test
  void orderKey_termsThatCompareEqual_isTheCodeOfTheLeast() {
    Term least = Tuple.of(integer(1), ListTerm.of(integer(0), integer(3)), A);
    Term other = Tuple.of(real(1), ListTerm.of(real(-0.0), real(3)), A);

    assertThat(OrderedBytes.orderKey(other)).isEqualTo(OrderedBytes.orderKey(least));
    assertThat(OrderedBytes.orderKey(other)).isEqualTo(OrderedBytes.encode(least));
    assertThat(OrderedBytes.encode(other)).isNotEqualTo(OrderedBytes.encode(least));
    assertThat(OrderedBytes.rangeOf(least)).isEqualTo(OrderedBytes.rangeOf(other));
    for (Term term : List.of(least, other)) {
      assertThat(OrderedBytes.rangeOf(least).contains(OrderedBytes.encode(term))).isTrue();
    }
    assertThat(
            OrderedBytes.rangeOf(least)
                .contains(OrderedBytes.encode(Tuple.of(integer(1), ListTerm.empty(), A))))
        .isFalse();
  }

  @Test
  void encode_keysOfAMapThatDifferInType_areNotTies() {
    assertThat(OrderedBytes.orderKey(MapTerm.of(integer(1), A)))
        .isNotEqualTo(OrderedBytes.orderKey(MapTerm.of(real(1), A)));
    assertThat(OrderedBytes.orderKey(MapTerm.of(A, integer(1))))
        .isEqualTo(OrderedBytes.orderKey(MapTerm.of(A, real(1))));
  }

  @Test
  void encode_bufferAndStream_haveTheSameBytes() throws IOException {
    Term term = Tuple.of(A, real(2), Binary.of("text"));
    byte[] code = OrderedBytes.encode(term);
    ByteBuffer buffer = ByteBuffer.allocate(code.length + 2).position(1);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();

    OrderedBytes.encode(term, buffer);
    OrderedBytes.encode(term, stream);

    assertThat(buffer.position()).isEqualTo(code.length + 1);
    assertThat(Arrays.copyOfRange(buffer.array(), 1, code.length + 1)).isEqualTo(code);
    assertThat(stream.toByteArray()).isEqualTo(code);
    ByteBuffer small = ByteBuffer.allocate(code.length - 1);
    assertThatExceptionOfType(BufferOverflowException.class)
        .isThrownBy(() -> OrderedBytes.encode(term, small));
    assertThat(small.position()).isZero();
  }

  @Test
  void decode_codesInARow_areReadOneByOne() {
    List<Term> terms = List.of(real(1), integer(1), Binary.of("\0"), Tuple.of(A), integer(-1));
    for (boolean direct : new boolean[] {false, true}) {
      ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(100) : ByteBuffer.allocate(100);
      buffer.position(3);
      terms.forEach(term -> OrderedBytes.encode(term, buffer));
      buffer.put((byte) 0xff);
      buffer.flip().position(3);
      for (ByteBuffer input : List.of(buffer, buffer.slice(), buffer.asReadOnlyBuffer())) {
        for (Term term : terms) {
          assertThat(OrderedBytes.decode(input, DecodeOptions.defaults())).isEqualTo(term);
        }
        assertThat(input.remaining()).isOne();
        if (input == buffer) {
          buffer.position(3);
        }
      }
    }
  }

  @Test
  void decode_partOfAnArray_readsNoOtherByte() {
    byte[] code = OrderedBytes.encode(ListTerm.ofText("text"));
    byte[] larger = new byte[code.length + 5];
    Arrays.fill(larger, (byte) 0xff);
    System.arraycopy(code, 0, larger, 2, code.length);

    assertThat(OrderedBytes.decode(larger, 2, code.length, DecodeOptions.defaults()))
        .isEqualTo(ListTerm.ofText("text"));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> OrderedBytes.decode(larger, 2, -1, DecodeOptions.defaults()));
  }

  @Test
  void prefixOfTuple_moreElementsThanTheArity_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OrderedBytes.prefixOfTuple(1, A, B))
        .withMessage("arity: 1 (expected: 2 or more, the elements given)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OrderedBytes.prefixOfTuple(-1))
        .withMessage("arity: -1 (expected: 0 or more, the elements given)");
  }

  @Test
  void decode_bytesOfAnotherKind_saysSo() {
    assertThatExceptionOfType(TermFormatException.class)
        .isThrownBy(() -> OrderedBytes.decode("hello".getBytes(StandardCharsets.UTF_8)))
        .withMessageContaining("not an ordered code");
    assertThatExceptionOfType(TermFormatException.class)
        .isThrownBy(() -> OrderedBytes.decode(new byte[] {-1}))
        .withMessageContaining("tag FF (expected: the tag of a term)");
  }

  /** The ends of ranges, combined. */
  @Test
  void ranges_endsCombined_areRangesOfTerms() {
    Term tenant = Atom.of("t");
    byte[] from = OrderedBytes.prefixOfTuple(3, tenant, integer(5)).from();
    byte[] to = OrderedBytes.prefixOfTuple(3, tenant, integer(100)).from();
    for (int id = 0; id < 200; id++) {
      for (Term last : List.of(integer(0), Atom.of("z"), ListTerm.ofText("x"))) {
        byte[] code = OrderedBytes.encode(Tuple.of(tenant, integer(id), last));
        assertThat(isIn(code, from, to)).isEqualTo(id >= 5 && id < 100);
      }
    }

    byte[] fromPart = OrderedBytes.prefixOfTuple(3, tenant, Term.of("inv-")).from();
    byte[] toPart = OrderedBytes.prefixOfTuple(3, tenant, Term.of("inv.")).from();
    for (String text : List.of("inv", "inv-", "inv-\u0000", "inv-7", "inv-\u00ff", "inv.", "inw")) {
      byte[] code = OrderedBytes.encode(Tuple.of(tenant, Term.of(text), integer(1)));
      assertThat(isIn(code, fromPart, toPart)).as(text).isEqualTo(text.startsWith("inv-"));
    }

    byte[] behindOne = OrderedBytes.rangeOf(integer(1)).to();
    assertThat(isIn(OrderedBytes.encode(FloatTerm.of(1.0)), behindOne, from)).isFalse();
    assertThat(isIn(OrderedBytes.encode(FloatTerm.of(1.5)), behindOne, from)).isTrue();
  }

  private static boolean isIn(byte[] code, byte[] from, byte[] to) {
    return Arrays.compareUnsigned(from, code) <= 0 && Arrays.compareUnsigned(code, to) < 0;
  }

  @Test
  void toString_range_isInHexadecimal() {
    assertThat(OrderedBytes.rangeOf(integer(1))).hasToString("[1701, 17ff)");
  }

  private static IntegerTerm integer(long value) {
    return IntegerTerm.of(value);
  }

  private static IntegerTerm big(int bits) {
    return IntegerTerm.of(BigInteger.ONE.shiftLeft(bits));
  }

  private static FloatTerm real(double value) {
    return FloatTerm.of(value);
  }
}
