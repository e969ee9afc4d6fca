package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class Phash2Test {
  private static final Atom A = Atom.of("a");
  private static final Atom B = Atom.of("b");
  private static final Atom NODE = Atom.of("a@b");

  static Stream<Arguments> recordedHashes() {
    return Stream.of(
        hash(integer(0), 3175731469L),
        hash(integer(1), 539485162L),
        hash(integer(-1), 1117813597L),
        hash(integer((1 << 27) - 1), 4273352567L),
        hash(integer(1 << 27), 2562491755L),
        hash(integer(-(1 << 27)), 874979335L),
        hash(integer(-(1 << 27) - 1), 1418916782L),
        hash(IntegerTerm.of(BigInteger.ONE.shiftLeft(64)), 2519041713L),
        hash(IntegerTerm.of(BigInteger.ONE.shiftLeft(64).negate()), 2563594619L),
        hash(FloatTerm.of(1.0), 3029937084L),
        hash(FloatTerm.of(0.0), 423528920L),
        hash(FloatTerm.of(-0.0), 423528920L),
        hash(A, 97L),
        hash(Atom.of(""), 0L),
        hash(Atom.of("åäö"), 62518L),
        hash(Atom.of("€"), 60108L),
        hash(ListTerm.empty(), 3468870702L),
        hash(ListTerm.of(ListTerm.empty()), 499070068L),
        hash(ListTerm.of(A), 1634476877L),
        hash(ListTerm.of(A, B), 3632954310L),
        hash(ListTerm.ofText("abcd"), 1752753207L),
        hash(ListTerm.ofText("abcde"), 2487089008L),
        hash(ListTerm.improper(List.of(integer(1), integer(2)), integer(3)), 4169601349L),
        hash(ListTerm.of(integer(1), integer(2), integer(256), integer(3)), 1140293553L),
        hash(Tuple.of(), 221703996L),
        hash(Tuple.of(A), 2853905094L),
        hash(Tuple.of(A, B), 1980325998L),
        hash(Tuple.of(ListTerm.empty()), 1775079505L),
        hash(Binary.empty(), 147926629L),
        hash(Binary.of(new byte[] {1}), 881997586L),
        hash(Binary.of("hello world!"), 965223795L),
        hash(Binary.of("hello world!!"), 2552201628L),
        hash(Bitstring.of(new byte[] {(byte) 0b101_00000}, 3), 3354768668L),
        hash(Bitstring.of(new byte[] {1, 2 << 1}, 15), 1921796345L),
        hash(MapTerm.of(), 844985373L),
        hash(MapTerm.of(A, integer(1)), 1401795262L),
        hash(MapTerm.of(A, integer(1), B, integer(2)), 1982682855L),
        hash(MapTerm.of(integer(1), MapTerm.of(integer(2), integer(3))), 4291027005L),
        hash(
            MapTerm.of(IntStream.range(2, 68).mapToObj(i -> integer(i / 2)).toArray(Term[]::new)),
            3325913628L),
        hash(record(false), 903494040L),
        hash(record(true), 2704279279L),
        hash(record(false, integer(1)), 4255264299L),
        hash(record(false, ListTerm.empty()), 2422815797L),
        hash(record(false, Atom.of("m")), 492855695L),
        hash(Tuple.of(record(false)), 1136473344L),
        // From a node that met the atom a before b.
        hash(record(false, integer(1), integer(2)), 988533751L),
        hash(ExternalFun.of(Atom.of("lists"), Atom.of("map"), 2), 840287883L),
        hash(Pid.of(NODE, 0x12345678, 9, 7), 1808255441L),
        hash(Reference.of(NODE, 1, 11, 22, 33), 778779601L),
        hash(Port.of(NODE, 0x123456789L, 1), 2105033542L));
  }

  private static Arguments hash(Term term, long hash) {
    return Arguments.of(term, hash);
  }

  /** Returns {@code #m:n{a = ..., b = ...}} with as many fields as there are values. */
  private static Term record(boolean exported, Term... values) {
    List<Atom> fields = List.of(A, B).subList(0, values.length);
    return RecordTerm.of(Atom.of("m"), Atom.of("n"), exported, fields, List.of(values));
  }

  private static Term integer(long value) {
    return IntegerTerm.of(value);
  }

  @ParameterizedTest
  @MethodSource("recordedHashes")
  void of_wholeRange_isWhatErlangGives(Term term, long expected) {
    assertThat(Phash2.of(term, Phash2.MAX_RANGE)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("recordedHashes")
  void of_noRange_isTheHashModuloTwoTo27(Term term, long expected) {
    assertThat(Phash2.of(term)).isEqualTo((int) (expected % (1 << 27)));
  }

  @Test
  void of_rangeOutOfBounds_isRefused() {
    for (long range : new long[] {0, -1, Phash2.MAX_RANGE + 1}) {
      assertThatThrownBy(() -> Phash2.of(A, range))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("range: " + range + " (expected: 1..4294967296)");
    }
  }

  @Test
  void of_rangeOne_isZero() {
    assertThat(Phash2.of(Binary.of("any"), 1)).isZero();
  }
}
