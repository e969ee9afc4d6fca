package org.jets.bench.harness.turns;

import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Collector;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.Unit;
import org.jets.bench.harness.turns.TurnWorkload.Contestant;

/**
 * Workloads by turns. Each is an experiment with a place for each collector and number of threads.
 *
 * @param work does the workloads
 * @param jvms the number of JVMs, or 0 for that of the profile
 */
public record TurnSuite(
    String name,
    String description,
    Class<? extends TurnWork> work,
    List<TurnWorkload> workloads,
    int jvms)
    implements Suite {
  private static final String HEAP = "4g";

  /** Copies the list. */
  public TurnSuite {
    workloads = List.copyOf(workloads);
  }

  public TurnSuite withJvms(int number) {
    return new TurnSuite(name, description, work, workloads, number);
  }

  /** Returns true if tables of Erlang take part. */
  public boolean hasErlangs() {
    return workloads.stream().anyMatch(workload -> !workload.erlangs().isEmpty());
  }

  /** Returns the run of a table of Erlang, by turns with the contestants of a heat. */
  public static TurnRun ofErlang(
      ForkedRun heat, List<String> command, String table, int threads, int jvms) {
    return new TurnRun(heat, ErlangTurns.contestant(command, table), threads, jvms);
  }

  private TurnEffort effort(Profile profile) {
    TurnEffort effort = TurnEffort.of(profile);
    return jvms == 0 ? effort : effort.withJvms(jvms);
  }

  @Override
  public List<String> counts(Profile profile, Selection selection) {
    return List.of("by turns: " + effort(profile));
  }

  @Override
  public List<Experiment> experiments(Profile profile, Selection selection) {
    return workloads.stream().map(each -> experiment(each, effort(profile), selection)).toList();
  }

  private Experiment experiment(TurnWorkload workload, TurnEffort effort, Selection selection) {
    List<Point> points = new ArrayList<>();
    for (Collector collector : collectors(workload, selection)) {
      ForkedRun heat = heat(workload, effort, collector);
      for (int threads : selection.threads()) {
        String place = collector.title() + " x" + threads;
        for (Contestant each : workload.contestants()) {
          if (threads == 1 || each.isConcurrent()) {
            TurnRun run = new TurnRun(heat, each.name(), threads, effort.jvms());
            points.add(new Point(each.structure(), place, threads, run));
          }
        }
        for (Otp otp : selection.otps()) {
          for (String table : workload.erlangs()) {
            points.add(
                new Point(
                    otp.structure(table.replace(":", " ")),
                    place,
                    threads,
                    ofErlang(heat, otp.command(), table, threads, effort.jvms())));
          }
        }
      }
    }
    return new Experiment(
        name,
        workload.experiment(),
        workload.title(),
        "",
        Figure.BARS,
        new Axis("collector x threads", Axis.Scale.CATEGORIES),
        Unit.MOPS,
        workload.rival().name(),
        points);
  }

  private static List<Collector> collectors(TurnWorkload workload, Selection selection) {
    if (!selection.collectors().isEmpty()) {
      return selection.collectors();
    }
    return workload.allocates() ? List.of(Collector.G1, Collector.PARALLEL) : List.of(Collector.G1);
  }

  private ForkedRun heat(TurnWorkload workload, TurnEffort effort, Collector collector) {
    List<String> arguments = new ArrayList<>();
    arguments.add(work.getName());
    arguments.add(workload.workload());
    arguments.addAll(effort.arguments());
    return new ForkedRun(
        TurnMeasurement.class,
        arguments,
        collector.flagsOfTurns(HEAP),
        workload.filling().plus(effort.expected()));
  }
}
