package org.jets.bench.harness.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.TurnRun;

/**
 * The lines of a measurement by turns: each contestant has an outcome or a failure.
 *
 * @param failures the reasons of those that have no outcome
 */
record TurnLines(Map<Point, Outcome> outcomes, Map<Point, String> failures) {
  /** Name, share, seconds to steady state; then the rates. */
  private static final int RATES = 3;

  TurnLines {
    outcomes = Map.copyOf(outcomes);
    failures = Map.copyOf(failures);
  }

  /** Reads the lines of contestants, each of which has a point. */
  static TurnLines of(List<String> sides, Map<String, Point> contestants) {
    Map<Point, Outcome> outcomes = new HashMap<>();
    Map<Point, String> failures = new HashMap<>();
    contestants.values().forEach(point -> failures.put(point, "no line of it"));
    for (String side : sides) {
      List<String> words = List.of(side.split(" ", -1));
      Point point = words.size() < 2 ? null : contestants.get(words.get(1));
      if (point != null && side.startsWith(TurnRun.LINE)) {
        outcomes.put(point, outcome(words.subList(1, words.size())));
        failures.remove(point);
      } else if (point != null && side.startsWith(TurnRun.LOST)) {
        failures.put(point, String.join(" ", words.subList(2, words.size())));
      }
    }
    return new TurnLines(outcomes, failures);
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
