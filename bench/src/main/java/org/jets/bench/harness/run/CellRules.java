package org.jets.bench.harness.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.TurnRatio;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.Unit;

/**
 * Rules for throughputs that cannot be true. Such a value is measured again, up to {@value
 * #REPEATS} times, and then left out of the results with its reason. Others are not affected.
 *
 * <ul>
 *   <li>It is not more than nothing.
 *   <li>It met a busy machine: other programs and the hypervisor had more than 5 % of the
 *       processors.
 *   <li>Its repetitions rise or fall from third to third of a JVM, by more than 10 % in all, in
 *       most of its JVMs, and the middle halves of the first and the last third do not overlap. Of
 *       contestants by turns, the shares in the sum of their round count, with the same threads.
 *   <li>It is more than 1.1 times as many times the value with fewest threads as the threads or the
 *       processors allow. Of contestants by turns, the median of the ratios within rounds counts.
 * </ul>
 *
 * @param processors of this machine; 0 for no rules
 */
public record CellRules(int processors) {
  /** No rules. */
  public static final CellRules NONE = new CellRules(0);

  static final int REPEATS = 3;
  private static final double BUSY = 0.05;
  private static final double TREND = 0.1;

  /** A throughput may exceed what the processors allow by this factor. */
  public static final double TOLERANCE = 1.1;

  private static final int THIRDS = 3;

  /** A value that breaks a rule, and those that have to be measured again with it. */
  record Rejection(String reason, List<Point> again) {
    Rejection {
      again = List.copyOf(again);
    }
  }

  /** Returns the points that break a rule, in the order of the experiment. */
  Map<Point, Rejection> rejections(Experiment experiment, Map<Point, Measurement> measured) {
    Map<Point, Rejection> rejections = new LinkedHashMap<>();
    if (processors == 0 || experiment.unit() != Unit.MOPS) {
      return rejections;
    }
    for (Point point : experiment.points()) {
      Measurement measurement = measured.get(point);
      if (measurement != null) {
        List<Point> heat = heat(point, measured);
        ownReason(measurement, point, heat, measured)
            .ifPresent(reason -> rejections.put(point, new Rejection(reason, heat)));
        if (!rejections.containsKey(point)) {
          speedup(point, measured).ifPresent(rejection -> rejections.put(point, rejection));
        }
      }
    }
    return rejections;
  }

  /** Returns the points that took turns with a point, or that point alone if none did. */
  private static List<Point> heat(Point point, Map<Point, Measurement> measured) {
    if (!(point.measured() instanceof TurnRun run)) {
      return List.of(point);
    }
    return measured.keySet().stream()
        .filter(
            other ->
                other.measured() instanceof TurnRun otherRun && otherRun.heat().equals(run.heat()))
        .toList();
  }

  private static Optional<String> ownReason(
      Measurement measurement, Point point, List<Point> heat, Map<Point, Measurement> measured) {
    if (!(measurement.mean() > 0)) {
      return Optional.of(measurement.mean() + " (expected: more than 0)");
    }
    double busy = measurement.busyShare();
    if (busy > BUSY) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "other programs had %.0f %% of the processors (expected: at most %.0f %%)",
              busy * 100,
              BUSY * 100));
    }
    int trends = 0;
    for (int jvm = 0; jvm < measurement.rounds().size(); jvm++) {
      trends += trend(series(jvm, point, heat, measured));
    }
    if (2 * Math.abs(trends) > measurement.rounds().size()) {
      return Optional.of(
          "its repetitions %s (expected: a steady rate)".formatted(trends > 0 ? "rise" : "fall"));
    }
    return Optional.empty();
  }

  /** The samples of a JVM; by turns, as parts of the sum of all contestants. */
  private static List<Double> series(
      int jvm, Point point, List<Point> heat, Map<Point, Measurement> measured) {
    List<Double> own = samples(jvm, of(point, measured));
    List<Point> rivals = heat.stream().filter(other -> other.threads() == point.threads()).toList();
    if (rivals.size() == 1) {
      return own;
    }
    List<Double> parts = new ArrayList<>();
    for (int round = 0; round < own.size(); round++) {
      double sum = 0;
      for (Point each : rivals) {
        List<Double> samples = samples(jvm, of(each, measured));
        sum += round < samples.size() ? samples.get(round) : 0;
      }
      parts.add(own.get(round) / sum);
    }
    return parts;
  }

  private static Measurement of(Point point, Map<Point, Measurement> measured) {
    return Objects.requireNonNull(measured.get(point));
  }

  private static List<Double> samples(int jvm, Measurement measurement) {
    List<Outcome> rounds = measurement.rounds();
    return jvm < rounds.size() ? rounds.get(jvm).samples() : List.of();
  }

  /** Returns 1 if values rise, -1 if they fall, and 0 if they do neither. */
  static int trend(List<Double> values) {
    if (values.size() < THIRDS) {
      return 0;
    }
    double[] medians = new double[THIRDS];
    double[] lower = new double[THIRDS];
    double[] upper = new double[THIRDS];
    for (int i = 0; i < THIRDS; i++) {
      List<Double> third =
          values.subList(i * values.size() / THIRDS, (i + 1) * values.size() / THIRDS);
      medians[i] = Measurement.quantile(third, 0.5);
      lower[i] = Measurement.quantile(third, 0.25);
      upper[i] = Measurement.quantile(third, 0.75);
    }
    boolean isMonotone = (medians[1] - medians[0]) * (medians[2] - medians[1]) > 0;
    boolean isMuch = Math.abs(medians[2] - medians[0]) > TREND * medians[1];
    boolean isApart = lower[2] > upper[0] || lower[0] > upper[2];
    return isMonotone && isMuch && isApart ? (int) Math.signum(medians[2] - medians[0]) : 0;
  }

  private Optional<Rejection> speedup(Point point, Map<Point, Measurement> measured) {
    return measured.keySet().stream()
        .filter(other -> other.structure().equals(point.structure()))
        .filter(other -> circumstance(other).equals(circumstance(point)))
        .min(Comparator.comparingInt(Point::threads))
        .filter(base -> base.threads() < point.threads())
        .flatMap(base -> speedup(point, base, measured));
  }

  /** Returns the part of a place that is not the number of threads. */
  private static String circumstance(Point point) {
    return point.x().replaceFirst("x?[0-9]+$", "");
  }

  private Optional<Rejection> speedup(Point point, Point base, Map<Point, Measurement> measured) {
    double times = times(point, base, measured);
    double possible =
        (double) Math.min(point.threads(), processors) / Math.min(base.threads(), processors);
    if (times <= TOLERANCE * possible) {
      return Optional.empty();
    }
    Set<Point> again = new LinkedHashSet<>(heat(base, measured));
    again.addAll(heat(point, measured));
    return Optional.of(
        new Rejection(
            String.format(
                Locale.ROOT,
                "%.2f times the throughput of %d %s (expected: at most %.2f times)",
                times,
                base.threads(),
                base.threads() == 1 ? "thread" : "threads",
                TOLERANCE * possible),
            List.copyOf(again)));
  }

  private static double times(Point point, Point base, Map<Point, Measurement> measured) {
    Measurement many = of(point, measured);
    Measurement few = of(base, measured);
    boolean isOneHeat = heat(base, measured).contains(point);
    return isOneHeat ? TurnRatio.of(many, few).median() : many.mean() / few.mean();
  }
}
