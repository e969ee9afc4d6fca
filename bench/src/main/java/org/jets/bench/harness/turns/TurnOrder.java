package org.jets.bench.harness.turns;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The order of contestants in each round. Over twice as many rounds as contestants, each begins
 * twice, and within a round each runs twice directly after each other one (E. J. Williams, 1949).
 * So what one leaves in the caches meets all others alike.
 */
final class TurnOrder {
  private final int contestants;

  TurnOrder(int contestants) {
    if (contestants < 1) {
      throw new IllegalArgumentException("contestants: " + contestants + " (expected: >= 1)");
    }
    this.contestants = contestants;
  }

  /** Returns the numbers of all contestants in the order of a round. */
  List<Integer> ofRound(int round) {
    int shift = round / 2 % contestants;
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < contestants; i++) {
      int zigzag = i % 2 == 1 ? (i + 1) / 2 : (contestants - i / 2) % contestants;
      order.add((zigzag + shift) % contestants);
    }
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    return order;
  }
}
