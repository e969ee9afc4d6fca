package org.jets.terms.ordered;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the limits of decoding, and of the forms that are refused. */
class OrderedBytesLimitsTest {
  private static final DecodeOptions DEFAULTS = DecodeOptions.defaults();

  private static final List<UnaryOperator<Term>> NESTINGS =
      List.of(Tuple::of, ListTerm::of, term -> MapTerm.of(term, Atom.OK));

  /** Somewhat more than the Javadoc says that each byte of input may take. */
  private static final long MAX_PER_BYTE = 220;

  /** The memory that an exception may take. */
  private static final long MAX_CONSTANT = 1 << 16;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing
        "17", // no tail
        "1780", // a byte that is no tail
        "1741", // a tail without its next byte
        "174100", // a tail that ends in zeros
        "1750", // a tie of more bits than there are
        "1570", // a zero of no type
        "0040", // no tag
        "ff40",
        "0240",
        "a040",
        "d940",
        "fe40",
        "9f800000000000000040", // an exact float outside the key of a map
        "c99fffffffffffffffff1740", // not finite
        "c90bff00801740", // a fraction in the key of a map
        "c9163fe00000000000001740",
        "97000040", // an integer in two bytes that fits in one
        "9d800000000000000040", // an integer of 64 bits in the form of a smaller one
        "0affff40",
        "9e007f0040", // a huge integer that is not huge
        "9e0080" + "00ff" + "0040", // zeros at the end are left out
        "9e000080" + "0040", // a zero at the beginning
        "9e00" + "8080808080808080" + "80" + "0040", // more bytes than it says
        "9e80000087" + "80", // a size in the longer form
        "03ff7fff40", // minus 2^63 as a huge integer
        "160000000000000000" + "40", // no fraction
        "163ff0000000000000" + "40",
        "167ff8000000000000" + "40",
        "148000000000000000" + "40",
        "17ff00000000000000" + "40", // a fraction of zero
        "17ff80000000000001" + "40", // a fraction of more bits than a double has
        "9dffffffffffffff7f" + "ff80" + "40",
        "a4ff0040", // no UTF-8
        "a46100ff", // a name without an end
        "a8610001" + "01" + "00000000" + "40", // a highest word that is zero
        "a8610001" + "06" + "40",
        "a8610001" + "01" + "00000001" + "60", // the usual number of words as a detail
        "ad61006100f80100" + "40", // an arity of 256
        "ad61006100f701" + "40", // a number in a longer form
        "b4" + "fb0100000000" + "00610001" + "40", // a number of 40 bits
        "c007"
            + "a46100a46100a46100a46100a46100a46100a46100"
            + "40", // a small tuple as a large one
        "cc01" + "1717" + "40",
        "c461006200020040", // flags
        "c4610062000102" + "61006100" + "1717" + "40", // a field that occurs twice
        "ca1717" + "1717" + "40", // keys that do not ascend
        "ca1817" + "1717" + "40",
        "d40240", // a list without elements
        "d40117" + "40",
        "d4170117" + "d0" + "40",
        "d41701d040", // a last tail with the wrong mark
        "d41701d41702" + "40",
        "d41701d8000040",
        "d417fe17" + "40",
        "d800000340", // a partial byte where there is none
        "d8e000000040",
        "d8e000000840",
        "d8e100000340" // unused bits that are not zeros
      })
  void decode_otherFormOrNone_isRefused(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    TermFormatException e =
        catchThrowableOfType(TermFormatException.class, () -> OrderedBytes.decode(bytes));

    assertThat(e).as(hex).isNotNull();
    assertThat(e.offset()).isBetween(0L, (long) bytes.length);
  }

  @Test
  void decode_moreBytesThanTheLimit_isRefused() {
    byte[] code = OrderedBytes.encode(Binary.of("text"));
    DecodeOptions exact = DEFAULTS.withMaxEncodedBytes(code.length);
    DecodeOptions tooFew = DEFAULTS.withMaxEncodedBytes(code.length - 1);
    ByteBuffer direct = ByteBuffer.allocateDirect(code.length).put(code).flip();

    assertThat(OrderedBytes.decode(code, exact)).isEqualTo(Binary.of("text"));
    assertThat(refusal(code, tooFew)).hasMessageContaining("maxEncodedBytes");
    assertThat(
            catchThrowableOfType(
                TermFormatException.class, () -> OrderedBytes.decode(direct, tooFew)))
        .hasMessageContaining("maxEncodedBytes");
    assertThat(OrderedBytes.decode(direct, exact)).isEqualTo(Binary.of("text"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 65, 100})
  void decode_nestedDeeperThanTheLimit_isRefused(int depth) {
    for (UnaryOperator<Term> wrap : NESTINGS) {
      Term term = Atom.OK;
      for (int i = 0; i < depth; i++) {
        term = wrap.apply(term);
      }
      byte[] code = OrderedBytes.encode(term);

      assertThat(OrderedBytes.decode(code, DEFAULTS.withMaxDepth(depth))).isEqualTo(term);
      assertThat(refusal(code, DEFAULTS.withMaxDepth(depth - 1)).isTooDeep()).isTrue();
    }
  }

  @Test
  void decode_newAtoms_areLimited() {
    String name = "a new atom of this test, number ";
    StringBuilder hex = new StringBuilder("bb");
    for (int i = 0; i < 3; i++) {
      hex.append("a4").append(HexFormat.of().formatHex((name + i).getBytes(UTF_8))).append("00");
    }
    byte[] code = HexFormat.of().parseHex(hex.append("40"));

    assertThat(refusal(code, DEFAULTS.withSafe(true))).hasMessageContaining("safe");
    assertThat(refusal(code, DEFAULTS.withMaxNewAtoms(2))).hasMessageContaining("maxNewAtoms");
    assertThat(((Tuple) OrderedBytes.decode(code, DEFAULTS.withMaxNewAtoms(3))).element(3))
        .isEqualTo(Atom.of(name + 2));
  }

  @Test
  void decode_newAtomsInADirectBuffer_areCountedOnce() {
    // The first attempts end before the last atoms, and must not count the others again.
    int count = 400;
    String name = "a new atom in a direct buffer, number ";
    ByteBuffer buffer = ByteBuffer.allocateDirect(100_000).put((byte) 0xd4);
    for (int i = 0; i < count; i++) {
      buffer.put((byte) 0xa4).put((name + i).getBytes(UTF_8)).put((byte) 0);
    }
    buffer.put((byte) 2).put((byte) 0x40).put((byte) 0xff).flip();

    Term list = OrderedBytes.decode(buffer, DEFAULTS.withMaxNewAtoms(count));

    assertThat(((ListTerm) list).size()).isEqualTo(count);
    assertThat(buffer.remaining()).isOne();
  }

  @Test
  void decode_safe_refusesExternalFuns() {
    byte[] code = OrderedBytes.encode(ExternalFun.of(Atom.OK, Atom.OK, 1));

    assertThat(refusal(code, DEFAULTS.withSafe(true))).hasMessageContaining("safe");
  }

  @Test
  void decode_largeIntegers_areLimited() {
    DecodeOptions limit = DEFAULTS.withMaxIntegerBytes(12);
    Term twelve = IntegerTerm.of(BigInteger.ONE.shiftLeft(95));
    List<Term> refused =
        List.of(
            IntegerTerm.of(BigInteger.ONE.shiftLeft(96)),
            IntegerTerm.of(BigInteger.ONE.shiftLeft(96).add(BigInteger.ONE)),
            IntegerTerm.of(BigInteger.ONE.shiftLeft(5000)),
            Tuple.of(FloatTerm.of(1e300), IntegerTerm.of(BigInteger.ONE.shiftLeft(96))),
            MapTerm.of(IntegerTerm.of(BigInteger.ONE.shiftLeft(96)), FloatTerm.of(1)));

    assertThat(OrderedBytes.decode(OrderedBytes.encode(twelve), limit)).isEqualTo(twelve);
    for (Term term : refused) {
      assertThat(refusal(OrderedBytes.encode(term), limit)).hasMessageContaining("maxIntegerBytes");
    }
    Term floats = Tuple.of(FloatTerm.of(1e300), twelve, FloatTerm.of(-1e200));
    assertThat(OrderedBytes.decode(OrderedBytes.encode(floats), limit)).isEqualTo(floats);
  }

  @Test
  void decode_views_areViewsWhereNoByteIsEscaped() {
    Term term = Tuple.of(Binary.of("plain text"), Binary.of("a\0b"), Binary.of("short"));
    byte[] code = OrderedBytes.encode(term);

    Tuple views = (Tuple) OrderedBytes.decode(code, DEFAULTS.withViewsFrom(10));
    Tuple copies = (Tuple) OrderedBytes.decode(code);

    assertThat(views).isEqualTo(term).isEqualTo(copies);
    assertThat(((Binary) views.element(1)).heldBytes()).isEqualTo(code.length);
    assertThat(((Binary) views.element(2)).heldBytes()).isEqualTo(3);
    assertThat(((Binary) views.element(3)).heldBytes()).isEqualTo(5);
    assertThat(((Binary) copies.element(1)).heldBytes()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c0fa7fffffff", // a tuple
        "c0faffffffff",
        "ccfa3fffffff", // a map
        "ccfaffffffff",
        "c46100610001fa7fffffff", // a record
        "ac6100" + "01" + "00000001" + "fa7fffffff", // a fun
        "9effffffff", // an integer
        "a8610001ff" // a reference
      })
  void decode_falseLength_allocatesLittle(String hex) {
    byte[] bytes = Arrays.copyOf(HexFormat.of().parseHex(hex), 100);
    refusal(bytes, DEFAULTS);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    long before = threads.getCurrentThreadAllocatedBytes();
    refusal(bytes, DEFAULTS);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(allocated).isLessThan(MAX_CONSTANT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9e780100", // 2^1016
        "0387feff", // its negative
        "c8", // an empty map
        "b8",
        "b9d0",
        "d4d002",
        "ac00000000000000", // a fun
        "c400000000" // a record
      })
  void decode_termsOfFewBytes_allocatesWhatIsDocumented(String unit) {
    // The first tie is set, so that all are read twice.
    byte[] bytes = HexFormat.of().parseHex("d417" + unit.repeat(20_000) + "0260");
    OrderedBytes.decode(bytes);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    long before = threads.getCurrentThreadAllocatedBytes();
    OrderedBytes.decode(bytes);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(allocated).isLessThan(MAX_PER_BYTE * bytes.length);
  }

  private static TermFormatException refusal(byte[] bytes, DecodeOptions options) {
    TermFormatException e =
        catchThrowableOfType(TermFormatException.class, () -> OrderedBytes.decode(bytes, options));
    assertThat(e).isNotNull();
    return e;
  }
}
