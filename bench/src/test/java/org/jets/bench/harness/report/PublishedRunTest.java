package org.jets.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jets.bench.harness.Results;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The runs whose values are committed: their pages can be drawn. */
class PublishedRunTest {
  private static final Path RUNS = Path.of("..", "src", "site", "runs");

  @TempDir private Path folder;

  static List<Path> runs() throws IOException {
    try (Stream<Path> runs = Files.list(RUNS)) {
      return runs.toList();
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void write_publishedRun_hasAllOfItsExperiments(Path run) throws IOException {
    Results results = Results.open(run);

    ReportFolder.forPublishing(folder).write(results);

    String page = Files.readString(folder.resolve("report.html"));
    assertThat(results.experiments())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(page).contains("<section id=\"" + each.path() + "\">"));
    assertThat(results.configuration()).containsKeys("machine", "JDK", "command");
  }
}
