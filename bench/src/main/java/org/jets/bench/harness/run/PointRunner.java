package org.jets.bench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.Measured;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.Unit;

/** Measures points, each in processes of its own. */
final class PointRunner {
  /** Ten times as long as expected, and a minute more. */
  private static final int PATIENCE = 10;

  private static final Duration GRACE = Duration.ofMinutes(1);

  private final Results results;
  private final Path java;
  private final Pinning pinning;

  PointRunner(Results results, Path java, Pinning pinning) {
    this.results = results;
    this.java = java;
    this.pinning = pinning;
  }

  Outcome run(Experiment experiment, Point point, int round)
      throws MeasurementException, IOException, InterruptedException {
    Duration limit = point.measured().expectedOfRound().multipliedBy(PATIENCE).plus(GRACE);
    Measured measured = point.measured();
    if (measured instanceof JmhRun jmh) {
      return new JmhPoint(experiment, point, jmh, results).run(round, java, pinning, limit);
    }
    if (measured instanceof LiveRun live) {
      return ask(live, experiment.unit());
    }
    Path log = results.logFile(experiment, point);
    Files.deleteIfExists(log);
    List<String> command;
    if (measured instanceof ErlangRun erlang) {
      command = erlang.commandWith(List.of("+sbt", pinning.policy().erlangsName()));
    } else if (measured instanceof ForkedRun forked) {
      command = javaCommand(forked);
    } else {
      throw new IllegalStateException(measured.toString());
    }
    return ChildProcess.run(command, limit, log);
  }

  /**
   * Runs a heat.
   *
   * @return the result of each of the points
   */
  TurnLines runTurns(Experiment experiment, TurnRun first, List<Point> points)
      throws MeasurementException, IOException, InterruptedException {
    ForkedRun heat = first.heat();
    List<String> arguments = new ArrayList<>(heat.arguments());
    Map<String, Point> contestants = new LinkedHashMap<>();
    for (Point point : points) {
      contestants.put(((TurnRun) point.measured()).word(), point);
    }
    arguments.addAll(contestants.keySet());
    Duration expected = heat.expected().multipliedBy(points.size());
    Path log = results.logFile(experiment, points.get(0));
    Files.deleteIfExists(log);
    Outcome outcome =
        ChildProcess.run(
            javaCommand(new ForkedRun(heat.measurement(), arguments, heat.flags(), expected)),
            expected.multipliedBy(PATIENCE).plus(GRACE),
            log);
    return TurnLines.of(outcome.sides(), contestants);
  }

  private static Outcome ask(LiveRun live, Unit unit) throws MeasurementException {
    double nanos = live.program().ask(live.question());
    return new Outcome(List.of(live.in(unit, nanos)), List.of());
  }

  private List<String> javaCommand(ForkedRun run) {
    return javaCommand(java, pinning, run);
  }

  /** The command of a JVM that measures. */
  static List<String> javaCommand(Path java, Pinning pinning, ForkedRun run) {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(JdkFlags.of(java));
    command.addAll(run.flags());
    command.addAll(pinning.properties());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), ForkMain.class.getName()));
    command.add(run.measurement().getName());
    command.addAll(run.arguments());
    return command;
  }
}
