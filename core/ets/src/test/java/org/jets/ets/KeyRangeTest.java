package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.stream.Stream;
import org.jets.terms.IntegerTerm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyRangeTest {
  static Stream<KeyRange> ranges() {
    IntegerTerm end = IntegerTerm.of(1);
    return Stream.of(
        KeyRange.all(),
        KeyRange.greaterThan(end),
        KeyRange.lessThan(end),
        KeyRange.closed(end, end));
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void tests_ofNull_nameTheArgument(KeyRange range) {
    assertThatNullPointerException().isThrownBy(() -> range.isAboveLower(null)).withMessage("key");
    assertThatNullPointerException().isThrownBy(() -> range.isBelowUpper(null)).withMessage("key");
    assertThatNullPointerException().isThrownBy(() -> range.contains(null)).withMessage("key");
  }
}
