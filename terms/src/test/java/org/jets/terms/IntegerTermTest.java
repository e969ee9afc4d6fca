package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntegerTermTest {
  private static final BigInteger TWO_TO_63 = BigInteger.ONE.shiftLeft(63);

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, -128, -129, 1023, 1024, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void of_32Bits_hasTheValue(long value) {
    IntegerTerm term = assertValue(value);
    assertThat(term.fitsInt()).isTrue();
    assertThat(term.intValue()).isEqualTo((int) value);
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 31, -(1L << 31) - 1, Long.MAX_VALUE, Long.MIN_VALUE})
  void of_64Bits_hasTheValue(long value) {
    IntegerTerm term = assertValue(value);
    assertThat(term.fitsInt()).isFalse();
    assertThatThrownBy(term::intValue)
        .isInstanceOf(ArithmeticException.class)
        .hasMessage(value + " (expected: an integer of 32 bits)");
  }

  private static IntegerTerm assertValue(long value) {
    IntegerTerm term = IntegerTerm.of(value);
    BigInteger big = BigInteger.valueOf(value);
    assertThat(term.fitsLong()).isTrue();
    assertThat(term.longValue()).isEqualTo(value);
    assertThat(term.bigIntegerValue()).isEqualTo(big);
    assertThat(term.signum()).isEqualTo(Long.signum(value));
    assertThat(term.bitLength()).isEqualTo(big.bitLength());
    assertThat(term).isEqualTo(IntegerTerm.of(big)).hasSameHashCodeAs(IntegerTerm.of(big));
    assertThat(term).hasToString(Long.toString(value)).isNotEqualTo(IntegerTerm.of(value ^ 1));
    return term;
  }

  @Test
  void of_moreThan64Bits_hasTheValue() {
    for (BigInteger value :
        new BigInteger[] {TWO_TO_63, TWO_TO_63.negate().subtract(BigInteger.ONE)}) {
      IntegerTerm term = IntegerTerm.of(value);
      assertThat(term.fitsInt()).isFalse();
      assertThat(term.fitsLong()).isFalse();
      assertThat(term.bigIntegerValue()).isEqualTo(value);
      assertThat(term.signum()).isEqualTo(value.signum());
      assertThat(term.bitLength()).isEqualTo(value.bitLength());
      assertThat(term).isEqualTo(IntegerTerm.of(value.add(BigInteger.ZERO)));
      assertThat(term).hasToString(value.toString()).isNotEqualTo(IntegerTerm.of(value.negate()));
    }
  }

  @Test
  void longValue_moreThan64Bits_isRefusedWithoutTheDigits() {
    IntegerTerm term = IntegerTerm.of(TWO_TO_63);
    assertThatThrownBy(term::longValue)
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("an integer of 64 bits (expected: at most 64)");
    assertThatThrownBy(term::intValue).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void equals_floatOfTheSameValue_isFalse() {
    assertThat(IntegerTerm.of(1).equals(FloatTerm.of(1))).isFalse();
    assertThat(FloatTerm.of(1).equals(IntegerTerm.of(1))).isFalse();
  }

  @Test
  void hashCode_32Bits_noTwoAreTheSame() {
    Set<Integer> hashes = new HashSet<>();
    for (int n = 0; n < 1 << 16; n++) {
      hashes.add(IntegerTerm.of(n).hashCode());
      hashes.add(IntegerTerm.of((n + 1) << 16).hashCode());
      hashes.add(IntegerTerm.of(-1 - n).hashCode());
    }
    // 0 and -65,536 occur twice.
    assertThat(hashes).hasSize(3 * (1 << 16) - 2);
  }
}
