package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListTermTest {
  private static final Term ONE = IntegerTerm.of(1);
  private static final Term TWO = IntegerTerm.of(2);
  private static final Term THREE = IntegerTerm.of(3);

  /** Returns the list [1,2,3] in all its forms. */
  static Stream<ListTerm> oneTwoThree() {
    return Stream.of(
        ListTerm.of(ONE, TWO, THREE),
        ListTerm.of(List.of(ONE, TWO, THREE)),
        ListTerm.ofBytes(new byte[] {1, 2, 3}),
        ListTerm.ofText("\1\2\3"),
        ListTerm.cons(ONE, ListTerm.cons(TWO, ListTerm.cons(THREE, ListTerm.empty()))),
        ListTerm.cons(ONE, ListTerm.of(TWO, THREE)),
        ListTerm.cons(ONE, ListTerm.ofBytes(new byte[] {2, 3})),
        ListTerm.improper(List.of(ONE), ListTerm.ofBytes(new byte[] {2, 3})),
        ListTerm.improper(List.of(ONE, TWO), ListTerm.cons(THREE, ListTerm.empty())),
        (ListTerm) ListTerm.ofBytes(new byte[] {0, 1, 2, 3}).tail(),
        (ListTerm) ListTerm.of(THREE, ONE, TWO, THREE).tail());
  }

  @ParameterizedTest
  @MethodSource("oneTwoThree")
  void allForms_sameElements_areTheSameList(ListTerm list) {
    assertThat(list).isEqualTo(ListTerm.of(ONE, TWO, THREE));
    assertThat(list.hashCode()).isEqualTo(ListTerm.of(ONE, TWO, THREE).hashCode());
    assertThat(Phash2.of(list)).isEqualTo(Phash2.of(ListTerm.of(ONE, TWO, THREE)));
    assertThat(TermOrder.EXACT.compare(list, ListTerm.of(ONE, TWO, THREE))).isZero();
    assertThat(list.equals(ListTerm.of(ONE, TWO))).isFalse();
    assertThat(list.equals(ListTerm.improper(List.of(ONE, TWO), THREE))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("oneTwoThree")
  void accessors_allForms_giveTheCells(ListTerm list) {
    assertThat(list.isEmpty()).isFalse();
    assertThat(list.isProper()).isTrue();
    assertThat(list.size()).isEqualTo(3);
    assertThat(list.head()).isEqualTo(ONE);
    assertThat(list.tail()).isEqualTo(ListTerm.of(TWO, THREE));
    assertThat(((ListTerm) ((ListTerm) list.tail()).tail()).tail()).isSameAs(ListTerm.empty());
    assertThat(list.lastTail()).isSameAs(ListTerm.empty());
    assertThat(list.get(0)).isEqualTo(ONE);
    assertThat(list.get(2)).isEqualTo(THREE);
    assertThat(list.toList()).containsExactly(ONE, TWO, THREE);
    assertThat(list.stream()).containsExactly(ONE, TWO, THREE);
    assertThat(list.toText()).contains("\1\2\3");
    for (int index : new int[] {-1, 3}) {
      assertThatThrownBy(() -> list.get(index)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("oneTwoThree")
  void iterator_allForms_endsAfterTheLastElement(ListTerm list) {
    Iterator<Term> elements = list.iterator();
    for (Term expected : List.of(ONE, TWO, THREE)) {
      assertThat(elements.hasNext()).isTrue();
      assertThat(elements.next()).isEqualTo(expected);
    }
    assertThat(elements.hasNext()).isFalse();
    assertThatThrownBy(elements::next).isInstanceOf(NoSuchElementException.class);
  }

  /** Returns the list [1,2|3] in all its forms. */
  static Stream<ListTerm> oneTwoAndThree() {
    return Stream.of(
        ListTerm.improper(List.of(ONE, TWO), THREE),
        ListTerm.cons(ONE, ListTerm.cons(TWO, THREE)),
        ListTerm.cons(ONE, ListTerm.improper(List.of(TWO), THREE)),
        ListTerm.improper(List.of(ONE), ListTerm.cons(TWO, THREE)));
  }

  @ParameterizedTest
  @MethodSource("oneTwoAndThree")
  void improper_allForms_areTheSameList(ListTerm list) {
    assertThat(list).isEqualTo(ListTerm.improper(List.of(ONE, TWO), THREE));
    assertThat(list.hashCode()).isEqualTo(ListTerm.improper(List.of(ONE, TWO), THREE).hashCode());
    assertThat(list.equals(ListTerm.of(ONE, TWO))).isFalse();
    assertThat(list.isProper()).isFalse();
    assertThat(list.isEmpty()).isFalse();
    assertThat(list.size()).isEqualTo(2);
    assertThat(list.lastTail()).isEqualTo(THREE);
    assertThat(((ListTerm) list.tail()).tail()).isEqualTo(THREE);
    assertThat(list).containsExactly(ONE, TWO);
    assertThat(list.stream()).containsExactly(ONE, TWO);
    assertThat(list.toText()).isEmpty();
    assertThatThrownBy(list::toList)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("an improper list of 2 elements (expected: a proper one)");
  }

  @Test
  void empty_anyFactory_isOneObject() {
    assertThat(ListTerm.of())
        .isSameAs(ListTerm.empty())
        .isSameAs(ListTerm.of(List.of()))
        .isSameAs(ListTerm.ofBytes(new byte[0]))
        .isSameAs(ListTerm.ofText(""))
        .isSameAs(ListTerm.improper(List.of(), ListTerm.empty()));
  }

  @Test
  void empty_accessors_giveNothing() {
    ListTerm list = ListTerm.empty();
    assertThat(list.isEmpty()).isTrue();
    assertThat(list.isProper()).isTrue();
    assertThat(list.size()).isZero();
    assertThat(list.lastTail()).isSameAs(list);
    assertThat(list).isEmpty();
    assertThat(list.toList()).isEmpty();
    assertThat(list.toText()).contains("");
    assertThatThrownBy(list::head).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(list::tail).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void improper_noElements_isTheTailOrRefused() {
    ListTerm tail = ListTerm.of(ONE);
    assertThat(ListTerm.improper(List.of(), tail)).isSameAs(tail);
    assertThatThrownBy(() -> ListTerm.improper(List.of(), ONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("elements: none before the tail 1 (expected: at least one)");
  }

  @Test
  void of_nullElement_isRefusedByItsPlace() {
    assertThatThrownBy(() -> ListTerm.of(ONE, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("elements[1]");
    assertThatThrownBy(() -> ListTerm.of(Arrays.asList(null, ONE)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("elements[0]");
  }

  @Test
  void of_arrayChangedAfterwards_keepsTheElements() {
    Term[] elements = {ONE, TWO};
    byte[] bytes = {1, 2};
    ListTerm list = ListTerm.of(elements);
    ListTerm byteList = ListTerm.ofBytes(bytes);
    elements[0] = THREE;
    bytes[0] = 3;
    assertThat(list).containsExactly(ONE, TWO);
    assertThat(byteList).containsExactly(ONE, TWO);
  }

  @Test
  void ofBytes_negativeBytes_areIntegersUpTo255() {
    assertThat(ListTerm.ofBytes(new byte[] {-1, -128}))
        .containsExactly(IntegerTerm.of(255), IntegerTerm.of(128));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "åäö", "a€", "\uD83D\uDE00", "\uFFFF", "\0"})
  void ofText_validText_isItsCodePointsAndBack(String text) {
    ListTerm list = ListTerm.ofText(text);
    assertThat(list.stream().map(element -> ((IntegerTerm) element).intValue()).toList())
        .isEqualTo(text.codePoints().boxed().toList());
    assertThat(list.toText()).contains(text);
  }

  @Test
  void toText_notCodePoints_isEmpty() {
    assertThat(ListTerm.of(Atom.OK).toText()).isEmpty();
    assertThat(ListTerm.of(IntegerTerm.of(-1)).toText()).isEmpty();
    assertThat(ListTerm.of(IntegerTerm.of(0xD800)).toText()).isEmpty();
    assertThat(ListTerm.of(IntegerTerm.of(0x110000)).toText()).isEmpty();
    assertThat(ListTerm.ofText("\uD800").toText()).isEmpty();
  }

  @Test
  void toList_changed_isRefused() {
    List<Term> elements = ListTerm.of(ONE).toList();
    assertThatThrownBy(() -> elements.set(0, TWO))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
