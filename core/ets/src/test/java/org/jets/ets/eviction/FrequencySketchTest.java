package org.jets.ets.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FrequencySketchTest {
  private static final int CELLS = 1_000;

  private static FrequencySketch sketch() {
    FrequencySketch sketch = new FrequencySketch();
    for (int cells = 1; cells <= CELLS; cells++) {
      sketch.ensureCapacity(cells);
    }
    return sketch;
  }

  @Test
  void frequency_severalAdditions_isNotBelowTheirNumber() {
    FrequencySketch sketch = sketch();
    SplittableRandom random = new SplittableRandom(1);
    int[] counts = new int[CELLS];
    for (int n = 0; n < 4 * CELLS; n++) {
      int hash = random.nextInt(CELLS);
      counts[hash]++;
      sketch.add(hash);
    }
    long excess = 0;
    for (int hash = 0; hash < CELLS; hash++) {
      assertThat(sketch.frequency(hash)).isGreaterThanOrEqualTo(Math.min(15, counts[hash]));
      excess += sketch.frequency(hash) - Math.min(15, counts[hash]);
    }
    assertThat(excess).isLessThan(CELLS / 2);
  }

  @Test
  void add_often_stopsAtFifteen() {
    FrequencySketch sketch = sketch();
    for (int n = 0; n < 100; n++) {
      sketch.add(7);
    }
    assertThat(sketch.frequency(7)).isEqualTo(15);
    assertThat(sketch.frequency(8)).isZero();
  }

  @Test
  void add_otherHashesForLong_halvesTheCount() {
    FrequencySketch sketch = sketch();
    for (int n = 0; n < 12; n++) {
      sketch.add(7);
    }
    for (int n = 0; n < sketch.period(); n++) {
      sketch.add(1_000 + n % CELLS);
    }
    assertThat(sketch.frequency(7)).isBetween(6, 9);
  }

  @Test
  void ensureCapacity_noMemory_triesAgainWhenThereAreTwiceAsManyCells() {
    int[] tries = {0};
    FrequencySketch sketch =
        new FrequencySketch(
            length -> {
              if (++tries[0] <= 2) {
                throw new OutOfMemoryError("injected");
              }
              return new long[length];
            });
    sketch.add(7);
    long bytes = sketch.bytes();
    for (int cells = 1; cells < 68; cells++) {
      sketch.ensureCapacity(cells);
      assertThat(tries[0]).isEqualTo(cells < 17 ? 0 : cells < 34 ? 1 : 2);
    }
    assertThat(sketch.bytes()).isEqualTo(bytes);
    sketch.ensureCapacity(68);
    assertThat(sketch.bytes()).isEqualTo(2 * bytes);
    assertThat(sketch.frequency(7)).isEqualTo(1);
  }

  @Test
  void ensureCapacity_more_keepsCounts() {
    FrequencySketch sketch = new FrequencySketch();
    for (int n = 0; n < 5; n++) {
      sketch.add(7);
    }
    long bytes = sketch.bytes();
    for (int cells = 1; cells <= CELLS; cells++) {
      sketch.ensureCapacity(cells);
    }
    assertThat(sketch.frequency(7)).isEqualTo(5);
    assertThat(sketch.bytes()).isGreaterThan(bytes).isLessThanOrEqualTo(2L * CELLS * Long.BYTES);
  }
}
