package org.jets.bench.harness.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.TurnRun;

/** Reads the lines of a measurement by turns, one for each contestant. */
final class TurnLines {
  /** Name, share, seconds to steady state; then the rates. */
  private static final int RATES = 3;

  private TurnLines() {}

  /**
   * Returns the result of each contestant.
   *
   * @throws MeasurementException if one has no line
   */
  static Map<Point, Outcome> outcomes(List<String> sides, Map<String, Point> contestants)
      throws MeasurementException {
    Map<Point, Outcome> outcomes = new HashMap<>();
    for (String side : sides) {
      if (side.startsWith(TurnRun.LINE)) {
        List<String> words = List.of(side.substring(TurnRun.LINE.length()).split(" ", -1));
        Point point = contestants.get(words.get(0));
        if (point != null) {
          outcomes.put(point, outcome(words));
        }
      }
    }
    if (outcomes.size() < contestants.size()) {
      throw new MeasurementException(
          "%d contestants have a line (expected: %d)"
              .formatted(outcomes.size(), contestants.size()));
    }
    return outcomes;
  }

  private static Outcome outcome(List<String> words) {
    List<Double> rates = words.subList(RATES, words.size()).stream().map(Double::valueOf).toList();
    return new Outcome(
        rates,
        List.of(),
        Double.NaN,
        Double.parseDouble(words.get(1)),
        Double.parseDouble(words.get(2)),
        0);
  }
}
