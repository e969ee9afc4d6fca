package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import org.jets.collections.internal.split.SplitReentry;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * Updates of {@link SplitOrderedHashMap} whose own callbacks make the table grow and shrink: where
 * each attempt fails, since its slot has moved, the map gives up.
 */
class SplitReentryTest {
  private static final int BASE = 200;
  private static final int MORE = 2_000;

  private static final int MAPS = 10;

  private SplitOrderedHashMap<Object, Object> map = new SplitOrderedHashMap<>();

  /** Makes the table grow and shrink whenever it is compared, but not within that. */
  private final class Churning implements Comparable<Churning> {
    private final int number;
    private boolean isChurning;
    private int comparisons;

    Churning(int number) {
      this.number = number;
    }

    private void churn() {
      if (!isChurning) {
        isChurning = true;
        comparisons++;
        for (int key = 0; key < MORE; key++) {
          map.put("more " + key, key);
        }
        for (int key = 0; key < MORE; key++) {
          map.remove("more " + key);
        }
        isChurning = false;
      }
    }

    @Override
    public int hashCode() {
      return 12_345;
    }

    @Override
    public boolean equals(Object other) {
      churn();
      return other instanceof Churning churning ? churning.number == number : true;
    }

    @Override
    public int compareTo(Churning other) {
      churn();
      return Integer.compare(number, other.number);
    }
  }

  /** Removes a key, and returns true if the map gave up. In both cases its state must be right. */
  private boolean givesUpToRemove() {
    for (int key = 0; key < BASE; key++) {
      map.put("base " + key, key);
    }
    map.put("key", 1);
    Churning churning = new Churning(1);
    boolean isRemoved = false;
    try {
      isRemoved = map.remove("key", churning);
      assertThat(isRemoved).isTrue();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageStartingWith("Recursive update");
      assertThat(churning.comparisons).isGreaterThanOrEqualTo(2 * SplitReentry.PATIENCE);
      assertThat(map).containsEntry("key", 1);
    }
    assertThat(map).hasSize(isRemoved ? BASE : BASE + 1);
    map.validate();
    return !isRemoved;
  }

  /**
   * The multiplier of a map is random, and with it which entries are near. With one in some
   * thousand the entry stays where it is, and is removed.
   */
  @Test
  void remove_valuesEqualsMakesTheTableGrowAndShrink_givesUp() {
    int attempts = 0;
    while (!givesUpToRemove() && attempts < MAPS) {
      attempts++;
      map = new SplitOrderedHashMap<>();
    }
    assertThat(attempts).isLessThan(MAPS);
  }

  /**
   * The value is exchanged in its entry, wherever that has moved; if a removal beside it has copied
   * the entry in each attempt, the map gives up.
   */
  @RepeatedTest(5)
  void replace_valuesEqualsMakesTheTableGrowAndShrink_succeedsOrGivesUp() {
    map.put("key", 1);
    Churning churning = new Churning(1);
    Object expected = 2;
    try {
      assertThat(map.replace("key", churning, 2)).isTrue();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageStartingWith("Recursive update");
      expected = 1;
    }
    assertThat(churning.comparisons).isPositive();
    assertThat(map).hasSize(1).containsEntry("key", expected);
    map.validate();
  }

  @Test
  void put_keysEqualsMakesTheTableGrowAndShrinkOnce_succeeds() {
    map.put(new Churning(1), 1);
    Churning second = new Churning(2);
    second.isChurning = true;
    map.put(second, 2);
    second.isChurning = false;

    assertThat(map.get(new Churning(2))).isEqualTo(2);
    assertThat(map).hasSize(2);
    map.validate();
  }
}
