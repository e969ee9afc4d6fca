package org.jets.bench.scale;

import java.util.Locale;
import java.util.SplittableRandom;

/** The work of one thread on a structure while others measure the latency of operations. */
enum Disturbance {
  /** Nothing. */
  STEADY {
    @Override
    void round(Keyed keyed, int range, SplittableRandom random) {
      // Waiting would be one more thing that differs from machine to machine.
      Thread.onSpinWait();
    }
  },
  /** The structure grows to twice its size and shrinks again. */
  GROWING {
    @Override
    void round(Keyed keyed, int range, SplittableRandom random) {
      for (int key = range + 1; key <= range + range / 2; key++) {
        keyed.insert(key);
      }
      for (int key = range + 1; key <= range + range / 2; key++) {
        keyed.delete(key);
      }
    }
  },
  /** A burst of updates to few keys that are close to each other, then updates all over. */
  HOT {
    @Override
    void round(Keyed keyed, int range, SplittableRandom random) {
      for (int i = 0; i < BURST; i++) {
        keyed.insert(range / 2 + random.nextInt(HOT_KEYS));
      }
      for (int i = 0; i < BURST; i++) {
        int key = 1 + random.nextInt(range);
        if (random.nextBoolean()) {
          keyed.insert(key);
        } else {
          keyed.delete(key);
        }
      }
    }
  },
  /** Snapshots of the whole, one after the other. */
  SCANS {
    @Override
    void round(Keyed keyed, int range, SplittableRandom random) {
      sink = keyed.readAtOnce();
    }
  };

  private static final int BURST = 20_000;
  private static final int HOT_KEYS = 64;

  /** Keeps what has been read from being found useless. */
  @SuppressWarnings("UnusedVariable")
  private static volatile Object sink = "";

  /** Does it once. */
  abstract void round(Keyed keyed, int range, SplittableRandom random);

  /** The name in requests. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
