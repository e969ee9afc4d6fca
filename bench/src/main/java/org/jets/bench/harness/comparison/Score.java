package org.jets.bench.harness.comparison;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The time of one operation as JMH scored it over all rounds of a trial, and what it allocated.
 *
 * @param time the mean, in {@code unit}
 * @param error half of the 99.9 % confidence interval, in {@code unit}
 * @param allocatedBytes for each operation
 */
public record Score(double time, double error, String unit, double allocatedBytes) {
  private static final String ALLOCATED_BYTES = "gc.alloc.rate.norm";

  /** Takes all iterations of all rounds together. */
  static Score of(Collection<RunResult> rounds) {
    List<BenchmarkResult> results =
        rounds.stream().flatMap(round -> round.getBenchmarkResults().stream()).toList();
    RunResult all = new RunResult(rounds.iterator().next().getParams(), results);
    Result<?> primary = all.getPrimaryResult();
    Result<?> allocated = all.getSecondaryResults().get(ALLOCATED_BYTES);
    if (allocated == null) {
      throw new IllegalStateException(
          ALLOCATED_BYTES + ": not among " + all.getSecondaryResults().keySet());
    }
    return new Score(
        primary.getScore(), primary.getScoreError(), primary.getScoreUnit(), allocated.getScore());
  }
}
