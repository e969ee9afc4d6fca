package org.jets.bench.harness;

import java.util.List;

/**
 * The choices of a run that a suite depends on.
 *
 * @param threads the numbers of threads of a sweep, ascending, at least one
 * @param otps the Erlangs to measure beside; none where there is none
 * @param processors of this machine
 * @param memoryBytes physical memory that may be used, which bounds the number of keys
 * @param collectors those of the measured JVMs; none for those of the suite
 */
public record Selection(
    List<Integer> threads,
    List<Otp> otps,
    int processors,
    long memoryBytes,
    List<Collector> collectors) {
  /** Copies the lists. */
  public Selection {
    threads = List.copyOf(threads);
    otps = List.copyOf(otps);
    collectors = List.copyOf(collectors);
    if (threads.isEmpty()) {
      throw new IllegalArgumentException("threads: none (expected: at least one number)");
    }
  }

  /** Makes one with the collectors of the suite. */
  public Selection(List<Integer> threads, List<Otp> otps, int processors, long memoryBytes) {
    this(threads, otps, processors, memoryBytes, List.of());
  }

  /** The most threads of the sweep. */
  public int mostThreads() {
    return threads.get(threads.size() - 1);
  }
}
