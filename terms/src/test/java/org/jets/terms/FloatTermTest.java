package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FloatTermTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.0, -0.0, 1.5, Double.MIN_VALUE, -Double.MAX_VALUE})
  void of_finite_hasTheValue(double value) {
    FloatTerm term = FloatTerm.of(value);
    assertThat(term.value()).isEqualTo(value);
    assertThat(term).isEqualTo(FloatTerm.of(value)).hasSameHashCodeAs(FloatTerm.of(value));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void of_notFinite_isRefused(double value) {
    assertThatThrownBy(() -> FloatTerm.of(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("value: " + value + " (expected: a finite number)");
  }

  @Test
  void equals_zerosOfBothSigns_isFalse() {
    assertThat(FloatTerm.of(0.0)).isNotEqualTo(FloatTerm.of(-0.0));
    assertThat(TermOrder.equal(FloatTerm.of(0.0), FloatTerm.of(-0.0))).isTrue();
  }
}
