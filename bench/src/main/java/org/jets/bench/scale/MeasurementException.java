package org.jets.bench.scale;

/** A point has no value; the message is the reason, for its row. */
final class MeasurementException extends Exception {
  private static final long serialVersionUID = 1;

  MeasurementException(String reason) {
    super(reason);
  }
}
