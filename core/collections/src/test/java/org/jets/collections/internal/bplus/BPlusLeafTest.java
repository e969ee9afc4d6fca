package org.jets.collections.internal.bplus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Searches among the prefixes of a leaf or node. */
class BPlusLeafTest {
  private static void countsLess(LongUnaryOperator number) {
    Random random = new Random(11);
    for (int round = 0; round < 3_000; round++) {
      int first = random.nextInt(2);
      int length = random.nextInt(BPlusLeaf.MAX + 1);
      long[] words = new long[first + length + random.nextInt(3)];
      Arrays.setAll(words, i -> random.nextLong());
      for (int i = first; i < first + length; i++) {
        words[i] = number.applyAsLong(random.nextLong());
      }
      Arrays.sort(words, first, first + length);
      for (int i = 0; i < 10; i++) {
        long sought =
            length > 0 && i < 6
                ? words[first + random.nextInt(length)] + i % 3 - 1
                : i < 8 ? number.applyAsLong(random.nextLong()) : random.nextLong();
        long expected =
            Arrays.stream(words, first, first + length).filter(other -> other < sought).count();
        assertThat(BPlusLeaf.countLess(words, first, length, sought))
            .as("%d in %s from %d", sought, Arrays.toString(words), first)
            .isEqualTo((int) expected);
      }
    }
  }

  @Test
  void countLess_numbersOfAllSizes_countsThem() {
    countsLess(random -> random);
  }

  @Test
  void countLess_numbersOfOneSign_countsThem() {
    countsLess(random -> random >>> 1);
    countsLess(random -> ~(random >>> 1));
    countsLess(random -> random >>> 54);
    countsLess(random -> -(random >>> 54));
  }

  @Test
  void countLess_numbersAtTheLimits_countsThem() {
    countsLess(
        random ->
            switch ((int) random & 7) {
              case 0, 1 -> Long.MIN_VALUE + (random >>> 63);
              case 2, 3 -> Long.MAX_VALUE - (random >>> 63);
              default -> random >> 62;
            });
  }
}
