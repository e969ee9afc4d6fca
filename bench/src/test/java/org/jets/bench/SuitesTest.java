package org.jets.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.ComparisonSuite;
import org.jets.bench.harness.comparison.ComparisonTable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;

class SuitesTest {
  private static final Selection SELECTION = new Selection(List.of(1), List.of(), 1, 1L << 30);

  @TempDir private Path folder;

  static List<ComparisonSuite> comparisons() {
    return Suites.comparisons();
  }

  private static List<Experiment> experiments(ComparisonSuite suite) {
    return suite.experiments(Profile.STANDARD, SELECTION);
  }

  @ParameterizedTest
  @MethodSource("comparisons")
  void experiments_eachRun_isABenchmark(ComparisonSuite suite) throws NoSuchMethodException {
    for (Experiment experiment : experiments(suite)) {
      for (Point point : experiment.points()) {
        if (point.measured() instanceof JmhRun run) {
          Method method =
              Arrays.stream(run.benchmark().getMethods())
                  .filter(candidate -> candidate.getName().equals(run.method()))
                  .findFirst()
                  .orElseThrow(() -> new NoSuchMethodException(run.toString()));
          assertThat(method.isAnnotationPresent(Benchmark.class)).as("%s", run).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("comparisons")
  void experiments_eachPoint_isOneOfItsName(ComparisonSuite suite) {
    assertThat(experiments(suite))
        .extracting(Experiment::path)
        .isNotEmpty()
        .doesNotHaveDuplicates();
    assertThat(experiments(suite))
        .allSatisfy(
            experiment ->
                assertThat(experiment.points())
                    .extracting(point -> point.identity(experiment))
                    .doesNotHaveDuplicates());
  }

  @ParameterizedTest
  @MethodSource("comparisons")
  void table_allComparisons_hasALineForEach(ComparisonSuite suite) throws IOException {
    Results results = Results.create(folder, List.of());
    for (Experiment experiment : experiments(suite)) {
      for (Point point : experiment.points()) {
        boolean isOurs = point.structure().name().equals("jets");
        double sample = isOurs ? 10 : 30;
        results.add(
            experiment,
            point,
            new Outcome(List.of(sample, sample, sample), List.of(), isOurs ? 0 : 24),
            1);
      }
    }

    List<String> lines = ComparisonTable.lines(suite, results);

    assertThat(lines).noneMatch(line -> line.contains("ALLOCATES") || line.contains("not there"));
    assertThat(suite.comparisons())
        .allSatisfy(comparison -> assertThat(lines).anyMatch(line -> isLineOf(comparison, line)));
  }

  private static boolean isLineOf(Comparison comparison, String line) {
    return line.startsWith(comparison.title() + " ")
        && line.contains("  " + comparison.rivalStructure().name() + " ")
        && line.matches(".* (3\\.00|0\\.33) \\+-0\\.00.*");
  }
}
