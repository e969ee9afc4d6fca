package org.jets.bench.harness.comparison;

import java.util.List;
import org.jets.bench.harness.Measured;

/** One side of a comparison. */
public interface Subject {
  /** Returns the number of threads. */
  int threads();

  /**
   * Says what is run.
   *
   * @param flags of JVMs that are started for it
   */
  Measured measured(List<String> flags, int rounds);
}
