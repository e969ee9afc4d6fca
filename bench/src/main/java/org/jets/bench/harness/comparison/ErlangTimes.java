package org.jets.bench.harness.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.util.ListStatistics;

/** Asks the local Erlang for its times: in each round a new one, some times for each question. */
final class ErlangTimes {
  private static final int WARMUPS = 2;
  private static final int SAMPLES = 12;
  private static final double CONFIDENCE = 0.999;

  private final Map<ErlangQuestion, List<Double>> nanos = new LinkedHashMap<>();
  private @Nullable ErlangTables erlang;

  /** Says how often it asks, for the report. */
  static String plan() {
    return String.format(
        "erl      in each round a new one, asked %d times after %d", SAMPLES, WARMUPS);
  }

  void measure(ErlangQuestion question) {
    ErlangTables asked = erlang == null ? ErlangTables.start() : erlang;
    erlang = asked;
    List<Double> samples = nanos.computeIfAbsent(question, q -> new ArrayList<>());
    for (int i = 0; i < WARMUPS; i++) {
      question.ask(asked);
    }
    for (int i = 0; i < SAMPLES; i++) {
      samples.add(question.ask(asked));
    }
  }

  /** Ends this round's Erlang, if there was a question for it. */
  void endRound() {
    if (erlang != null) {
      erlang.end();
      erlang = null;
    }
  }

  /** Adds the scores of all rounds, computed as JMH does. */
  void addTo(Map<Subject, Score> scores) {
    nanos.forEach(
        (question, samples) -> {
          ListStatistics statistics = new ListStatistics(toArray(samples));
          scores.put(
              question,
              new Score(
                  statistics.getMean(),
                  statistics.getMeanErrorAt(CONFIDENCE),
                  "ns/op",
                  Double.NaN));
        });
  }

  /** Returns a line for each question, with all samples. */
  List<String> lines() {
    return nanos.entrySet().stream()
        .map(entry -> entry.getKey() + ", ns: " + entry.getValue())
        .toList();
  }

  private static double[] toArray(List<Double> samples) {
    return samples.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
