package org.jets.bench.harness;

/** A point has no value; the message is the reason, for its row. */
public final class MeasurementException extends Exception {
  private static final long serialVersionUID = 1;

  public MeasurementException(String reason) {
    super(reason);
  }
}
