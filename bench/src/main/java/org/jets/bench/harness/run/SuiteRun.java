package org.jets.bench.harness.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Numbers;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.PinnedThreads;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;

/** Measures one point after the other, and keeps each result before it goes on. */
public final class SuiteRun {
  private final List<Experiment> experiments;
  private final Results results;
  private final PointRunner runner;
  private final Pinning pinning;
  private final PrintStream progress;
  private boolean saidUnpinned;

  public SuiteRun(
      List<Experiment> experiments,
      Results results,
      Path java,
      Pinning pinning,
      PrintStream progress) {
    this.experiments = List.copyOf(experiments);
    this.results = results;
    this.runner = new PointRunner(results, java, pinning);
    this.pinning = pinning;
    this.progress = progress;
  }

  /** A point with what it belongs to. */
  private record Job(Experiment experiment, Point point) {
    Duration expected() {
      return point.measured().expected();
    }

    List<String> identity() {
      return List.of(experiment.suite(), experiment.name(), point.structure().name(), point.x());
    }
  }

  /**
   * Measures all points that have no value yet.
   *
   * @return how many failed
   */
  public int measure() throws IOException, InterruptedException {
    Set<List<String>> finished = new HashSet<>();
    for (Row row : results.rows()) {
      if (!row.hasFailed()) {
        finished.add(List.of(row.suite(), row.experiment(), row.structure().name(), row.x()));
      }
    }
    List<Job> jobs = new ArrayList<>();
    for (Experiment experiment : experiments) {
      experiment.points().forEach(point -> jobs.add(new Job(experiment, point)));
    }
    int all = jobs.size();
    jobs.removeIf(job -> finished.contains(job.identity()));
    if (jobs.size() < all) {
      progress.printf("%d of %d points are finished already%n", all - jobs.size(), all);
    }
    TimeLeft time =
        new TimeLeft(jobs.stream().map(Job::expected).reduce(Duration.ZERO, Duration::plus));
    int failed = 0;
    int number = all - jobs.size();
    for (Job job : jobs) {
      number++;
      progress.printf(
          "[%d/%d, %s left] %s, %s, %s %s%s",
          number,
          all,
          TimeLeft.text(time.left()),
          job.experiment().path(),
          job.point().structure().name(),
          job.experiment().axis().title(),
          job.point().x(),
          ": ");
      progress.flush();
      long start = System.nanoTime();
      Row row = measure(job);
      time.done(job.expected(), Duration.ofNanos(System.nanoTime() - start));
      results.add(row);
      progress.println(outcome(row));
      tellOfUnpinned();
      failed += row.hasFailed() ? 1 : 0;
    }
    results.collectJmh();
    return failed;
  }

  private Row measure(Job job) throws IOException, InterruptedException {
    try {
      Outcome outcome = runner.run(job.experiment(), job.point());
      if (!outcome.sides().isEmpty()) {
        results.writeSides(job.experiment(), job.point(), outcome.sides());
      }
      return outcome.row(job.experiment(), job.point());
    } catch (MeasurementException | RuntimeException | IOException e) {
      // One structure's trouble is its own row's: the others are still worth measuring.
      String reason =
          e instanceof MeasurementException ? String.valueOf(e.getMessage()) : e.toString();
      return Outcome.failedRow(job.experiment(), job.point(), SampleLines.oneLine(reason));
    }
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
