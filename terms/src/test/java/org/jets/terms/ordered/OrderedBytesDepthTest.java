package org.jets.terms.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that terms nested a million deep are encoded and decoded on a thread with the default
 * stack.
 */
class OrderedBytesDepthTest {
  private static final int DEPTH = 1_000_000;
  private static final Pid PID = Pid.of(Atom.of("a@b"), 1, 2, 3);

  static Stream<Arguments> nestings() {
    return Stream.of(
        nesting("heads of lists", ListTerm::of),
        nesting("heads of lists with more", term -> ListTerm.of(term, IntegerTerm.of(7))),
        nesting("heads of improper lists", term -> ListTerm.cons(term, Binary.empty())),
        nesting("tuples of one", Tuple::of),
        nesting("tuples of four", term -> Tuple.of(Atom.OK, FloatTerm.of(1), term, Atom.OK)),
        nesting("tails", term -> ListTerm.cons(Atom.OK, Tuple.of(term))),
        nesting("values of records", OrderedBytesDepthTest::record),
        nesting("values of maps", term -> MapTerm.of(FloatTerm.of(1), term)),
        nesting("keys of maps", term -> MapTerm.of(term, FloatTerm.of(1))),
        nesting("captured terms", OrderedBytesDepthTest::capture),
        nesting("everything", everything()));
  }

  private static Arguments nesting(String name, UnaryOperator<Term> wrap) {
    return Arguments.of(name, wrap);
  }

  private static Term record(Term term) {
    return RecordTerm.of(Atom.OK, Atom.OK, true, List.of(Atom.OK), List.of(term));
  }

  private static Term capture(Term term) {
    return LocalFun.of(Atom.OK, 0, new byte[16], 0, 0, 0, PID, List.of(term));
  }

  private static UnaryOperator<Term> everything() {
    int[] level = {0};
    return term ->
        switch (level[0]++ % 6) {
          case 0 -> ListTerm.of(Atom.OK, term);
          case 1 -> Tuple.of(term, FloatTerm.of(1));
          case 2 -> MapTerm.of(Atom.OK, term);
          case 3 -> ListTerm.cons(Atom.OK, Tuple.of(term));
          case 4 -> record(term);
          default -> ListTerm.improper(List.of(term, IntegerTerm.of(0)), FloatTerm.of(0.0));
        };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nestings")
  void decode_nestedDeep_isWhatWasEncoded(String name, UnaryOperator<Term> wrap) {
    int depth = name.equals("captured terms") ? DEPTH / 10 : DEPTH;
    Term term = Tuple.of();
    for (int i = 1; i < depth; i++) {
      term = wrap.apply(term);
    }

    byte[] code = OrderedBytes.encode(term);
    Term decoded = OrderedBytes.decode(code);

    assertThat(decoded.equals(term)).isTrue();
    assertThat(Arrays.equals(OrderedBytes.encode(decoded), code)).isTrue();
    assertThat(OrderedBytes.rangeOf(term).contains(code)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0xb9, 0xc9, 0xd4, 0xc4, 0xac})
  void decode_nestedDeepWithoutAnEnd_isRefused(int tag) {
    byte[] bytes = new byte[DEPTH];
    Arrays.fill(bytes, (byte) tag);

    assertThat(catchThrowableOfType(TermFormatException.class, () -> OrderedBytes.decode(bytes)))
        .hasMessageContaining("truncated");
  }

  @ParameterizedTest
  @MethodSource("chains")
  void decode_chainOfCells_isWhatWasEncoded(Term head, Term lastTail) {
    Term list = lastTail;
    for (int i = 0; i < DEPTH; i++) {
      list = ListTerm.cons(head, list);
    }

    Term decoded = OrderedBytes.decode(OrderedBytes.encode(list));

    assertThat(decoded.equals(list)).isTrue();
  }

  static Stream<Arguments> chains() {
    return Stream.of(
        Arguments.of(IntegerTerm.of(7), ListTerm.empty()),
        Arguments.of(IntegerTerm.of(7), ListTerm.ofText("end")),
        Arguments.of(FloatTerm.of(7), ListTerm.ofText("end")),
        Arguments.of(Tuple.of(Atom.OK), ListTerm.ofText("end")),
        Arguments.of(Atom.OK, Atom.OK));
  }
}
