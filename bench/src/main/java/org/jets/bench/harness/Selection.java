package org.jets.bench.harness;

import java.util.List;

/**
 * The choices of a run that a suite depends on.
 *
 * @param threads the numbers of threads of a sweep, ascending, at least one
 * @param otps the Erlangs to measure beside; none where there is none
 * @param processors of this machine
 * @param memoryBytes physical memory that may be used, which bounds the number of keys
 */
public record Selection(List<Integer> threads, List<Otp> otps, int processors, long memoryBytes) {
  /** Copies the lists. */
  public Selection {
    threads = List.copyOf(threads);
    otps = List.copyOf(otps);
    if (threads.isEmpty()) {
      throw new IllegalArgumentException("threads: none (expected: at least one number)");
    }
  }

  /** The most threads of the sweep. */
  public int mostThreads() {
    return threads.get(threads.size() - 1);
  }
}
