package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a packed tuple cannot be told from the tuple of the same elements. */
class PackedTupleTest {
  private static final int MOST_ELEMENTS = 4;

  /** Integers of each class, what equals one in the standard order, and others. */
  private static final List<Term> ELEMENTS =
      List.of(
          IntegerTerm.of(7),
          IntegerTerm.of(Integer.MIN_VALUE),
          IntegerTerm.of(Integer.MAX_VALUE + 1L),
          FloatTerm.of(7),
          Atom.OK,
          Tuple.of(IntegerTerm.of(-70_000), IntegerTerm.of(70_000)));

  /** All tuples of up to three of these elements, and one of four. */
  static Stream<Tuple> tuples() {
    List<Tuple> tuples = new ArrayList<>(List.of(Tuple.of()));
    int from = 0;
    for (int arity = 1; arity < MOST_ELEMENTS; arity++) {
      int to = tuples.size();
      for (Tuple start : List.copyOf(tuples.subList(from, to))) {
        ELEMENTS.forEach(element -> tuples.add(longer(start, element)));
      }
      from = to;
    }
    tuples.add(Tuple.of(ELEMENTS.subList(0, MOST_ELEMENTS)));
    return tuples.stream();
  }

  private static void assertSameLong(Tuple packed, Tuple plain, int position) {
    if (plain.element(position) instanceof IntegerTerm number) {
      assertThat(packed.getLong(position)).isEqualTo(number.longValue());
    } else {
      assertThatThrownBy(() -> packed.getLong(position)).isInstanceOf(ClassCastException.class);
    }
  }

  private static Tuple longer(Tuple start, Term element) {
    List<Term> elements = new ArrayList<>(start.toList());
    elements.add(element);
    return Tuple.of(elements);
  }

  @ParameterizedTest
  @MethodSource("tuples")
  void packed_anyTuple_hasTheSameElements(Tuple plain) {
    Tuple packed = plain.packed();

    assertThat(packed.arity()).isEqualTo(plain.arity());
    assertThat(packed.toArray()).containsExactly(plain.toArray());
    assertThat(packed.toList()).isEqualTo(plain.toList());
    assertThat(packed.stream()).containsExactlyElementsOf(plain.toList());
    for (int position = 1; position <= plain.arity(); position++) {
      assertThat(packed.element(position)).isEqualTo(plain.element(position));
    }
    for (int position = 1; position <= plain.arity(); position++) {
      assertSameLong(packed, plain, position);
    }
    assertThat(packed).hasToString(plain.toString());
    assertThat(TermPrinter.print(packed)).isEqualTo(TermPrinter.print(plain));
    assertThat(ExternalTermFormat.encode(packed)).isEqualTo(ExternalTermFormat.encode(plain));
    assertThat(packed.packed()).isSameAs(packed);
  }

  @ParameterizedTest
  @MethodSource("tuples")
  void packed_anyTuple_equalsWhatThePlainOneEquals(Tuple plain) {
    Tuple packed = plain.packed();

    assertThat(packed).hasSameHashCodeAs(plain);
    assertThat(Phash2.of(packed)).isEqualTo(Phash2.of(plain));
    tuples()
        .flatMap(other -> Stream.of(other, other.packed()))
        .forEach(
            other -> {
              boolean isEqual = plain.toList().equals(other.toList());
              assertThat(packed.equals(other)).as("%s", other).isEqualTo(isEqual);
              assertThat(other.equals(packed)).as("%s", other).isEqualTo(isEqual);
              assertThat(ListTerm.of(packed).equals(ListTerm.of(other))).isEqualTo(isEqual);
              for (TermOrder order : TermOrder.values()) {
                int expected = order.compare(plain, other);
                assertThat(order.compare(packed, other)).isEqualTo(expected);
                assertThat(order.compare(other, packed)).isEqualTo(-expected);
              }
            });
  }

  @ParameterizedTest
  @MethodSource("tuples")
  void with_eachPosition_isThePackedFormOfTheChangedTuple(Tuple plain) {
    Tuple packed = plain.packed();
    for (int position = 1; position <= plain.arity(); position++) {
      for (Term value : ELEMENTS) {
        Tuple expected = plain.with(position, value).packed();
        Tuple changed = packed.with(position, value).packed();
        assertThat(changed).isEqualTo(expected).hasSameClassAs(expected);
        assertThat(packed).isEqualTo(plain);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tuples")
  void isHeld_packedTuple_isFalseOnlyForSmallIntegers(Tuple plain) {
    Tuple packed = plain.packed();
    int fields = 0;
    for (int position = 1; position <= plain.arity(); position++) {
      assertThat(plain.isHeld(position)).isTrue();
      if (!packed.isHeld(position)) {
        assertThat(plain.element(position)).isInstanceOf(Int32.class);
        fields++;
      } else if (!(plain.element(position) instanceof Int32)) {
        assertThat(packed.element(position)).isSameAs(packed.element(position));
      }
    }
    long small = plain.stream().filter(Int32.class::isInstance).count();
    assertThat(fields)
        .isEqualTo(
            switch (plain.arity()) {
              case 1, 2 -> small;
              case 3 -> Math.min(small, 1);
              default -> 0;
            });
  }

  @Test
  void packed_tupleInATuple_isPackedToo() {
    Tuple inner = Tuple.of(IntegerTerm.of(70_000), IntegerTerm.of(80_000));
    for (Tuple outer : List.of(Tuple.of(inner), Tuple.of(Atom.OK, inner, Atom.OK))) {
      int position = outer.arity() == 1 ? 1 : 2;
      Tuple packed = (Tuple) outer.packed().element(position);
      assertThat(packed.isHeld(1)).isFalse();
      assertThat(packed).isEqualTo(inner);
    }
  }

  @ParameterizedTest
  @MethodSource("tuples")
  void element_noSuchPosition_isRefused(Tuple plain) {
    Tuple packed = plain.packed();
    for (int position : new int[] {0, -1, plain.arity() + 1, Integer.MAX_VALUE}) {
      String expected = "position: " + position + " (expected: 1.." + plain.arity() + ")";
      assertThatThrownBy(() -> packed.element(position))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage(expected);
      assertThatThrownBy(() -> packed.isHeld(position))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage(expected);
      assertThatThrownBy(() -> packed.with(position, Atom.OK))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
