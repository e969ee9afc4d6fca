package org.jets.bench.harness.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.Measured;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Numbers;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.PinnedThreads;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.TurnRun;
import org.jspecify.annotations.Nullable;

/**
 * Measures in rounds, so that what comes and goes on the machine meets all. In a round each point
 * runs once, each structure directly behind its rivals; with each round another one of them begins.
 * What has run in a round already, for another figure, does not run again, and neither does what
 * was measured by turns with another point. Each result is kept before the next run begins.
 *
 * <p>Then points whose values break a {@linkplain CellRules rule} are measured again.
 */
public final class SuiteRun {
  private final List<Experiment> experiments;
  private final Results results;
  private final PointRunner runner;
  private final Pinning pinning;
  private final PrintStream progress;
  private final CellRules rules;
  private final Machine machine;
  private final Map<List<String>, Measurement> measurements = new HashMap<>();
  private final Set<List<String>> failed = new HashSet<>();
  private boolean saidUnpinned;

  /** The number of times that all points have been measured, or begun to be. */
  private int attempt = 1;

  public SuiteRun(
      List<Experiment> experiments,
      Results results,
      Path java,
      Pinning pinning,
      PrintStream progress,
      CellRules rules,
      Machine machine) {
    this.experiments = List.copyOf(experiments);
    this.results = results;
    this.runner = new PointRunner(results, java, pinning);
    this.pinning = pinning;
    this.progress = progress;
    this.rules = rules;
    this.machine = machine;
  }

  /** A round of a point. */
  private record Trial(Experiment experiment, Point point, int round) {
    Duration expected() {
      return point.measured().expectedOfRound();
    }

    List<String> identity() {
      return point.identity(experiment);
    }
  }

  /** Code that runs, by so many threads: the same for all points for which it is equal. */
  private record Work(Measured measured, int threads) {
    static Work of(Point point) {
      return new Work(point.measured(), point.threads());
    }
  }

  /** The result of work in this round: one of the two is null. */
  private record Result(@Nullable Outcome outcome, @Nullable String failure) {}

  /**
   * Measures all rounds that points do not have yet.
   *
   * @return how many points failed
   */
  public int measure() throws IOException, InterruptedException {
    measurements.putAll(results.measurements());
    attempt = results.lastAttempt();
    List<Trial> all = trials();
    List<Trial> trials =
        all.stream().filter(trial -> roundsOf(trial.identity()) < trial.round()).toList();
    if (trials.size() < all.size()) {
      progress.printf(
          "%d of %d trials are finished already, and are checked again%n",
          all.size() - trials.size(), all.size());
    }
    try {
      run(trials, all.size());
      repeatRejected(all);
    } finally {
      live().forEach(live -> live.program().end());
    }
    results.collectJmh();
    return failed.size();
  }

  private void run(List<Trial> trials, int of) throws IOException, InterruptedException {
    RemainingTime time =
        new RemainingTime(
            trials.stream().map(Trial::expected).reduce(Duration.ZERO, Duration::plus));
    int number = of - trials.size();
    int round = 1;
    Map<Work, Result> ofRound = new HashMap<>();
    for (Trial trial : trials) {
      if (trial.round() > round) {
        round = trial.round();
        ofRound.clear();
      }
      number++;
      if (failed.contains(trial.identity())) {
        time.done(trial.expected(), Duration.ZERO);
        continue;
      }
      sayWhatComes(trial, number, of, time);
      long start = System.nanoTime();
      Row row = measure(trial, ofRound);
      time.done(trial.expected(), Duration.ofNanos(System.nanoTime() - start));
      results.add(row);
      progress.println(outcome(row));
      tellOfUnpinned();
    }
  }

  /** Measures again what breaks a rule, and leaves out what still does. */
  private void repeatRejected(List<Trial> all) throws IOException, InterruptedException {
    for (int repeat = 1; repeat <= CellRules.REPEATS; repeat++) {
      Set<List<String>> again = new HashSet<>();
      for (Experiment experiment : experiments) {
        rejections(experiment)
            .forEach(
                (point, rejection) -> {
                  progress.printf(
                      "again, %s, %s, %s: %s%n",
                      experiment.path(), point.structure().name(), point.x(), rejection.reason());
                  rejection.again().forEach(each -> again.add(each.identity(experiment)));
                });
      }
      if (again.isEmpty()) {
        return;
      }
      attempt++;
      again.forEach(measurements::remove);
      List<Trial> trials = all.stream().filter(trial -> again.contains(trial.identity())).toList();
      run(trials, trials.size());
    }
    for (Experiment experiment : experiments) {
      for (Map.Entry<Point, CellRules.Rejection> each : rejections(experiment).entrySet()) {
        String reason = Row.LEFT_OUT + each.getValue().reason();
        results.add(Outcome.failedRow(experiment, each.getKey(), reason));
      }
    }
  }

  private Map<Point, CellRules.Rejection> rejections(Experiment experiment) {
    Map<Point, Measurement> measured = new LinkedHashMap<>();
    for (Point point : experiment.points()) {
      Measurement measurement = measurements.get(point.identity(experiment));
      if (measurement != null && !failed.contains(point.identity(experiment))) {
        measured.put(point, measurement);
      }
    }
    return rules.rejections(experiment, measured);
  }

  private int roundsOf(List<String> identity) {
    Measurement measurement = measurements.get(identity);
    return measurement == null ? 0 : measurement.rounds().size();
  }

  private Stream<LiveRun> live() {
    return experiments.stream()
        .flatMap(experiment -> experiment.points().stream())
        .filter(point -> point.measured() instanceof LiveRun)
        .map(point -> (LiveRun) point.measured());
  }

  private List<Trial> trials() {
    int rounds =
        experiments.stream()
            .flatMap(experiment -> experiment.points().stream())
            .mapToInt(point -> point.measured().rounds())
            .max()
            .orElse(0);
    List<Trial> trials = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (Experiment experiment : experiments) {
        for (Point point : inTurn(experiment.points(), round)) {
          if (round <= point.measured().rounds()) {
            trials.add(new Trial(experiment, point, round));
          }
        }
      }
    }
    return trials;
  }

  /** The points place by place, with another structure first in each round. */
  private static List<Point> inTurn(List<Point> points, int round) {
    Map<String, List<Point>> places = new LinkedHashMap<>();
    points.forEach(point -> places.computeIfAbsent(point.x(), x -> new ArrayList<>()).add(point));
    places.values().forEach(place -> Collections.rotate(place, 1 - round));
    return places.values().stream().flatMap(List::stream).toList();
  }

  private void sayWhatComes(Trial trial, int number, int of, RemainingTime time) {
    progress.printf(
        "[%d/%d, %s left] %s, %s, %s: ",
        number,
        of,
        RemainingTime.text(time.left()),
        trial.experiment().path(),
        trial.point().structure().name(),
        (trial.experiment().axis().title() + " " + trial.point().x()).strip());
    progress.flush();
  }

  private Row measure(Trial trial, Map<Work, Result> ofRound)
      throws IOException, InterruptedException {
    Experiment experiment = trial.experiment();
    Point point = trial.point();
    try {
      Outcome outcome = outcome(trial, ofRound);
      if (!outcome.sides().isEmpty()) {
        results.writeSides(experiment, point, outcome.sides());
      }
      results.add(experiment, point, outcome, attempt);
      Measurement before = measurements.get(trial.identity());
      Measurement now = before == null ? new Measurement(List.of(outcome)) : before.with(outcome);
      measurements.put(trial.identity(), now);
      return now.row(experiment, point);
    } catch (MeasurementException | RuntimeException | IOException e) {
      // One structure's trouble is its own row's: the others are still worth measuring.
      failed.add(trial.identity());
      String reason =
          e instanceof MeasurementException ? String.valueOf(e.getMessage()) : e.toString();
      return Outcome.failedRow(experiment, point, SampleLines.oneLine(reason));
    }
  }

  private Outcome outcome(Trial trial, Map<Work, Result> ofRound)
      throws MeasurementException, IOException, InterruptedException {
    Work work = Work.of(trial.point());
    if (!ofRound.containsKey(work)) {
      if (trial.point().measured() instanceof TurnRun run) {
        takeTurns(trial.experiment(), run, ofRound);
      } else {
        Machine.Ticks before = machine.ticks();
        long start = System.nanoTime();
        Outcome outcome = runner.run(trial.experiment(), trial.point(), trial.round());
        // The time of a program that lives on does not count as ours before its end.
        boolean hasEnded = !(trial.point().measured() instanceof LiveRun);
        double busy = hasEnded ? busyShare(before, start) : 0;
        ofRound.put(work, new Result(outcome.withBusyShare(busy), null));
      }
    }
    Result result = Objects.requireNonNull(ofRound.get(work));
    if (result.outcome() == null) {
      throw new MeasurementException(String.valueOf(result.failure()));
    }
    return result.outcome();
  }

  /** Measures a point with all others of its heat, for which this result counts too. */
  private void takeTurns(Experiment experiment, TurnRun run, Map<Work, Result> ofRound)
      throws IOException, InterruptedException {
    List<Point> heat =
        experiment.points().stream()
            .filter(point -> point.measured() instanceof TurnRun other && sameHeat(run, other))
            .toList();
    Machine.Ticks before = machine.ticks();
    long start = System.nanoTime();
    try {
      TurnLines lines = runner.runTurns(experiment, run, heat);
      double busy = busyShare(before, start);
      lines
          .outcomes()
          .forEach(
              (point, outcome) ->
                  ofRound.put(Work.of(point), new Result(outcome.withBusyShare(busy), null)));
      lines
          .failures()
          .forEach((point, reason) -> ofRound.put(Work.of(point), new Result(null, reason)));
    } catch (MeasurementException e) {
      heat.forEach(point -> ofRound.put(Work.of(point), new Result(null, e.getMessage())));
    }
  }

  private double busyShare(Machine.Ticks before, long startNanos) {
    return machine.busyShareSince(before, (System.nanoTime() - startNanos) / 1e9);
  }

  private static boolean sameHeat(TurnRun one, TurnRun other) {
    return one.heat().equals(other.heat());
  }

  private static String outcome(Row row) {
    return row.hasFailed()
        ? "FAILED: " + row.failure()
        : String.format(
            Locale.ROOT,
            "%s %s (%s to %s)",
            Numbers.text(row.value()),
            row.unit().symbol(),
            Numbers.text(row.low()),
            Numbers.text(row.high()));
  }

  /** Reads back where the threads were; says once if any was not where it was to be. */
  private void tellOfUnpinned() throws IOException {
    for (String line : pinning.takeReport()) {
      if (!saidUnpinned && !line.endsWith(PinnedThreads.PINNED)) {
        saidUnpinned = true;
        progress.println("not pinned: " + line);
      }
    }
  }
}
