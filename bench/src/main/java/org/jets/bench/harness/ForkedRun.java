package org.jets.bench.harness;

import java.time.Duration;
import java.util.List;

/**
 * A measurement in a JVM of its own.
 *
 * @param measurement public, with a public constructor without arguments
 * @param flags of its JVM
 */
public record ForkedRun(
    Class<? extends ForkedMeasurement> measurement,
    List<String> arguments,
    List<String> flags,
    Duration expected)
    implements Measured {
  /** Copies the lists. */
  public ForkedRun {
    arguments = List.copyOf(arguments);
    flags = List.copyOf(flags);
  }
}
