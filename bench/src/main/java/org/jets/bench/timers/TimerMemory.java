package org.jets.bench.timers;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jets.bench.harness.HeapSize;

/** Bytes that a timer takes on the heap, with what its program keeps of it, as JOL sees them. */
public final class TimerMemory {
  private static final int COUNT = 100_000;
  private static final int LEAST_MILLIS = 600_000;
  private static final int MOST_MILLIS = 3_600_000;

  private TimerMemory() {}

  /** Adds a line for each kind. */
  public static void addTo(List<String> lines) {
    lines.add("");
    lines.add(String.format(Locale.ROOT, "Bytes for each of %,d timers, by JOL:", COUNT));
    for (Timers.Kind kind : Timers.Kind.values()) {
      lines.add(String.format(Locale.ROOT, "%-36s %12.1f", kind, bytesOfTimer(kind)));
    }
    lines.add(HeapSize.layout());
  }

  private static double bytesOfTimer(Timers.Kind kind) {
    SplittableRandom random = new SplittableRandom(1);
    try (Timers timers = kind.newTimers(COUNT)) {
      for (int number = 0; number < COUNT; number++) {
        timers.start(number, random.nextInt(LEAST_MILLIS, MOST_MILLIS));
      }
      return (double) HeapSize.ofGraph(timers) / COUNT;
    }
  }
}
