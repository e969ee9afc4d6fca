package org.jets.bench.harness.comparison;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs comparisons with JMH. Each trial gets a JVM of its own, a rival directly after ours; then
 * all of it again in further rounds, so that what comes and goes on the machine meets both. A rival
 * of several runs once in each round. A rival in Erlang measures itself.
 */
public final class Measurement {
  private static final int WARMUP_ITERATIONS = 5;
  private static final TimeValue WARMUP_TIME = TimeValue.milliseconds(300);
  private static final int ITERATIONS = 12;
  private static final TimeValue ITERATION_TIME = TimeValue.milliseconds(150);

  private final List<Comparison> comparisons;
  private final List<String> jvmFlags;
  private final int rounds;
  private final Path folder;
  private final PrintStream progress;

  /**
   * Makes one.
   *
   * @param folder where JMH's results go
   */
  public Measurement(
      List<Comparison> comparisons,
      List<String> jvmFlags,
      int rounds,
      Path folder,
      PrintStream progress) {
    this.comparisons = List.copyOf(comparisons);
    this.jvmFlags = List.copyOf(jvmFlags);
    this.rounds = rounds;
    this.folder = folder;
    this.progress = progress;
  }

  /** What the numbers stand on, for the report. */
  public String plan() {
    String ofJmh =
        String.format(
            "JMH      %d rounds, in each a JVM for each benchmark: %d iterations of %s after %d of %s%n"
                + "         to warm up; flags of these JVMs: %s",
            rounds,
            ITERATIONS,
            ITERATION_TIME,
            WARMUP_ITERATIONS,
            WARMUP_TIME,
            String.join(" ", jvmFlags));
    boolean asksErlang =
        comparisons.stream().anyMatch(each -> each.rival() instanceof ErlangQuestion);
    return asksErlang ? ofJmh + System.lineSeparator() + ErlangTimes.plan() : ofJmh;
  }

  /**
   * Measures all trials and writes JMH's results, one file for each round.
   *
   * @throws RunnerException if a benchmark fails
   * @throws IOException if the results cannot be written
   */
  public Map<Subject, Score> run() throws IOException, RunnerException {
    Map<Trial, Collection<RunResult>> results = new LinkedHashMap<>();
    ErlangTimes erlang = new ErlangTimes();
    for (int round = 1; round <= rounds; round++) {
      List<RunResult> ofRound = new ArrayList<>();
      Set<Subject> done = new HashSet<>();
      for (Comparison comparison : comparisons) {
        progress.printf("round %d of %d: %s%n", round, rounds, comparison.title());
        for (Subject subject : List.of(comparison.ours(), comparison.rival())) {
          if (!done.add(subject)) {
            continue;
          }
          if (subject instanceof ErlangQuestion question) {
            erlang.measure(question);
          } else if (subject instanceof Trial trial) {
            Collection<RunResult> result = run(trial);
            ofRound.addAll(result);
            results.computeIfAbsent(trial, t -> new ArrayList<>()).addAll(result);
          }
        }
      }
      erlang.endRound();
      ResultFormatFactory.getInstance(
              ResultFormatType.JSON, folder.resolve("round-" + round + ".json").toString())
          .writeOut(ofRound);
    }
    Map<Subject, Score> scores = new LinkedHashMap<>();
    results.forEach((trial, ofTrial) -> scores.put(trial, Score.of(ofTrial)));
    erlang.addTo(scores);
    if (!erlang.lines().isEmpty()) {
      Files.write(folder.resolve("erl.txt"), erlang.lines());
    }
    return scores;
  }

  private Collection<RunResult> run(Trial trial) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .forks(1)
            .jvmArgsAppend(jvmFlags.toArray(new String[0]))
            .warmupIterations(WARMUP_ITERATIONS)
            .warmupTime(WARMUP_TIME)
            .measurementIterations(ITERATIONS)
            .measurementTime(ITERATION_TIME)
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    trial.addTo(options);
    return new Runner(options.build()).run();
  }
}
