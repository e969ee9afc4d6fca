package org.jets.bench.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class KeyDiceTest {
  private static final int ROLLS = 100_000;

  private static BitSet presentKeys() {
    BitSet present = new BitSet(KeyDice.RANGE);
    for (int i = 1; i <= KeyDice.PRESENT; i++) {
      present.set(KeyDice.presentKey(i));
    }
    return present;
  }

  @Test
  void presentKey_eachNumber_givesOneOfEachPair() {
    BitSet present = presentKeys();

    int odd = 0;
    for (int key = 0; key < KeyDice.RANGE; key += 2) {
      assertThat(present.get(key)).isNotEqualTo(present.get(key + 1));
      odd += present.get(key + 1) ? 1 : 0;
    }
    assertThat(odd).isBetween(KeyDice.PRESENT * 48 / 100, KeyDice.PRESENT * 52 / 100);
    assertThat(present.length()).isLessThanOrEqualTo(KeyDice.RANGE);
  }

  @Test
  void roll_manyTimes_findsHalfOfTheKeysAndEachLot() {
    BitSet present = presentKeys();
    KeyDice dice = new KeyDice();
    dice.start();

    int found = 0;
    int[] lots = new int[4];
    for (int i = 0; i < ROLLS; i++) {
      dice.roll();
      found += present.get(dice.key()) ? 1 : 0;
      lots[dice.lot()]++;
      assertThat(present.get(dice.presentKey())).isTrue();
    }
    assertThat(found).isBetween(ROLLS * 48 / 100, ROLLS * 52 / 100);
    assertThat(Arrays.stream(lots)).allMatch(times -> Math.abs(times - ROLLS / 4) < ROLLS / 50);
  }
}
