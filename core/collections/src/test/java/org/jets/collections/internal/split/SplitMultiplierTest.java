package org.jets.collections.internal.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SplitMultiplierTest {
  private static final int SAMPLES = 100_000;
  private static final double TWO_TO_THE_64 = 0x1p64;

  /** The least such fraction is [0; 2, 1, 2, 1, ...], the largest [0; 1, 2, 1, 2, ...]. */
  @Test
  void random_fractionOfTerms1And2_isWithinTheirBounds() {
    double least = (Math.sqrt(3) - 1) / 2;
    double largest = Math.sqrt(3) - 1;
    Set<Long> different = new HashSet<>();
    for (int i = 0; i < SAMPLES; i++) {
      long multiplier = SplitMultiplier.random();
      double fraction = ((multiplier >>> 1) * 2.0) / TWO_TO_THE_64;
      assertThat(fraction).isBetween(least - 1e-12, largest + 1e-12);
      assertThat(multiplier & 1).isEqualTo(1);
      different.add(multiplier);
    }
    assertThat(different).hasSizeGreaterThan(SAMPLES * 99 / 100);
  }

  @Test
  void random_denseNumbers_fillBucketsEvenly() {
    int bits = 12;
    for (int i = 0; i < 1_000; i++) {
      long multiplier = SplitMultiplier.random();
      int[] load = new int[1 << bits];
      for (long key = 0; key < load.length; key++) {
        int bucket = (int) ((key * multiplier) >>> (Long.SIZE - bits));
        assertThat(++load[bucket]).isLessThanOrEqualTo(4);
      }
    }
  }

  @Test
  void inverse_undoesAMultiplication() {
    for (int i = 0; i < 1_000; i++) {
      long multiplier = SplitMultiplier.random();
      assertThat(multiplier * SplitMultiplier.inverse(multiplier)).isEqualTo(1);
    }
  }
}
