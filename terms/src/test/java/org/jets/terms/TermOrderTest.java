package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TermOrderTest {
  private static final Atom A = Atom.of("a");
  private static final Atom B = Atom.of("b");
  private static final Atom NODE = Atom.of("a@b");
  private static final Atom LATER_NODE = Atom.of("b@b");
  private static final Term ZERO = FloatTerm.of(0.0);
  private static final Term NEGATIVE_ZERO = FloatTerm.of(-0.0);

  @Test
  void compare_termsOfAllTypes_isByType() {
    List<Term> ascending =
        List.of(
            integer(1L << 40),
            Atom.of(""),
            Reference.of(NODE, 1, 1),
            ExternalFun.of(A, A, 0),
            Port.of(NODE, 1, 1),
            Pid.of(NODE, 1, 1, 1),
            Tuple.of(),
            record(A, A, false),
            MapTerm.of(),
            ListTerm.empty(),
            ListTerm.of(integer(0)),
            Binary.empty());
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        for (TermOrder order : TermOrder.values()) {
          assertThat(Integer.signum(order.compare(ascending.get(i), ascending.get(j))))
              .isEqualTo(Integer.compare(i, j));
        }
      }
    }
  }

  static Stream<Arguments> lessInBothOrders() {
    return Stream.of(
        pair(integer(1), integer(2)),
        pair(integer(-1L << 40), integer(1)),
        pair(integer(Long.MAX_VALUE), big(64)),
        pair(IntegerTerm.of(BigInteger.ONE.shiftLeft(64).negate()), integer(Long.MIN_VALUE)),
        pair(FloatTerm.of(-1.5), FloatTerm.of(0.5)),
        pair(Atom.of("a"), Atom.of("ab")),
        pair(Atom.of("Z"), Atom.of("a")),
        pair(Atom.of("abcdefgh"), Atom.of("abcdefghi")),
        pair(Atom.of("\uFFFF"), Atom.of("\uD800\uDC00")),
        // References: node, creation, words from the last to the first.
        pair(Reference.of(NODE, 2, 9), Reference.of(LATER_NODE, 1, 1)),
        pair(Reference.of(NODE, 1, 9), Reference.of(NODE, -1, 1)),
        pair(Reference.of(NODE, 1, 9, 1), Reference.of(NODE, 1, 1, 2)),
        pair(Reference.of(NODE, 1, 1, 1), Reference.of(NODE, 1, -1, 1)),
        pair(Reference.of(NODE, 1, 9, 9), Reference.of(NODE, 1, 0, 0, 1)),
        // Ports: node, creation, number. Pids: serial, number, node, creation.
        pair(Port.of(NODE, -1, 9), Port.of(LATER_NODE, 1, 1)),
        pair(Port.of(NODE, 9, 1), Port.of(NODE, 1, 2)),
        pair(Port.of(NODE, 1, 1), Port.of(NODE, -1, 1)),
        pair(Pid.of(LATER_NODE, 9, 1, 9), Pid.of(NODE, 1, 2, 1)),
        pair(Pid.of(LATER_NODE, 1, 1, 9), Pid.of(NODE, -1, 1, 1)),
        pair(Pid.of(NODE, 1, 1, 9), Pid.of(LATER_NODE, 1, 1, 1)),
        pair(Pid.of(NODE, 1, 1, 1), Pid.of(NODE, 1, 1, 2)),
        // Funs: local ones first; module, index, old uniq, number of captured terms, these.
        pair(fun(B, 9, 9), ExternalFun.of(A, A, 0)),
        pair(fun(A, 9, 9), fun(B, 1, 1)),
        pair(fun(A, 1, 9), fun(A, 2, 1)),
        pair(fun(A, 1, 1, B, B), fun(A, 1, 2)),
        pair(fun(A, 1, 1, B), fun(A, 1, 1, A, A)),
        pair(fun(A, 1, 1, A), fun(A, 1, 1, B)),
        pair(ExternalFun.of(A, B, 9), ExternalFun.of(B, A, 1)),
        pair(ExternalFun.of(A, A, 9), ExternalFun.of(A, B, 1)),
        pair(ExternalFun.of(A, A, 1), ExternalFun.of(A, A, 2)),
        // Tuples and maps: size first.
        pair(Tuple.of(integer(9), integer(9)), Tuple.of(integer(1), integer(2), integer(3))),
        pair(Tuple.of(A, A), Tuple.of(A, B)),
        pair(MapTerm.of(B, A), MapTerm.of(A, A, B, A)),
        pair(MapTerm.of(A, integer(2)), MapTerm.of(B, integer(1))),
        pair(MapTerm.of(A, integer(1), B, integer(9)), MapTerm.of(A, integer(2), B, integer(0))),
        pair(MapTerm.of(integer(2), A), MapTerm.of(FloatTerm.of(1), A)),
        pair(MapTerm.of(Tuple.of(integer(2)), A), MapTerm.of(Tuple.of(FloatTerm.of(1)), A)),
        pair(MapTerm.of(NEGATIVE_ZERO, B), MapTerm.of(ZERO, A)),
        // Records: module, name, exported, number of fields, fields, values, as declared.
        pair(record(A, B, true, B, A), record(B, A, false)),
        pair(record(A, A, true, B, A), record(A, B, false)),
        pair(record(A, A, false, A, A, B, A), record(A, A, true)),
        pair(record(A, A, false, B, B), record(A, A, false, A, A, B, A)),
        pair(record(A, A, false, A, B), record(A, A, false, B, A)),
        pair(record(A, A, false, A, B, B, B), record(A, A, false, B, A, A, A)),
        pair(record(A, A, false, B, A, A, B), record(A, A, false, B, B, A, A)),
        // Lists: cell by cell, and a tail as the term it is.
        pair(ListTerm.of(integer(1)), ListTerm.of(integer(1), integer(2))),
        pair(ListTerm.of(integer(1), integer(9)), ListTerm.of(integer(2))),
        pair(ListTerm.cons(integer(1), integer(2)), ListTerm.of(integer(1))),
        pair(ListTerm.of(integer(1)), ListTerm.cons(integer(1), Binary.empty())),
        pair(ListTerm.ofText("ab"), ListTerm.cons(integer('a'), Binary.empty())),
        pair(ListTerm.cons(integer(1), Tuple.of()), ListTerm.of(integer(1), integer(2))),
        // Bitstrings: bit by bit.
        pair(Binary.of(new byte[] {1, 2}), bits(17, 1, 2, 0)),
        pair(Binary.of(new byte[] {1}), bits(1, 0x80)),
        pair(bits(1, 0x80), Binary.of(new byte[] {(byte) 128})),
        pair(Binary.of(new byte[] {0, 0}), Binary.of(new byte[] {(byte) 255})),
        pair(Binary.of(new byte[] {127}), Binary.of(new byte[] {(byte) 128})),
        pair(Binary.view(new byte[] {9, 1, 9}, 1, 1), Binary.of(new byte[] {2})));
  }

  @ParameterizedTest
  @MethodSource("lessInBothOrders")
  void compare_smallerAndGreater_isNegative(Term smaller, Term greater) {
    for (TermOrder order : TermOrder.values()) {
      assertThat(order.compare(smaller, greater)).isNegative();
      assertThat(order.compare(greater, smaller)).isPositive();
      assertThat(order.compare(Tuple.of(A, smaller), Tuple.of(A, greater))).isNegative();
    }
    assertThat(smaller).isNotEqualTo(greater);
  }

  static Stream<Arguments> equalButNotExactly() {
    return Stream.of(
        pair(integer(1), FloatTerm.of(1)),
        pair(integer(0), NEGATIVE_ZERO),
        pair(NEGATIVE_ZERO, ZERO),
        pair(big(64), FloatTerm.of(0x1p64)),
        pair(Tuple.of(A, integer(1)), Tuple.of(A, FloatTerm.of(1))),
        pair(ListTerm.of(integer(1)), ListTerm.of(FloatTerm.of(1))),
        pair(ListTerm.cons(A, integer(1)), ListTerm.cons(A, FloatTerm.of(1))),
        pair(MapTerm.of(A, integer(1)), MapTerm.of(A, FloatTerm.of(1))),
        pair(record(A, A, true, A, integer(1)), record(A, A, true, A, FloatTerm.of(1))),
        pair(fun(A, 1, 1, integer(1)), fun(A, 1, 1, FloatTerm.of(1))));
  }

  @ParameterizedTest
  @MethodSource("equalButNotExactly")
  void compare_equalButNotExactly_isZeroInTheStandardOrder(Term first, Term second) {
    assertThat(TermOrder.equal(first, second)).isTrue();
    assertThat(TermOrder.EXACT.compare(first, second)).isNegative();
    assertThat(TermOrder.EXACT.compare(second, first)).isPositive();
    assertThat(first).isNotEqualTo(second);
  }

  static Stream<Arguments> integerBelowFloat() {
    return Stream.of(
        pair(integer((1L << 53) - 1), FloatTerm.of(0x1p53)),
        pair(integer(Long.MAX_VALUE), FloatTerm.of(0x1p63)),
        pair(integer(0), FloatTerm.of(Double.MIN_VALUE)),
        pair(integer(-1), FloatTerm.of(-0.5)),
        pair(integer(1), FloatTerm.of(1.5)),
        pair(IntegerTerm.of(BigInteger.ONE.shiftLeft(2000).negate()), FloatTerm.of(-1e308)));
  }

  @ParameterizedTest
  @MethodSource("integerBelowFloat")
  void compare_integerAndGreaterFloat_isNegativeWithoutLoss(IntegerTerm integer, FloatTerm real) {
    assertThat(TermOrder.STANDARD.compare(integer, real)).isNegative();
    assertThat(TermOrder.STANDARD.compare(real, integer)).isPositive();
    Term mirrored = IntegerTerm.of(integer.bigIntegerValue().negate());
    assertThat(TermOrder.STANDARD.compare(mirrored, FloatTerm.of(-real.value()))).isPositive();
  }

  @Test
  void compare_integerNextToAFloat_isNotRounded() {
    Term real = FloatTerm.of(0x1p53);
    assertThat(TermOrder.equal(integer(1L << 53), real)).isTrue();
    assertThat(TermOrder.equal(integer((1L << 53) + 1), real)).isFalse();
    assertThat(TermOrder.STANDARD.compare(integer((1L << 53) + 1), real)).isPositive();
  }

  @Test
  void compare_integersAndFloatsExactly_hasIntegersFirst() {
    assertThat(TermOrder.EXACT.compare(big(64), FloatTerm.of(-1.0))).isNegative();
    assertThat(TermOrder.EXACT.compare(FloatTerm.of(-1.0), integer(5))).isPositive();
  }

  @Test
  void compare_keysOfDifferentTypesOfNumber_isExactInBothOrders() {
    Term one = MapTerm.of(integer(1), A);
    Term real = MapTerm.of(FloatTerm.of(1), A);
    assertThat(TermOrder.equal(one, real)).isFalse();
    assertThat(TermOrder.equal(MapTerm.of(A, one), MapTerm.of(A, real))).isFalse();
  }

  @Test
  void compare_sameFunOfTwoVersionsOfAModule_isEqualButNotExactly() {
    Pid pid = Pid.of(NODE, 1, 0, 1);
    byte[] later = new byte[LocalFun.UNIQ_BYTES];
    later[15] = 1;
    Term old = fun(A, 1, 1, B);
    Term current = LocalFun.of(A, 0, later, 1, 1, 1, pid, List.of(B));
    assertThat(TermOrder.equal(old, current)).isTrue();
    assertThat(TermOrder.EXACT.compare(old, current)).isNegative();
    assertThat(TermOrder.EXACT.compare(current, old)).isPositive();
    assertThat(old).isNotEqualTo(current);
    assertThat(MapTerm.of(old, A, current, B).size()).isEqualTo(2);
  }

  private static Arguments pair(Term first, Term second) {
    return Arguments.of(first, second);
  }

  private static IntegerTerm integer(long value) {
    return IntegerTerm.of(value);
  }

  private static IntegerTerm big(int bits) {
    return IntegerTerm.of(BigInteger.ONE.shiftLeft(bits));
  }

  private static LocalFun fun(Atom module, int index, int oldUniq, Term... free) {
    byte[] uniq = new byte[LocalFun.UNIQ_BYTES];
    Pid pid = Pid.of(NODE, 7, 0, 1);
    return LocalFun.of(module, 0, uniq, index, index, oldUniq, pid, List.of(free));
  }

  private static RecordTerm record(Atom module, Atom name, boolean exported, Term... fields) {
    Map<Atom, Term> map = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      map.put((Atom) fields[i], fields[i + 1]);
    }
    return RecordTerm.of(module, name, exported, map);
  }

  private static Bitstring bits(int size, int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < array.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return Bitstring.of(array, size);
  }
}
