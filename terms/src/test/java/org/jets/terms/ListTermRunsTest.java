package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the memory that lists keep reachable, and that their tails keep little unused memory.
 */
class ListTermRunsTest {
  private static final Term ONE = IntegerTerm.of(1);
  private static final Term TWO = IntegerTerm.of(2);
  private static final Term THREE = IntegerTerm.of(3);

  private static List<Term> held(ListTerm list) {
    List<Term> held = new ArrayList<>();
    ListTerm.Runs runs = new ListTerm.Runs(list);
    while (runs.next()) {
      for (int i = 0; i < runs.heldLength(); i++) {
        held.add(runs.heldElement(i));
      }
    }
    return held;
  }

  @Test
  void next_cellsArraysAndBytes_givesEachRun() {
    ListTerm bytes = ListTerm.ofBytes(new byte[] {2, 3});
    ListTerm list = ListTerm.cons(TWO, ListTerm.improper(List.of(ONE, THREE), bytes));
    ListTerm.Runs runs = new ListTerm.Runs(list);
    assertThatThrownBy(runs::length).isInstanceOf(IllegalStateException.class);
    assertThat(runs.next()).isTrue();
    assertThat(runs.isCell()).isTrue();
    assertThat(runs.length()).isEqualTo(1);
    assertThat(runs.next()).isTrue();
    assertThat(runs.isCell()).isFalse();
    assertThat(runs.length()).isEqualTo(2);
    assertThat(runs.tail()).isSameAs(bytes);
    assertThat(runs.next()).isTrue();
    assertThat(runs.isBytes()).isTrue();
    assertThat(runs.next()).isFalse();
    assertThat(held(list)).containsExactly(TWO, ONE, THREE, TWO, THREE);
    assertThat(new ListTerm.Runs(ListTerm.empty()).next()).isFalse();
  }

  @Test
  void heldElement_tailThatSharesAnArray_isAlsoOneInFront() {
    ListTerm tail = (ListTerm) ListTerm.of(ONE, TWO, THREE).tail();
    assertThat(held(tail)).containsExactly(ONE, TWO, THREE);
    ListTerm.Runs runs = new ListTerm.Runs(tail);
    assertThat(runs.next()).isTrue();
    assertThat(runs.length()).isEqualTo(2);
    assertThat(held((ListTerm) ListTerm.ofBytes(new byte[] {1, 2, 3}).tail()))
        .containsExactly(ONE, TWO, THREE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tail_ofLongList_keepsAtMostTwiceWhatItHas(boolean isOfBytes) {
    int size = 1_000;
    ListTerm rest =
        isOfBytes
            ? ListTerm.ofBytes(new byte[size])
            : ListTerm.of(IntStream.range(0, size).<Term>mapToObj(IntegerTerm::of).toList());
    for (int left = size; left > 1; left--) {
      rest = (ListTerm) rest.tail();
      assertThat(rest.size()).isEqualTo(left - 1);
      assertThat(rest.head()).isEqualTo(IntegerTerm.of(isOfBytes ? 0 : size - left + 1));
      assertThat(held(rest).size()).isLessThanOrEqualTo(Math.max(64, 2 * left));
    }
    assertThat(rest.tail()).isSameAs(ListTerm.empty());
  }

  @Test
  void heldBytes_view_isTheWholeArray() {
    assertThat(Binary.view(new byte[100], 10, 5).heldBytes()).isEqualTo(100);
    assertThat(Binary.of(new byte[100], 10, 5).heldBytes()).isEqualTo(5);
    assertThat(Bitstring.of(new byte[3], 17).heldBytes()).isEqualTo(3);
  }
}
