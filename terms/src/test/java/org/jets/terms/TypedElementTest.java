package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Tests elements of tuples as Java values. */
class TypedElementTest {
  private static final int MANY = 1_000_000;

  private static Tuple tuple(Object... values) {
    return Tuple.of(List.of(values).stream().map(Term::of).toList());
  }

  @Test
  void getLong_integersOfAnySize_givesThoseThatFit() {
    Tuple tuple = tuple(7, Long.MIN_VALUE, BigInteger.ONE.shiftLeft(63));
    assertThat(tuple.getLong(1)).isEqualTo(7);
    assertThat(tuple.getLong(2)).isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(() -> tuple.getLong(3)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void getInt_integersOfAnySize_givesThoseThatFit() {
    Tuple tuple = tuple(Integer.MIN_VALUE, Integer.MAX_VALUE + 1L, BigInteger.ONE.shiftLeft(63));
    assertThat(tuple.getInt(1)).isEqualTo(Integer.MIN_VALUE);
    assertThatThrownBy(() -> tuple.getInt(2)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> tuple.getInt(3)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void getDouble_onlyFloats_areGiven() {
    Tuple tuple = tuple(1.5, 1);
    assertThat(tuple.getDouble(1)).isEqualTo(1.5);
    assertThatThrownBy(() -> tuple.getDouble(2))
        .isInstanceOf(ClassCastException.class)
        .hasMessage("element 2: 1 (expected: a float)");
  }

  @Test
  void getBoolean_onlyTrueAndFalse_areGiven() {
    Tuple tuple = Tuple.of(Atom.TRUE, Atom.FALSE, Atom.of("yes"));
    assertThat(tuple.getBoolean(1)).isTrue();
    assertThat(tuple.getBoolean(2)).isFalse();
    assertThatThrownBy(() -> tuple.getBoolean(3))
        .isInstanceOf(ClassCastException.class)
        .hasMessage("element 3: yes (expected: true or false)");
  }

  @Test
  void getText_onlyBinariesInUtf8_areGiven() {
    Tuple tuple = tuple("gr\u00fc\u00df", new byte[] {(byte) 0xff}, Atom.OK);
    assertThat(tuple.getText(1)).isEqualTo("gr\u00fc\u00df");
    assertThatThrownBy(() -> tuple.getText(2))
        .isInstanceOf(ClassCastException.class)
        .hasMessage("element 2: <<255>> (expected: a binary in UTF-8)");
    assertThatThrownBy(() -> tuple.getText(3))
        .isInstanceOf(ClassCastException.class)
        .hasMessage("element 3: ok (expected: a binary)");
  }

  @Test
  void allGetters_positionOutsideTheTuple_isRefused() {
    List<ToLongFunction<Integer>> getters =
        List.of(
            position -> tuple(1).getLong(position),
            position -> tuple(1).packed().getLong(position),
            position -> tuple(1).getInt(position),
            position -> (long) tuple(1.0).getDouble(position),
            position -> tuple(true).getBoolean(position) ? 1 : 0,
            position -> tuple("text").getText(position).length());
    for (ToLongFunction<Integer> getter : getters) {
      for (int position : new int[] {-1, 0, 2}) {
        assertThatThrownBy(() -> getter.applyAsLong(position))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void message_hugeElement_isShort() {
    Tuple tuple = Tuple.of(Binary.of(new byte[MANY]));
    assertThatThrownBy(() -> tuple.getLong(1))
        .isInstanceOf(ClassCastException.class)
        .extracting(thrown -> String.valueOf(thrown.getMessage()).length())
        .satisfies(length -> assertThat((int) length).isLessThan(300));
  }
}
