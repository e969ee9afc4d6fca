package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TupleTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 300})
  void of_anyArity_hasTheElements(int arity) {
    Term[] elements = elements(arity);
    Tuple tuple = Tuple.of(elements);
    assertThat(tuple.arity()).isEqualTo(arity);
    for (int position = 1; position <= arity; position++) {
      assertThat(tuple.element(position)).isSameAs(elements[position - 1]);
    }
    assertThat(tuple.toArray()).containsExactly(elements);
    assertThat(tuple.toList()).containsExactly(elements).hasSize(arity);
    assertThat(tuple.stream()).containsExactly(elements);
    assertThat(tuple).isEqualTo(Tuple.of(List.of(elements)));
    assertThat(tuple).hasSameHashCodeAs(Tuple.of(List.of(elements)));
  }

  @Test
  void of_fixedNumberOfElements_equalsThatOfAnArray() {
    Term[] e = elements(3);
    assertThat(Tuple.of()).isEqualTo(Tuple.of(new Term[0]));
    assertThat(Tuple.of(e[0])).isEqualTo(Tuple.of(new Term[] {e[0]}));
    assertThat(Tuple.of(e[0], e[1])).isEqualTo(Tuple.of(new Term[] {e[0], e[1]}));
    assertThat(Tuple.of(e[0], e[1], e[2])).isEqualTo(Tuple.of(e));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void element_noSuchPosition_isRefused(int arity) {
    Tuple tuple = Tuple.of(elements(arity));
    for (int position : new int[] {0, -1, arity + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> tuple.element(position))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("position: " + position + " (expected: 1.." + arity + ")");
      assertThatThrownBy(() -> tuple.with(position, Atom.OK))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7})
  void with_eachPosition_changesThatAlone(int arity) {
    Term[] elements = elements(arity);
    Tuple tuple = Tuple.of(elements);
    for (int position = 1; position <= arity; position++) {
      Term[] expected = elements.clone();
      expected[position - 1] = Atom.OK;
      assertThat(tuple.with(position, Atom.OK)).isEqualTo(Tuple.of(expected)).isNotEqualTo(tuple);
      assertThat(tuple).isEqualTo(Tuple.of(elements));
    }
  }

  @Test
  void of_arrayChangedAfterwards_keepsTheElements() {
    for (int arity = 1; arity < 6; arity++) {
      Term[] elements = elements(arity);
      Tuple tuple = Tuple.of(elements);
      elements[0] = Atom.ERROR;
      assertThat(tuple.element(1)).isEqualTo(IntegerTerm.of(0));
      tuple.toArray()[0] = Atom.ERROR;
      assertThat(tuple.element(1)).isEqualTo(IntegerTerm.of(0));
    }
  }

  @Test
  void of_nullElement_isRefusedByItsPlace() {
    assertThatThrownBy(() -> Tuple.of(Atom.OK, Atom.OK, Atom.OK, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("elements[3]");
  }

  @Test
  void toList_changed_isRefused() {
    List<Term> view = Tuple.of(Atom.OK, Atom.ERROR).toList();
    assertThatThrownBy(() -> view.set(0, Atom.ERROR))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> view.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static Term[] elements(int count) {
    return IntStream.range(0, count).mapToObj(IntegerTerm::of).toArray(Term[]::new);
  }
}
