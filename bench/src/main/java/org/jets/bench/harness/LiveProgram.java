package org.jets.bench.harness;

/** A program that goes on living while it is asked how long something takes; for one thread. */
public interface LiveProgram {
  /**
   * Has something done, and returns the number that comes back. The first question starts it.
   *
   * @throws MeasurementException if it cannot be started or does not answer with a number
   */
  double ask(String question) throws MeasurementException;

  /** Ends it. */
  void end();
}
