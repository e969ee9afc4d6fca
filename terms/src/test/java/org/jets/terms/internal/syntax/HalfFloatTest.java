package org.jets.terms.internal.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HalfFloatTest {

  @Test
  void bits_everyFiniteHalf_isItself() {
    for (int bits = 0; bits < 0x7C00; bits++) {
      assertThat(HalfFloat.bits(value(bits))).isEqualTo(bits);
      assertThat(HalfFloat.bits(-value(bits))).isEqualTo(bits | 0x8000);
    }
  }

  @Test
  void bits_betweenTwoHalves_isTheNearerAndHalfwayTheEvenOne() {
    for (int bits = 0; bits < 0x7C00; bits++) {
      double middle = (value(bits) + (bits == 0x7BFF ? 65536 : value(bits + 1))) / 2;
      assertThat(HalfFloat.bits(middle)).isEqualTo(bits + (bits & 1));
      assertThat(HalfFloat.bits(Math.nextDown(middle))).isEqualTo(bits);
      assertThat(HalfFloat.bits(Math.nextUp(middle))).isEqualTo(bits + 1);
    }
  }

  @Test
  void bits_beyondTheLargestHalf_isInfinity() {
    assertThat(HalfFloat.bits(1e300)).isEqualTo(0x7C00);
    assertThat(HalfFloat.bits(-65520)).isEqualTo(0xFC00);
  }

  private static double value(int bits) {
    int exponent = bits >>> 10;
    int fraction = bits & 0x3FF;
    return exponent == 0 ? fraction * 0x1p-24 : Math.scalb(1024.0 + fraction, exponent - 25);
  }
}
