package org.jets.bench.harness.run;

import org.jets.bench.harness.Unit;

/** JMH's scores in the units of experiments. */
final class JmhScore {
  private static final String RATE = "ops/";
  private static final String TIME = "/op";
  private static final double MILLION = 1e6;

  private JmhScore() {}

  /**
   * Turns a throughput, or a time of an operation in each thread, into another unit.
   *
   * @param jmhUnit such as {@code ops/us} or {@code ns/op}
   */
  static double in(Unit unit, double score, String jmhUnit, int threads) {
    double secondsOfOne;
    if (jmhUnit.startsWith(RATE)) {
      secondsOfOne = threads * seconds(jmhUnit.substring(RATE.length())) / score;
    } else if (jmhUnit.endsWith(TIME)) {
      secondsOfOne = score * seconds(jmhUnit.substring(0, jmhUnit.length() - TIME.length()));
    } else {
      throw new IllegalArgumentException(
          "unit of JMH: " + jmhUnit + " (expected: ops/TIME or TIME/op)");
    }
    return switch (unit) {
      case MOPS -> threads / secondsOfOne / MILLION;
      case NANOS, LATENCY_NANOS -> secondsOfOne / 1e-9;
      case PER_SECOND, MEGABYTES_PER_SECOND, BYTES_PER_ENTRY, BYTES, SECONDS, COUNT ->
          throw new IllegalArgumentException(unit + ": not what JMH measures");
    };
  }

  private static double seconds(String unit) {
    return switch (unit) {
      case "s" -> 1;
      case "ms" -> 1e-3;
      case "us" -> 1e-6;
      case "ns" -> 1e-9;
      case "min" -> 60;
      default -> throw new IllegalArgumentException("unit of time: " + unit);
    };
  }
}
