package org.jets.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Report;
import org.jets.bench.harness.comparison.Score;
import org.jets.bench.harness.comparison.Subject;
import org.jets.bench.harness.comparison.Trial;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Benchmark;

class SuiteTest {

  @ParameterizedTest
  @EnumSource
  void comparisons_eachTrial_isABenchmark(Suite suite) throws NoSuchMethodException {
    for (Comparison comparison : suite.comparisons()) {
      checkIsABenchmark(comparison.ours());
      if (comparison.rival() instanceof Trial rival) {
        checkIsABenchmark(rival);
      }
    }
  }

  private static void checkIsABenchmark(Trial trial) throws NoSuchMethodException {
    Method method =
        Arrays.stream(trial.benchmark().getMethods())
            .filter(candidate -> candidate.getName().equals(trial.method()))
            .findFirst()
            .orElseThrow(() -> new NoSuchMethodException(trial.toString()));
    assertThat(method.isAnnotationPresent(Benchmark.class)).as("%s", trial).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void report_allComparisons_hasALineForEach(Suite suite) {
    Map<Subject, Score> scores = new HashMap<>();
    for (Comparison comparison : suite.comparisons()) {
      scores.put(comparison.ours(), new Score(10, 0, "ns/op", 0));
      scores.put(comparison.rival(), new Score(30, 0, "ns/op", 24));
    }
    List<String> lines = new ArrayList<>();

    Report.addTo(lines, suite.comparisons(), scores);

    assertThat(suite.comparisons())
        .allSatisfy(
            comparison -> assertThat(lines).anyMatch(l -> l.startsWith(comparison.title() + " ")));
    assertThat(lines).noneMatch(line -> line.contains("ALLOCATES"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "x", "101", "2 3"})
  void run_wrongRounds_isMisuse(String arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int status =
        Bench.run(
            Suite.TERMS,
            List.of(arguments.split(" ")),
            System.out,
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .hasLineCount(1)
        .contains(arguments, "(expected: a number of rounds, 1 to 100)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--help", "terms --help", "maps -h", "run --help", "report -h", "node --help"})
  void asksForHelp_ofEachCommand_isTrue(String arguments) {
    assertThat(Bench.asksForHelp(List.of(arguments.split(" ")))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"terms", "run --quick", "-h", "TableBenchmark -h"})
  void asksForHelp_ofJmhOrNone_isFalse(String arguments) {
    assertThat(Bench.asksForHelp(List.of(arguments.split(" ")))).isFalse();
  }
}
