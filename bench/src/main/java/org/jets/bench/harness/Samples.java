package org.jets.bench.harness;

/** Takes what a measurement finds; used by one thread. */
public interface Samples {
  /** One repetition, in the unit of the experiment. */
  void sample(double value);

  /** One line of the point's side file, without line breaks. */
  void side(String line);
}
