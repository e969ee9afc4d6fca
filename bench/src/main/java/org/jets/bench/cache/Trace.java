package org.jets.bench.cache;

import java.util.SplittableRandom;

/** The kinds of traces: the keys that a program asks a cache for, one after the other. */
public enum Trace {
  /** Keys by Zipf's law: the n-th key comes a share of 1 / n as often as the first. */
  ZIPF("keys by Zipf's law") {
    @Override
    int[] keys(int length, SplittableRandom random) {
      Zipf zipf = new Zipf(KEYS);
      int[] keys = new int[length];
      for (int n = 0; n < length; n++) {
        keys[n] = zipf.next(random);
      }
      return keys;
    }
  },

  /** As {@link #ZIPF}, but every second stretch of requests reads new keys once each. */
  SCANS("keys by Zipf's law, and scans of new keys") {
    @Override
    int[] keys(int length, SplittableRandom random) {
      Zipf zipf = new Zipf(KEYS);
      int[] keys = new int[length];
      for (int n = 0; n < length; n++) {
        keys[n] = n / STRETCH % 2 == 1 ? KEYS + n : zipf.next(random);
      }
      return keys;
    }
  },

  /** The same keys in the same order, again and again: more than a cache holds. */
  LOOP("a loop over more keys than there is room for") {
    @Override
    int[] keys(int length, SplittableRandom random) {
      int[] keys = new int[length];
      for (int n = 0; n < length; n++) {
        keys[n] = n % LOOP_KEYS;
      }
      return keys;
    }
  },

  /** As {@link #ZIPF}, but the keys that come often are others after a while. */
  SHIFTS("keys by Zipf's law, other ones after a while") {
    @Override
    int[] keys(int length, SplittableRandom random) {
      Zipf zipf = new Zipf(KEYS);
      int[] keys = new int[length];
      for (int n = 0; n < length; n++) {
        keys[n] = zipf.next(random) + 4 * n / length * KEYS;
      }
      return keys;
    }
  },

  /** Keys that come again soon, if at all. */
  RECENT("keys that come again soon") {
    @Override
    int[] keys(int length, SplittableRandom random) {
      int[] keys = new int[length];
      for (int n = 0; n < length; n++) {
        int back = (int) (NEAR * Math.abs(Math.log(1 - random.nextDouble())));
        keys[n] = random.nextInt(3) == 0 || back >= n ? n : keys[n - back - 1];
      }
      return keys;
    }
  };

  private static final int KEYS = 50_000;
  private static final int STRETCH = 5_000;
  private static final int LOOP_KEYS = 1_500;
  private static final int NEAR = 400;

  private final String text;

  Trace(String text) {
    this.text = text;
  }

  /** Returns what the keys are. */
  public String text() {
    return text;
  }

  /** Returns a number of keys. */
  abstract int[] keys(int length, SplittableRandom random);

  /** Returns a number of keys, always the same. */
  public int[] keys(int length) {
    return keys(length, new SplittableRandom(length));
  }
}
