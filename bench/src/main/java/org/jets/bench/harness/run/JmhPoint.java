package org.jets.bench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.PinnedExecutor;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.TimeLimit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** A point that JMH measures, in one JVM in each round. */
record JmhPoint(Experiment experiment, Point point, JmhRun jmh, Results results) {
  private static final String ALLOCATED_BYTES = "gc.alloc.rate.norm";
  private static final Pattern REASON = Pattern.compile("[^<\\s]\\S*(Exception|Error)\\b.*");

  Outcome run(int round, Path java, Pinning pinning, Duration limit)
      throws MeasurementException, IOException {
    Path json = results.jmhFile(experiment, point, "-" + round + ".json");
    Path log = results.jmhFile(experiment, point, "-" + round + ".log");
    List<String> flags = new ArrayList<>(JdkFlags.of(java));
    flags.addAll(jmh.flags());
    flags.addAll(pinning.properties());
    if (!pinning.order().isEmpty()) {
      flags.add("-Djmh.executor=CUSTOM");
      flags.add("-Djmh.executor.class=" + PinnedExecutor.class.getName());
    }
    Effort effort = jmh.effort();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(jmh.benchmark().getName() + "." + jmh.method()) + "$")
            .threads(point.threads())
            .forks(1)
            .warmupIterations(effort.warmups())
            .warmupTime(TimeValue.milliseconds(effort.warmupMillis()))
            .measurementIterations(effort.iterations())
            .measurementTime(TimeValue.milliseconds(effort.iterationMillis()))
            .jvm(java.toString())
            .jvmArgs(flags.toArray(new String[0]))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .resultFormat(ResultFormatType.JSON)
            .result(json.toString())
            .output(log.toString());
    jmh.parameters().forEach(options::param);
    Collection<RunResult> runs = runWithin(limit, options, log);
    return new Outcome(samples(runs), List.of(), allocatedBytes(runs));
  }

  private static Collection<RunResult> runWithin(
      Duration limit, ChainedOptionsBuilder options, Path log)
      throws MeasurementException, IOException {
    try (TimeLimit timeLimit = TimeLimit.ofChildren(limit)) {
      try {
        return new Runner(options.build()).run();
      } catch (RunnerException e) {
        throw new MeasurementException(
            timeLimit.isOver() ? "ended after %d s".formatted(limit.toSeconds()) : reason(e, log));
      }
    }
  }

  /** The first line in which JMH's log names an exception, since JMH's own does not. */
  private static String reason(RunnerException e, Path log) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> REASON.matcher(line).matches())
        .findFirst()
        .map(SampleLines::oneLine)
        .orElse(SampleLines.oneLine(String.valueOf(e.getMessage())));
  }

  /** JMH takes the iterations of a run together. */
  private static double allocatedBytes(Collection<RunResult> runs) {
    double bytes = Double.NaN;
    for (RunResult run : runs) {
      Result<?> allocated = run.getSecondaryResults().get(ALLOCATED_BYTES);
      bytes = allocated == null ? Double.NaN : allocated.getScore();
    }
    return bytes;
  }

  private List<Double> samples(Collection<RunResult> runs) throws MeasurementException {
    List<Double> samples = new ArrayList<>();
    for (RunResult run : runs) {
      run.getBenchmarkResults().stream()
          .flatMap(fork -> fork.getIterationResults().stream())
          .map(iteration -> iteration.getPrimaryResult())
          .forEach(
              result ->
                  samples.add(
                      JmhScore.in(
                          experiment.unit(),
                          result.getScore(),
                          result.getScoreUnit(),
                          point.threads())));
    }
    if (samples.isEmpty()) {
      throw new MeasurementException("JMH has no result");
    }
    return samples;
  }
}
