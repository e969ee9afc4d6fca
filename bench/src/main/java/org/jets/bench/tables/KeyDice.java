package org.jets.bench.tables;

import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The random keys of one thread, made as jets_bench.erl makes them, with numbers that are small
 * integers there too. Keys are below {@value #RANGE}; of each even one and the next, one is in a
 * table to begin with.
 */
@State(Scope.Thread)
public class KeyDice {
  static final int RANGE = 1 << 21;
  static final int PRESENT = RANGE / 2;

  private static final int BITS = 38;
  private static final long MASK = (1L << BITS) - 1;

  private long state;

  /** Threads roll different numbers. */
  @Setup(Level.Trial)
  public void start() {
    state = ThreadLocalRandom.current().nextLong(MASK);
  }

  void roll() {
    state = afterRoll(state);
  }

  /** A linear congruential generator, whose high bits are the random ones. */
  private static long afterRoll(long state) {
    return (state * 1_664_525 + 1_013_904_223) & MASK;
  }

  /** A key of the range, present or not. */
  int key() {
    return (int) (state >>> (BITS - 21));
  }

  /** One of four numbers, whichever the key. */
  int lot() {
    return (int) (state >>> (BITS - 23)) & 3;
  }

  /** A key that is present. */
  int presentKey() {
    return keyOfPair(state >>> (BITS - 20));
  }

  /**
   * Returns the {@code i}th of the keys that are present, from 1, in an order without a pattern.
   */
  static int presentKey(int i) {
    return keyOfPair((i * 0x9_e375L) & (PRESENT - 1));
  }

  private static int keyOfPair(long pair) {
    long mixed = afterRoll(pair);
    return (int) (2 * pair + (afterRoll(mixed ^ mixed >>> 19) >>> (BITS - 1)));
  }
}
