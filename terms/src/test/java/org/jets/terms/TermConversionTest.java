package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of {@link Term#of} and {@link Term#toJava}. */
class TermConversionTest {
  private static final BigInteger BIG = BigInteger.ONE.shiftLeft(64);
  private static final IntegerTerm ONE = IntegerTerm.of(1);

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of((byte) -1, IntegerTerm.of(-1)),
        Arguments.of((short) 1, ONE),
        Arguments.of(1, ONE),
        Arguments.of(1L << 40, IntegerTerm.of(1L << 40)),
        Arguments.of(BIG, IntegerTerm.of(BIG)),
        Arguments.of(BigInteger.ONE, ONE),
        Arguments.of(0.5f, FloatTerm.of(0.5)),
        Arguments.of(-0.0, FloatTerm.of(-0.0)),
        Arguments.of(true, Atom.TRUE),
        Arguments.of(false, Atom.FALSE),
        Arguments.of("å", Binary.of("å")),
        Arguments.of(new byte[] {1, 2}, Binary.of(new byte[] {1, 2})),
        Arguments.of(Atom.OK, Atom.OK),
        Arguments.of(Optional.empty(), Atom.UNDEFINED),
        Arguments.of(Optional.of(1), ONE),
        Arguments.of(Optional.of(Optional.empty()), Atom.UNDEFINED),
        Arguments.of(List.of(), ListTerm.empty()),
        Arguments.of(
            List.of(1, List.of(1), List.of()),
            ListTerm.of(ONE, ListTerm.of(ONE), ListTerm.empty())),
        Arguments.of(Map.of(), MapTerm.of()),
        Arguments.of(
            Map.of(1, List.of(true), 1.0, "x"),
            MapTerm.of(ONE, ListTerm.of(Atom.TRUE), FloatTerm.of(1), Binary.of("x"))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void of_value_isItsTerm(Object value, Term expected) {
    assertThat(Term.of(value)).isEqualTo(expected);
  }

  @Test
  void of_valueWithoutCounterpart_isRefusedByItsClass() {
    for (Object value : List.of('x', new Object(), Set.of(1), new int[0], Thread.class)) {
      for (Object outer : List.of(value, List.of(value), Map.of(1, value), Optional.of(value))) {
        assertThatThrownBy(() -> Term.of(outer))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                "value: a "
                    + value.getClass().getName()
                    + " (expected: a number, Boolean, String, byte[], List, Map, Optional or"
                    + " Term)");
      }
    }
  }

  @Test
  void of_textOrFloatWithoutCounterpart_isRefused() {
    for (Object value : List.of(Double.NaN, Float.POSITIVE_INFINITY, "\uD800")) {
      assertThatThrownBy(() -> Term.of(List.of(value)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void of_nullInside_isRefused() {
    for (Object value : List.of(Arrays.asList(1, null), Collections.singletonMap("key", null))) {
      assertThatThrownBy(() -> Term.of(value))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("an element inside the value");
    }
  }

  @Test
  void of_twoKeysOfOneTerm_isRefused() {
    Map<Object, Object> map = new HashMap<>();
    map.put(1, "int");
    map.put(1L, "long");
    assertThatThrownBy(() -> Term.of(map))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("value: a map of which two keys are the same term");
  }

  @Test
  void of_collectionInsideItself_isRefused() {
    List<Object> list = new ArrayList<>();
    list.add(Map.of("key", list));
    assertThatThrownBy(() -> Term.of(list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("that contains itself");
  }

  @Test
  void of_collectionTwiceSideBySide_isConvertedTwice() {
    List<Object> inner = List.of(1);
    assertThat(Term.of(List.of(inner, inner)))
        .isEqualTo(ListTerm.of(ListTerm.of(ONE), ListTerm.of(ONE)));
  }

  @Test
  void ofAndToJava_deepNesting_needsNoStack() {
    Object nested = List.of();
    for (int i = 0; i < 100_000; i++) {
      nested = i % 2 == 0 ? List.of(nested) : Map.of("key", nested);
    }
    Term term = Term.of(nested);
    assertThat(Term.of(term.toJava()).equals(term)).isTrue();
  }

  static Stream<Arguments> terms() {
    return Stream.of(
        Arguments.of(ONE, 1L),
        Arguments.of(IntegerTerm.of(BIG), BIG),
        Arguments.of(FloatTerm.of(-0.0), -0.0),
        Arguments.of(Atom.TRUE, true),
        Arguments.of(Atom.FALSE, false),
        Arguments.of(Binary.of("x"), new byte[] {'x'}),
        Arguments.of(ListTerm.empty(), List.of()),
        Arguments.of(ListTerm.ofText("a"), List.of(97L)),
        Arguments.of(ListTerm.of(ONE, ListTerm.of(Atom.TRUE)), List.of(1L, List.of(true))),
        Arguments.of(MapTerm.of(ONE, ListTerm.of(ONE)), Map.of(1L, List.of(1L))));
  }

  @ParameterizedTest
  @MethodSource("terms")
  void toJava_termWithCounterpart_isTheValue(Term term, Object expected) {
    assertThat(term.toJava()).isEqualTo(expected);
  }

  @Test
  void toJava_termWithoutCounterpart_isTheTerm() {
    List<Term> terms =
        List.of(
            Atom.UNDEFINED,
            Tuple.of(ONE),
            RecordTerm.of(Atom.OK, Atom.OK, true, Map.of(Atom.OK, ONE)),
            ListTerm.cons(ONE, ONE),
            Bitstring.of(new byte[1], 1),
            Pid.of(Atom.OK, 1, 2, 3),
            ExternalFun.of(Atom.OK, Atom.OK, 1));
    for (Term term : terms) {
      assertThat(term.toJava()).isSameAs(term);
    }
    assertThat(ListTerm.of(terms).toJava()).isEqualTo(terms);
  }

  @Test
  void toJava_mapKeys_staySoDistinctAsTheyAre() {
    Term text = Binary.of("x");
    Term list = ListTerm.of(ONE);
    MapTerm map =
        MapTerm.of(
            ONE,
            ONE,
            FloatTerm.of(1),
            ONE,
            FloatTerm.of(0.0),
            ONE,
            FloatTerm.of(-0.0),
            ONE,
            Atom.TRUE,
            ONE,
            text,
            ONE,
            list,
            ONE);
    Map<Object, Object> expected = new LinkedHashMap<>();
    expected.put(1L, 1L);
    expected.put(FloatTerm.of(1), 1L);
    expected.put(FloatTerm.of(0.0), 1L);
    expected.put(FloatTerm.of(-0.0), 1L);
    expected.put(true, 1L);
    expected.put(text, 1L);
    expected.put(list, 1L);
    assertThat(map.toJava()).isEqualTo(expected);
  }

  @Test
  void toJava_collections_cannotBeChanged() {
    List<?> list = (List<?>) ListTerm.of(ONE).toJava();
    Map<?, ?> map = (Map<?, ?>) MapTerm.of(ONE, ONE).toJava();
    assertThatThrownBy(list::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
  }
}
