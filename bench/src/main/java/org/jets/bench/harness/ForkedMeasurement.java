package org.jets.bench.harness;

import java.util.List;

/** Measures something in a JVM that was started for it alone. */
public interface ForkedMeasurement {
  /**
   * Measures, and tells the samples. Whatever it throws fails its row.
   *
   * @param arguments of the {@link ForkedRun}
   */
  void measure(List<String> arguments, Samples samples) throws Exception;
}
