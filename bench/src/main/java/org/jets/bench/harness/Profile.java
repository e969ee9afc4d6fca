package org.jets.bench.harness;

import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The scale of a run. Each suite decides its own counts of keys and operations ({@link
 * Suite#counts}).
 */
public enum Profile {
  /** All suites in half an hour on two processors: to see that all works. */
  QUICK,
  /** Enough for a figure of one's own: some hours. */
  STANDARD,
  /** The counts of the papers: a day or more. */
  FULL;

  private static final int MANY = 8;

  /** Returns the effort for a point that names no other. */
  public Effort effort() {
    return switch (this) {
      case QUICK -> new Effort(1, 1, 1300, 3, 200);
      case STANDARD -> new Effort(3, 3, 1000, 3, 1000);
      case FULL -> new Effort(3, 5, 2000, 5, 2000);
    };
  }

  /** Returns the number of repetitions of what each does once, such as a build. */
  public int repetitions() {
    return 3;
  }

  /** The option of this profile. */
  public String option() {
    return "--" + name().toLowerCase(Locale.ROOT);
  }

  /**
   * The numbers of threads of a sweep where no others are named: for a look, one and all
   * processors; else the powers of two up to all processors and up to {@value #MANY}, in full twice
   * as many as processors, too.
   */
  public SortedSet<Integer> threads(int processors) {
    SortedSet<Integer> threads = new TreeSet<>();
    threads.add(1);
    threads.add(processors);
    if (this != QUICK) {
      for (int power = 2; power <= Math.max(processors, MANY); power *= 2) {
        threads.add(power);
      }
    }
    if (this == FULL) {
      threads.add(2 * processors);
    }
    return threads;
  }
}
